/**
 * A text that was made from a template, in pieces that say where they come from.
 *
 * The text decides: it is shown unchanged, byte for byte. Where its pieces begin and end is read off a
 * second text, made by the same code from the same template with a placeholder for every reference. What does
 * not fit together, such as two references without anything between them that tells them apart, stays one piece.
 */
import { defined } from '../defined';
import { stringifyJson, type JsonValue } from '../json/json';
import { plainText } from '../prepare/template';
import { encodeComponent, encodeSegment } from '../prepare/url';

/** A piece of a text that will be sent. */
export interface PreviewSegment {
  readonly text: string;
  /**
   * `written`: as the file says; `value`: from a variable; `secret`: masked; `generated`: another one for each
   * request; `missing`: a reference that has no value.
   */
  readonly kind: 'written' | 'value' | 'secret' | 'generated' | 'missing';
  /** Why it has no value, or which variable gave it. */
  readonly why?: string;
}

/** What a reference became. */
export type Filled =
  | { readonly kind: 'value'; readonly value: JsonValue }
  /** It is in the text as written. */
  | { readonly kind: 'generated' | 'missing'; readonly why?: string };

/** A piece of a text with placeholders. `reference` is as written, braces included. */
export type TemplatePiece = { readonly literal: string } | { readonly reference: string };

/** How texts with placeholders are read. */
export interface PlaceholderReader {
  readonly split: (text: string) => readonly TemplatePiece[];
  /** The reference whose placeholder begins at an offset, and the length of that. */
  readonly at: (
    text: string,
    offset: number,
  ) => { readonly reference: string; readonly length: number } | undefined;
  /** What a reference became; absent for one that nobody asked for. */
  readonly filled: (reference: string) => Filled | undefined;
}

/**
 * The pieces of a text.
 *
 * @param text with placeholders for references that have no value
 * @param template the same with placeholders for all references; absent when there is none
 */
export function segmentsOf(
  text: string,
  template: string | undefined,
  reader: PlaceholderReader,
): readonly PreviewSegment[] {
  const segments =
    (template === undefined ? undefined : aligned(text, reader.split(template), reader)) ??
    withGaps(text, WRITTEN, reader);
  return joined(segments);
}

/** Where in the text the pieces of a template are being looked for. */
interface Cursor {
  readonly text: string;
  readonly pieces: readonly TemplatePiece[];
  at: number;
  /** The value before is unquoted, so the closing quote of its placeholder is missing, too. */
  isBare: boolean;
}

function aligned(
  text: string,
  pieces: readonly TemplatePiece[],
  reader: PlaceholderReader,
): readonly PreviewSegment[] | undefined {
  const cursor: Cursor = { text, pieces, at: 0, isBare: false };
  const segments: PreviewSegment[] = [];
  for (const [index, piece] of pieces.entries()) {
    const found =
      'literal' in piece
        ? takeLiteral(cursor, index, piece.literal, reader)
        : takeReference(cursor, index, piece.reference, reader);
    if (found === undefined) {
      return undefined;
    }
    segments.push(...found);
  }
  return cursor.at === text.length ? segments : undefined;
}

function takeLiteral(
  cursor: Cursor,
  index: number,
  literal: string,
  reader: PlaceholderReader,
): readonly PreviewSegment[] | undefined {
  const { text, at } = cursor;
  const rest = cursor.isBare ? literal.slice(1) : literal;
  cursor.isBare = !text.startsWith(rest, at) && isUnquoted(cursor, index + 1, reader);
  const expected = cursor.isBare ? rest.slice(0, -1) : rest;
  if (!text.startsWith(expected, at)) {
    return undefined;
  }
  cursor.at += expected.length;
  return unmasked(expected, WRITTEN);
}

/** In JSON a value that is not text lacks the quotes of its placeholder. */
function isUnquoted({ pieces }: Cursor, index: number, reader: PlaceholderReader): boolean {
  const [before = '', after = ''] = [literalAt(pieces, index - 1), literalAt(pieces, index + 1)];
  const piece = pieces[index];
  const filled = piece !== undefined && 'reference' in piece ? reader.filled(piece.reference) : undefined;
  const isText = filled?.kind !== 'value' || typeof filled.value === 'string';
  return !isText && before.endsWith('"') && after.startsWith('"');
}

function takeReference(
  cursor: Cursor,
  index: number,
  reference: string,
  reader: PlaceholderReader,
): readonly PreviewSegment[] | undefined {
  const { text, at, pieces } = cursor;
  const own = reader.at(text, at);
  if (own?.reference === reference) {
    cursor.at += own.length;
    return [gap(reference, reader)];
  }
  const follows = literalAt(pieces, index + 1)
    ?.slice(cursor.isBare ? 1 : 0)
    .slice(0, isUnquoted(cursor, index + 2, reader) ? -1 : undefined);
  const isLast = index === pieces.length - 1;
  const end = endOfValue(cursor, { follows, isLast }, reader.filled(reference));
  if (end === undefined) {
    return undefined;
  }
  cursor.at = end;
  return withGaps(text.slice(at, end), { kind: 'value', why: nameOf(reference) }, reader);
}

/** Where a value ends: at the end of its own encoded text, else where the next piece begins. */
function endOfValue(
  { text, at }: Cursor,
  { follows, isLast }: { readonly follows: string | undefined; readonly isLast: boolean },
  filled: Filled | undefined,
): number | undefined {
  const fits = (end: number): boolean => (isLast ? end === text.length : text.startsWith(follows ?? '', end));
  const written = filled?.kind === 'value' ? spellings(filled.value) : [];
  const own = written.find((spelling) => text.startsWith(spelling, at) && fits(at + spelling.length));
  if (own !== undefined) {
    return at + own.length;
  }
  if (isLast) {
    return text.length;
  }
  const end = follows === undefined || follows === '' ? -1 : text.indexOf(follows, at);
  return end === -1 ? undefined : end;
}

/** The ways to write a value: verbatim, percent-encoded in a query or a path, in a JSON string, as JSON. */
function spellings(value: JsonValue): readonly string[] {
  const plain = plainText(value);
  const json = stringifyJson(value);
  return plain.length > MAX_SPELLED
    ? [plain, json]
    : [plain, encodeComponent(plain), encodeSegment(plain), JSON.stringify(plain).slice(1, -1), json];
}

/** UTF-16 code units of a value that is spelled in every way; where a longer one ends is seen by what follows. */
const MAX_SPELLED = 10_000;

type Origin = Pick<PreviewSegment, 'kind' | 'why'>;

const WRITTEN: Origin = { kind: 'written' };
const MASK = /(‹secret:[0-9a-f]{4}›)/;

/** A text whose masks are pieces of their own. */
function unmasked(text: string, { kind, why }: Origin): readonly PreviewSegment[] {
  return text.split(MASK).flatMap((part, place): readonly PreviewSegment[] => {
    const own: Origin['kind'] = place % 2 === 1 ? 'secret' : kind;
    return part === '' ? [] : [{ text: part, kind: own, ...defined({ why }) }];
  });
}

/** A text whose masks and references are pieces of their own. */
function withGaps(text: string, origin: Origin, reader: PlaceholderReader): readonly PreviewSegment[] {
  return reader
    .split(text)
    .flatMap((piece) =>
      'literal' in piece ? unmasked(piece.literal, origin) : [gap(piece.reference, reader)],
    );
}

/** A reference that is in the text as written. */
function gap(reference: string, reader: PlaceholderReader): PreviewSegment {
  const filled = reader.filled(reference);
  if (filled === undefined || filled.kind === 'value') {
    return { text: reference, kind: 'missing' };
  }
  const { kind, why } = filled;
  return { text: reference, kind, ...defined({ why }) };
}

function nameOf(reference: string): string {
  return reference.replace(/^\{\{\s*|\s*\}\}$/g, '');
}

function literalAt(pieces: readonly TemplatePiece[], index: number): string | undefined {
  const piece = pieces[index];
  return piece !== undefined && 'literal' in piece ? piece.literal : undefined;
}

/** Neighbours of one origin as one. */
function joined(segments: readonly PreviewSegment[]): readonly PreviewSegment[] {
  const all: PreviewSegment[] = [];
  for (const segment of segments) {
    const last = all.at(-1);
    if (last?.kind === 'written' && segment.kind === 'written') {
      all.splice(-1, 1, { ...last, text: last.text + segment.text });
    } else {
      all.push(segment);
    }
  }
  return all;
}
