/** Texts of an `.http` file: references as REST Client has them, whose names chains have too. */
import type { JsonValue } from '../../../core/json/json';
import { requestPartOf, takesValues } from '../../../core/prepare/functions/signatures';
import { plainText, type Reference } from '../../../core/prepare/template';
import { bodyContent, type BodyContent, type BodyPlace } from '../bodyContents';
import type { Body } from '../../../core/model';
import type { ExportedChain } from '../exportedChain';
import type { Remark } from '../exportLog';
import { isBare } from '../jsonReferences';
import type { Placeholders } from '../placeholders';
import { jsonLiteralWithoutBraces, piecesOf, type Pieces } from '../templatePieces';
import { writeUrl, type UrlPlace } from '../urlPlaces';
import type { Dialect } from './dialects';
import type { LiteralBraces } from './literalBraces';

/** Writes the texts of one request, or of the whole. */
export interface HttpTexts {
  readonly text: (text: string) => string;
  readonly url: (pieces: Pieces) => string;
  readonly body: (body: Body) => BodyContent;
  /** A constant, on one line. */
  readonly value: (value: JsonValue) => string;
}

/** What all texts of a file share. */
export interface HttpFile {
  readonly chain: ExportedChain;
  readonly placeholders: Placeholders;
  readonly braces: LiteralBraces;
  readonly dialect: Dialect;
}

/** Starts writing texts; `remark` gets what they cannot express. */
export function httpTexts({ chain, placeholders, braces, dialect }: HttpFile, remark: Remark): HttpTexts {
  const reference = (one: Reference, place: UrlPlace | BodyPlace): string => {
    const known =
      placeholders.nameFor(one) ?? (one.name.startsWith('$') ? undefined : dialect.nameOf(one.name));
    if (known !== undefined) {
      const isText = place === 'json value' && !hasType(one, dialect, chain);
      return `{{${isText ? known : (dialect.encoded?.(known, place) ?? known)}}}`;
    }
    const own = dialect.builtIn?.(one);
    const mark = `{{${own ?? builtIn(one)}}}`;
    const isKnown = own !== undefined || one.name !== '$timestampMs';
    if (takesValues(one.name) || requestPartOf(one.name) !== undefined || !isKnown) {
      remark(`${dialect.reader} has nothing like ${mark}: write its value there.`);
    }
    return mark;
  };
  const inText = (one: Reference): string => reference(one, 'text');
  const text = (template: string): string =>
    braces
      .arrange(piecesOf(template))
      .map((piece) => (typeof piece === 'string' ? piece : inText(piece)))
      .join('');
  return {
    text,
    url: (pieces) => writeUrl(braces.arrange(pieces), reference),
    body: (body) =>
      bodyContent(body, {
        reference,
        isBare: (whole) => hasType(whole, dialect, chain) || isBare(whole, chain, remark),
        layout: 'lines',
        literalInJson: jsonLiteralWithoutBraces,
        arrange: braces.arrange,
      }),
    value: (value) => text(plainText(value)),
  };
}

/** Whether a reader knows the type of a value; those of a file are texts. */
function hasType({ name }: Reference, { encoded }: Dialect, { extracted }: ExportedChain): boolean {
  return encoded !== undefined && extracted.has(name);
}

/** A line that defines a variable. Line breaks are escapes, and so must be the marks that begin one. */
export function variableLine(name: string, value: string): string {
  const escaped = /[\r\n\u2028\u2029]/.test(value)
    ? value
        .replaceAll('\\', '\\\\')
        .replaceAll('\r', '\\r')
        .replace(/[\n\u2028\u2029]/g, '\\n')
    : value;
  return `@${name} = ${escaped}`;
}

/** The lines that say where secrets come from. References without spaces work anywhere in a request. */
export function secretLines(placeholders: Placeholders, { secrets }: Dialect): readonly string[] {
  const names = placeholders.names();
  if (names.length === 0) {
    return [];
  }
  if (secrets === 'private environment file') {
    return [`# Secrets, read from http-client.private.env.json next to this file: ${names.join(', ')}`];
  }
  return [
    '# Secrets, read from a file .env next to this one',
    ...[...placeholders.references()].map(([variable, { name, args }]) => {
      const source = name === '$processEnv' ? '$processEnv' : '$dotenv';
      return variableLine(variable, `{{${source} ${args[0]?.replace(/^(["'])(.*)\1$/, '$2') ?? ''}}}`);
    }),
  ];
}

/** As REST Client has it. */
function builtIn({ name, args }: Reference): string {
  switch (name) {
    case '$uuid':
      return '$guid';
    case '$isoTimestamp':
      return ['$datetime', 'iso8601', ...args].join(' ');
    case '$randomInt':
      return ['$randomInt', ...(args.length === 0 ? ['0', '1000'] : args)].join(' ');
    default:
      return [name, ...args].join(' ');
  }
}
