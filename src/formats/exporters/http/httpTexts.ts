/** Texts of an `.http` file: references as REST Client has them, whose names chains have too. */
import type { JsonValue } from '../../../core/json/json';
import { requestPartOf, takesValues } from '../../../core/prepare/functions/signatures';
import { plainText, type Reference } from '../../../core/prepare/template';
import { bodyContent, type BodyContent } from '../bodyContents';
import type { Body } from '../../../core/model';
import type { ExportedChain } from '../exportedChain';
import type { Remark } from '../exportLog';
import { isBare } from '../jsonReferences';
import type { Placeholders } from '../placeholders';
import { jsonLiteralWithoutBraces, piecesOf, type Pieces } from '../templatePieces';
import type { LiteralBraces } from './literalBraces';

/** Writes the texts of one request, or of the whole. */
export interface HttpTexts {
  readonly text: (text: string) => string;
  readonly pieces: (pieces: Pieces) => string;
  readonly body: (body: Body) => BodyContent;
  /** A constant, on one line. */
  readonly value: (value: JsonValue) => string;
}

/** What all texts of a file share. */
export interface HttpFile {
  readonly chain: ExportedChain;
  readonly placeholders: Placeholders;
  readonly braces: LiteralBraces;
}

/** Starts writing texts; `remark` gets what they cannot express. */
export function httpTexts({ chain, placeholders, braces }: HttpFile, remark: Remark): HttpTexts {
  const reference = (one: Reference): string => {
    const mark = `{{${written(one, placeholders)}}}`;
    if (takesValues(one.name) || requestPartOf(one.name) !== undefined || one.name === '$timestampMs') {
      remark(`An .http file has nothing like ${mark}: write its value there.`);
    }
    return mark;
  };
  const pieces = (parts: Pieces): string =>
    braces
      .arrange(parts)
      .map((piece) => (typeof piece === 'string' ? piece : reference(piece)))
      .join('');
  const text = (template: string): string => pieces(piecesOf(template));
  return {
    text,
    pieces,
    body: (body) =>
      bodyContent(body, {
        reference,
        isBare: (whole) => isBare(whole, chain, remark),
        layout: 'lines',
        literalInJson: jsonLiteralWithoutBraces,
        arrange: braces.arrange,
      }),
    value: (value) => text(plainText(value)),
  };
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
export function secretLines(placeholders: Placeholders): readonly string[] {
  return [...placeholders.references()].map(([variable, { name, args }]) => {
    const source = name === '$processEnv' ? '$processEnv' : '$dotenv';
    return variableLine(variable, `{{${source} ${args[0]?.replace(/^(["'])(.*)\1$/, '$2') ?? ''}}}`);
  });
}

function written(reference: Reference, placeholders: Placeholders): string {
  const { name, args } = reference;
  const placeholder = placeholders.nameFor(reference);
  if (placeholder !== undefined) {
    return placeholder;
  }
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
