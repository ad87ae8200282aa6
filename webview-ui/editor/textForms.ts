/**
 * Values in the form that people type them in, and back: whole numbers, statuses, lists of words and of lines,
 * JSON. Reading gives a value, nothing for an empty field, or what is wrong with a text that is not finished.
 */
import type { WrittenExpectation } from '../../src/core/files/writtenChain';
import { isArray, parseJson, stringifyJson, type JsonValue } from '../../src/core/json/json';
import { JsonSyntaxError, JsonTooDeepError } from '../../src/core/json/jsonSyntax';
import { t } from '../ui/l10n';

/** What a text means. */
export type ReadText<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'invalid'; readonly problem: string };

/** A way to type values. */
export interface TextForm<T> {
  /** Also writes what is of another type, because the text may have that. */
  readonly write: (value: JsonValue) => string;
  readonly read: (text: string) => ReadText<T>;
}

/** The usual form of what a text means; nothing when it means nothing yet. */
export function usualForm<T extends JsonValue>(
  { write, read }: TextForm<T>,
  text: string,
): string | undefined {
  const meant = read(text);
  switch (meant.kind) {
    case 'value':
      return write(meant.value);
    case 'nothing':
      return '';
    case 'invalid':
      return undefined;
  }
}

/** Whole numbers from 0. */
export const wholeNumber = formOf<number>(stringifyJson, (typed) =>
  /^\d{1,15}$/.test(typed) ? meaning(Number(typed)) : unfinished(t('Write a whole number, such as 500.')),
);

/** Accepted statuses: `201`, `2xx`, `200, 204`. */
export const statuses = formOf<Required<WrittenExpectation>['status']>(
  (value) => (isArray(value) ? value.map(plain).join(', ') : plain(value)),
  (typed) => {
    const codes = typed.split(',').map(statusIn);
    const known = codes.filter((code) => code !== undefined);
    const [only] = known;
    if (only === undefined || known.length < codes.length) {
      return unfinished(t('Write a status such as 201, a class such as 2xx, or several with commas.'));
    }
    return meaning(known.length === 1 ? only : known);
  },
);

/** Words with commas between them; one that contains a comma is in quotes. */
export const words = formOf<readonly string[]>(
  (value) => (isArray(value) ? value.map(quotedWord).join(', ') : stringifyJson(value)),
  (typed) => listOf(typed.match(/"(?:[^"\\]|\\.)*"(?=\s*(?:,|$))|[^,]+/g) ?? [], wordIn),
);

/** A text a line. */
export const lines = formOf<readonly string[]>(
  (value) => (isArray(value) ? value.map(plain).join('\n') : stringifyJson(value)),
  (typed) => listOf(typed.split(/\r\n?|\n/), (line) => line.trim()),
);

/** Milliseconds, or a reference to them. */
export const pause = formOf<number | string>(plain, (typed) => {
  if (/^\d{1,7}$/.test(typed)) {
    return meaning(Number(typed));
  }
  return typed.includes('{{') ? meaning(typed) : unfinished(t('This is no whole number, and no reference.'));
});

/** JSON over several lines. */
export const laidOutJson = formOf<JsonValue>((value) => stringifyJson(value, 2), readJsonText);

function formOf<T>(write: TextForm<T>['write'], read: TextForm<T>['read']): TextForm<T> {
  return { write, read: (text) => (text.trim() === '' ? { kind: 'nothing' } : read(text.trim())) };
}

function meaning<T>(value: T): ReadText<T> {
  return { kind: 'value', value };
}

function unfinished(problem: string): ReadText<never> {
  return { kind: 'invalid', problem };
}

function listOf(pieces: readonly string[], read: (piece: string) => string): ReadText<readonly string[]> {
  const found = pieces.map(read).filter((piece) => piece !== '');
  return found.length === 0 ? { kind: 'nothing' } : meaning(found);
}

function readJsonText(text: string): ReadText<JsonValue> {
  try {
    return meaning(parseJson(text));
  } catch (error) {
    if (error instanceof JsonSyntaxError || error instanceof JsonTooDeepError) {
      return unfinished(t('This is not valid JSON yet: {0}.', error.message));
    }
    throw error;
  }
}

function statusIn(typed: string): number | string | undefined {
  const code = typed.trim();
  if (/^[1-9]\d\d$/.test(code)) {
    return Number(code);
  }
  return /^[1-5][xX]{2}$/.test(code) ? code : undefined;
}

function quotedWord(word: JsonValue): string {
  return typeof word === 'string' && !/[,"]|^\s|\s$|^$/.test(word) ? word : stringifyJson(word);
}

function wordIn(piece: string): string {
  const word = piece.trim();
  const read = word.startsWith('"') ? readJsonText(word) : undefined;
  return read?.kind === 'value' && typeof read.value === 'string' ? read.value : word;
}

function plain(value: JsonValue): string {
  return typeof value === 'string' ? value : stringifyJson(value);
}
