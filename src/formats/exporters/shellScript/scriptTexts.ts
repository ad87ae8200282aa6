/**
 * Texts of a script for a POSIX shell. References become variables of the shell, encoded for the place where they are:
 * a segment of a path, a query, a text in JSON.
 */
import type { JsonValue } from '../../../core/json/json';
import { plainText, type Reference } from '../../../core/prepare/template';
import { bodyContent, type BodyPlace } from '../bodyContents';
import { writeUrl, type UrlPlace } from '../urlPlaces';
import { madeValue } from '../curlScript/madeValues';
import { inCapitals, shellNames, type ShellTexts } from '../curlScript/shellTexts';
import type { ExportedChain } from '../exportedChain';
import type { Remark } from '../exportLog';
import { isBare } from '../jsonReferences';
import type { Placeholders } from '../placeholders';
import { jsonLiteral, piecesOf, type Pieces } from '../templatePieces';
import { posixWord } from './posixWord';

/** The variables of one script. */
export interface ScriptTexts extends ShellTexts {
  /** The variable with an extracted value as JSON; absent while nothing refers to it. */
  readonly jsonNameOf: (variable: string) => string | undefined;
  /** Variables of the shell that have to be set before. */
  readonly needed: ReadonlySet<string>;
  /** Variables of the chain that were referred to since the last call. */
  readonly takeUsed: () => ReadonlySet<string>;
}

/** How a value is written at its place: a function of the script, or nothing. */
type Encoding = 'plain' | 'uri' | 'segment' | 'json' | 'json value';

const IN_URL: Readonly<Record<UrlPlace, Encoding>> = { base: 'plain', path: 'segment', query: 'uri' };

const IN_BODY: Readonly<Record<BodyPlace, Encoding>> = {
  'json text': 'json',
  'json value': 'json value',
  field: 'uri',
  text: 'plain',
};

/** Private use characters: also in a user's text they only ever refer to an expansion of the script. */
const MARK = /\ue000(\d+)\ue001/;

/** Begins without variables. `remark` gets functions that no shell has. */
export function scriptTexts(chain: ExportedChain, placeholders: Placeholders, remark: Remark): ScriptTexts {
  const { named } = shellNames();
  const expansions: string[] = [];
  const jsonNames = new Map<string, string>();
  const needed = new Set<string>();
  let used = new Set<string>();
  const nameOf = (variable: string): string => named(variable, `VAR_${inCapitals(variable)}`);
  const variable = (name: string): string => {
    used.add(name);
    if (!chain.constants.has(name) && !chain.extracted.has(name)) {
      needed.add(nameOf(name));
    }
    return `$${nameOf(name)}`;
  };
  const expansion = (reference: Reference): string => {
    const secret = placeholders.nameFor(reference);
    if (secret !== undefined) {
      const name = named(`secret ${secret}`, `SECRET_${inCapitals(secret)}`);
      needed.add(name);
      return `$${name}`;
    }
    return reference.name === '$index' ? '$index' : (madeValue(reference) ?? unknownOr(reference));
  };
  const unknownOr = ({ name, args }: Reference): string => {
    const written = [name, ...args].join(' ');
    if (name.startsWith('$')) {
      remark(`A shell has nothing like {{${written}}}: set ${nameOf(written)} before.`);
    }
    return variable(written);
  };
  const mark = (reference: Reference, encoding: Encoding): string => {
    if (encoding === 'json value' && chain.extracted.has(reference.name)) {
      const name = named(`json ${reference.name}`, `JSON_${inCapitals(reference.name)}`);
      jsonNames.set(reference.name, name);
      return marked(`$${name}`);
    }
    const plain = expansion(reference);
    return marked(encoding === 'plain' || encoding === 'json value' ? plain : `$(${encoding} "${plain}")`);
  };
  const marked = (written: string): string => {
    const known = expansions.indexOf(written);
    return `\ue000${known < 0 ? expansions.push(written) - 1 : known}\ue001`;
  };
  const plain = (pieces: Pieces): string =>
    pieces.map((piece) => (typeof piece === 'string' ? piece : mark(piece, 'plain'))).join('');
  const text = (template: string): string => plain(piecesOf(template));
  return {
    text,
    // What comes before the path is the base of URLs, as chains have it.
    url: (pieces) => writeUrl(pieces, (reference, place) => mark(reference, IN_URL[place])),
    body: (body, remarkOnBody) =>
      bodyContent(body, {
        reference: (reference, place) => mark(reference, IN_BODY[place]),
        isBare: (whole) => chain.extracted.has(whole.name) || isBare(whole, chain, remarkOnBody),
        layout: 'one line',
        literalInJson: jsonLiteral,
      }),
    value: (value) => text(plainText(value)),
    word: (written) =>
      posixWord(
        written.split(MARK).map((part, index) => (index % 2 === 1 ? (expansions[Number(part)] ?? '') : part)),
      ),
    nameOf,
    jsonNameOf: (name) => jsonNames.get(name),
    needed,
    takeUsed: () => {
      const taken = used;
      used = new Set();
      return taken;
    },
  };
}

/** A value as a word that is JSON. */
export function jsonWord(value: JsonValue, { body, word }: ScriptTexts, remark: Remark): string {
  const content = body({ kind: 'json', value }, remark);
  return content.kind === 'text' ? word(content.text) : "''";
}
