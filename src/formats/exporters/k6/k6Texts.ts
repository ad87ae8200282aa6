/** Texts of a k6 script as expressions of JavaScript: references call functions of the script. */
import { readArgument } from '../../../core/prepare/functions/arguments';
import type { Reference } from '../../../core/prepare/template';
import { isArray, isObject, stringifyJson, type JsonValue } from '../../../core/json/json';
import type { Body } from '../../../core/model';
import { bodyContent, type BodyContent, type BodyPlace } from '../bodyContents';
import type { ExportedChain } from '../exportedChain';
import type { Remark } from '../exportLog';
import { isBare } from '../jsonReferences';
import type { Placeholders } from '../placeholders';
import { scriptLiteral } from '../scriptText';
import { jsonLiteral, piecesOf, writeJson, type Pieces } from '../templatePieces';
import { writeUrl, type UrlPlace } from '../urlPlaces';

/** Writes the texts of one request, or of the whole. */
export interface K6Texts {
  /** An expression for a text, or for one with marks. */
  readonly text: (text: string) => string;
  readonly url: (pieces: Pieces) => string;
  /** Texts in a content have marks, for {@link K6Texts.marked}. */
  readonly body: (body: Body) => BodyContent;
  readonly marked: (text: string) => string;
  /** A constant with its type. */
  readonly value: (value: JsonValue) => string;
  /** The value of a reference with its type; absent for what k6 does not have. */
  readonly valueOf: (reference: Reference) => string | undefined;
}

/** Private use characters: also in a user's text they only ever refer to an expression of the script. */
const MARK = /\ue000(\d+)\ue001/;

const IN_PLACE: Readonly<Record<UrlPlace | BodyPlace, string>> = {
  base: 'text',
  path: 'segment',
  query: 'uri',
  field: 'uri',
  text: 'text',
  'json text': 'jsonText',
  'json value': 'JSON.stringify',
};

/** Starts writing texts; `remark` gets what they cannot express. */
export function k6Texts(chain: ExportedChain, placeholders: Placeholders, remark: Remark): K6Texts {
  const expressions: string[] = [];
  const valueOf = (reference: Reference): string | undefined => {
    const { name } = reference;
    return name.startsWith('$') && placeholders.nameFor(reference) === undefined
      ? builtIn(reference)
      : `value(${scriptLiteral(placeholders.nameFor(reference) ?? name)})`;
  };
  const known = (reference: Reference): string => {
    const found = valueOf(reference);
    const written = [reference.name, ...reference.args].join(' ');
    if (found === undefined) {
      remark(`k6 has nothing like {{${written}}}: give it a value with -e.`);
    }
    return found ?? `value(${scriptLiteral(written)})`;
  };
  const mark = (reference: Reference, place: UrlPlace | BodyPlace): string =>
    `\ue000${expressions.push(`${IN_PLACE[place]}(${known(reference)})`) - 1}\ue001`;
  const marked = (text: string): string => {
    const parts = text
      .split(MARK)
      .map((part, index) =>
        index % 2 === 1 ? (expressions[Number(part)] ?? '""') : part && scriptLiteral(part),
      );
    return parts.filter((part) => part !== '').join(' + ') || '""';
  };
  const text = (template: string): string =>
    marked(
      piecesOf(template)
        .map((piece) => (typeof piece === 'string' ? piece : mark(piece, 'text')))
        .join(''),
    );
  return {
    text,
    url: (pieces) => marked(writeUrl(pieces, mark)),
    body: (body) =>
      bodyContent(body, {
        reference: mark,
        isBare: (whole) => !whole.name.startsWith('$') || isBare(whole, chain, remark),
        layout: 'one line',
        literalInJson: jsonLiteral,
      }),
    marked,
    value: (value) => {
      if (!isObject(value) && !isArray(value)) {
        const whole = typeof value === 'string' ? piecesOf(value) : [];
        const [only] = whole;
        return whole.length === 1 && typeof only === 'object'
          ? known(only)
          : typeof value === 'string'
            ? text(value)
            : stringifyJson(value);
      }
      const written = writeJson(value, {
        text: (template) =>
          piecesOf(template)
            .map((piece) => (typeof piece === 'string' ? jsonLiteral(piece) : mark(piece, 'json text')))
            .join(''),
        bare: (whole) => mark(whole, 'json value'),
      });
      return `JSON.parse(${marked(written)})`;
    },
    valueOf,
  };
}

/** A built-in of chains, or a function with arguments, as far as k6 has one. */
function builtIn({ name, args }: Reference): string | undefined {
  const values = args.map(argumentOf);
  const [first, second, third, ...more] = values;
  switch (args.length === 0 ? name : '') {
    case '$guid':
    case '$uuid':
      return 'crypto.randomUUID()';
    case '$timestamp':
      return 'Math.floor(Date.now() / 1000)';
    case '$timestampMs':
      return 'Date.now()';
    case '$index':
      return 'value("$index")';
    case '$isoTimestamp':
      return 'new Date().toISOString()';
    default:
  }
  switch (name) {
    case '$randomInt':
      return `randomInt(${args[0] ?? '0'}, ${args[1] ?? '1000'})`;
    case '$hmac':
      return first === undefined || second === undefined || third === undefined || more.length > 1
        ? undefined
        : digest(`hmac(${first}, text(${second}), text(${third})`, args[3]);
    case '$hash':
      return first === undefined || second === undefined || args.length > 3
        ? undefined
        : hashCall(args[0], second, args[2]);
    case '$base64':
      return first === undefined || args.length > 1 ? undefined : `encoding.b64encode(text(${first}))`;
    case '$base64url':
      return first === undefined || args.length > 1
        ? undefined
        : `encoding.b64encode(text(${first}), "rawurl")`;
    case '$urlEncode':
      return first === undefined ? undefined : `uri(${first})`;
    default:
      return undefined;
  }
}

/** k6 has a function for each algorithm. */
function hashCall(
  algorithm: string | undefined,
  value: string,
  output: string | undefined,
): string | undefined {
  const name = /^["'](md5|sha1|sha256|sha384|sha512)["']$/.exec(algorithm ?? '')?.[1];
  return name === undefined ? undefined : digest(`${name}(text(${value})`, output);
}

/** A call of k6's crypto module, whose base64url has no padding under another name. */
function digest(call: string, output: string | undefined): string | undefined {
  const encodings = new Map([
    [undefined, 'hex'],
    ["'hex'", 'hex'],
    ["'base64'", 'base64'],
    ["'base64url'", 'base64rawurl'],
  ]);
  const encoding = encodings.get(output?.replaceAll('"', "'"));
  return encoding === undefined ? undefined : `hashes.${call}, "${encoding}")`;
}

function argumentOf(written: string): string | undefined {
  const argument = readArgument(written);
  if (argument === undefined || (argument.kind === 'variable' && argument.name.startsWith('$'))) {
    return undefined;
  }
  return argument.kind === 'value' ? scriptLiteral(argument.value) : `value(${scriptLiteral(argument.name)})`;
}
