/**
 * Finds values wherever they are in texts, in every form in which they are commonly written. Thousands of
 * values are looked for in time that depends on the text alone: four characters rule out nearly every place.
 *
 * A short value (`hunter2`) is found only where it is a word of its own: inside longer words it is there by
 * chance, and ids that are torn apart make a recording useless.
 */
import { formsOf } from './valueForms';

/** Replaces every value in a text. */
export type ReplaceKnown = (text: string, replacement: (value: string) => string) => string;

/** Makes a search for values; those that could be ordinary words are not looked for. */
export function searchFor(values: Iterable<string>): ReplaceKnown {
  const known = new Map<string, string>();
  for (const value of values) {
    for (const form of isLong(value) || isTelling(value) ? formsOf(value) : []) {
      if (form.length >= HEAD) {
        known.set(form, value);
      }
    }
  }
  const lengths = lengthsByHead(known.keys());
  const marks = new Uint8Array(MARKS);
  known.forEach((_, form) => (marks[markAt(form, 0)] = 1));
  const isAt = (text: string, at: number, length: number): boolean => {
    const value = known.get(text.slice(at, at + length));
    return value !== undefined && (isLong(value) || isWord(text, at, at + length));
  };
  const formAt = (text: string, at: number): Form | undefined => {
    const candidates = marks[markAt(text, at)] === 1 ? lengths.get(text.slice(at, at + HEAD)) : undefined;
    const length = candidates?.find((one) => isAt(text, at, one));
    return length === undefined ? undefined : { length, value: known.get(text.slice(at, at + length)) ?? '' };
  };
  return known.size === 0 ? (text) => text : (text, replacement) => replaceForms(text, formAt, replacement);
}

/** A value that was found, and how many characters its form has. */
interface Form {
  readonly length: number;
  readonly value: string;
}

/** How long forms are that begin alike, longest first: many tokens begin alike, and few differ in length. */
function lengthsByHead(forms: Iterable<string>): ReadonlyMap<string, readonly number[]> {
  const lengths = new Map<string, Set<number>>();
  for (const form of forms) {
    const head = form.slice(0, HEAD);
    lengths.set(head, (lengths.get(head) ?? new Set()).add(form.length));
  }
  return new Map([...lengths].map(([head, all]) => [head, [...all].sort((a, b) => b - a)]));
}

/** Characters by which forms are filed; no form is shorter. */
const HEAD = 4;
const MARKS = 65_536;

/** Whether a value is so long that it is nowhere by chance, ordinary words included. */
function isLong(value: string): boolean {
  return value.length >= 16 || (value.length >= 8 && /\d/.test(value));
}

/** Whether a short value is more than a word of a language, or a number that is also an amount. */
function isTelling(value: string): boolean {
  return value.length >= HEAD && /[^\p{L}]/u.test(value.trim()) && !/^\d{1,5}$/.test(value);
}

/** Whether the characters from `start` to `end` are no part of a longer word; escapes belong to none. */
function isWord(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 3), start);
  return (
    (!/[\p{L}\d_]$/u.test(before) || /%[\da-f]{2}$|\\[bfnrt]$/i.test(before)) &&
    !/^[\p{L}\d_]/u.test(text.slice(end, end + 2))
  );
}

function replaceForms(
  text: string,
  formAt: (text: string, at: number) => Form | undefined,
  replacement: (value: string) => string,
): string {
  let replaced = '';
  let copied = 0;
  let at = 0;
  while (at + HEAD <= text.length) {
    const found = formAt(text, at);
    if (found === undefined) {
      at += 1;
    } else {
      const written = replacement(found.value);
      const end = at + found.length;
      replaced += text.slice(copied, at) + (isNumber(text, at, end) ? `"${written}"` : written);
      at = end;
      copied = at;
    }
  }
  return replaced + text.slice(copied);
}

/** Whether the characters from `start` to `end` are the number of a member in JSON: what replaces it needs quotes. */
function isNumber(text: string, start: number, end: number): boolean {
  return (
    /^-?\d+$/.test(text.slice(start, end)) &&
    /[^\\]"\s{0,2}:\s{0,2}$/.test(text.slice(Math.max(0, start - 7), start)) &&
    /^\s{0,2}[,}\]\s]/.test(text.slice(end, end + 3))
  );
}

function markAt(text: string, at: number): number {
  return (
    ((text.charCodeAt(at) << 9) ^
      (text.charCodeAt(at + 1) << 6) ^
      (text.charCodeAt(at + 2) << 3) ^
      text.charCodeAt(at + 3)) &
    (MARKS - 1)
  );
}
