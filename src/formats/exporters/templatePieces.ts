/**
 * Texts of a chain on their way into another tool's file: they are split here into literals and references,
 * and each exporter says how both are written.
 */
import { isArray, isObject, stringifyJson, type JsonValue } from '../../core/json/json';
import { findReferences, wholeReference, type Reference } from '../../core/prepare/template';

/** How the parts of a text are written. */
export interface TextWriter {
  readonly reference: (reference: Reference) => string;
  /** `\{{` is two braces here already. */
  readonly literal: (text: string) => string;
  /** What pieces become before they are written; as they are when absent. */
  readonly arrange?: (pieces: Pieces) => Pieces;
}

/** A text in pieces: literals and references. */
export type Pieces = readonly (string | Reference)[];

/** Writes a text. */
export function writeText(text: string, { reference, literal, arrange }: TextWriter): string {
  const pieces = piecesOf(text);
  return (arrange?.(pieces) ?? pieces)
    .map((piece) => (typeof piece === 'string' ? literal(piece) : reference(piece)))
    .join('');
}

/** The literal stretches of a text, none of them empty, and its references, in order. */
export function piecesOf(text: string): Pieces {
  const references = findReferences(text);
  const pieces: (string | Reference)[] = [];
  let copied = 0;
  for (const reference of references) {
    pieces.push(withoutEscapes(text.slice(copied, reference.start)), reference);
    copied = reference.end;
  }
  pieces.push(withoutEscapes(text.slice(copied)));
  return pieces.filter((piece) => piece !== '');
}

/** How JSON with references is written. */
export interface JsonWriter {
  /** A text without its quotes. */
  readonly text: (text: string) => string;
  /** A value that is one reference; absent when it is written in quotes like any text. */
  readonly bare: (reference: Reference) => string | undefined;
}

/** Writes JSON, two spaces a level; with an empty `lineStart` on one line. Numbers keep their digits. */
export function writeJson(value: JsonValue, writer: JsonWriter, lineStart = '\n'): string {
  if (typeof value === 'string') {
    const whole = wholeReference(value);
    return (whole === undefined ? undefined : writer.bare(whole)) ?? `"${writer.text(value)}"`;
  }
  const inner = lineStart === '' ? '' : `${lineStart}  `;
  if (isArray(value)) {
    const items = value.map((item) => writeJson(item, writer, inner));
    return items.length === 0 ? '[]' : `[${inner}${items.join(`,${inner}`)}${lineStart}]`;
  }
  if (isObject(value)) {
    const members = Object.entries(value).map(
      ([name, member]) => `"${writer.text(name)}": ${writeJson(member, writer, inner)}`,
    );
    return members.length === 0 ? '{}' : `{${inner}${members.join(`,${inner}`)}${lineStart}}`;
  }
  return stringifyJson(value);
}

/** A literal as it is written between the quotes of a JSON string. */
export function jsonLiteral(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** The same for tools that look for double braces in the text: JSON reads its escapes, and they do not. */
export function jsonLiteralWithoutBraces(text: string): string {
  return jsonLiteral(text).replace(/\{\{|\{$/g, (braces) => '\\u007b'.repeat(braces.length));
}

function withoutEscapes(text: string): string {
  return text.replaceAll('\\{{', '{{');
}
