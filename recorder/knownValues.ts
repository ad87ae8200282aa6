/**
 * Finds values wherever they stand in texts, in every form in which they are commonly written. Thousands of
 * values are looked for in time that depends on the text alone: four characters rule out nearly every place.
 */

/** Replaces every value in a text. */
export type ReplaceKnown = (text: string, replacement: (value: string) => string) => string;

/** Makes a search for values; those that could be ordinary words are not looked for. */
export function searchFor(values: Iterable<string>): ReplaceKnown {
  const known = new Map<string, string>();
  for (const value of values) {
    for (const form of isDistinct(value) ? formsOf(value) : []) {
      known.set(form, value);
    }
  }
  const lengths = lengthsByHead(known.keys());
  const marks = new Uint8Array(MARKS);
  known.forEach((_, form) => (marks[markAt(form, 0)] = 1));
  const formAt = (text: string, at: number): Form | undefined => {
    const candidates = marks[markAt(text, at)] === 1 ? lengths.get(text.slice(at, at + HEAD)) : undefined;
    const length = candidates?.find((one) => known.has(text.slice(at, at + one)));
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
const HEAD = 8;
const MARKS = 65_536;
/** Characters from which on a value without digits is no ordinary word. */
const LONG = 16;

function isDistinct(value: string): boolean {
  return value.length >= LONG || (value.length >= HEAD && /\d/.test(value));
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
      replaced += text.slice(copied, at) + replacement(found.value);
      at += found.length;
      copied = at;
    }
  }
  return replaced + text.slice(copied);
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

/** A value as it is, in a URL, in a form, in JSON and in base64. */
function formsOf(value: string): ReadonlySet<string> {
  const bytes = new TextEncoder().encode(value.slice(0, LONGEST_ENCODED));
  const percent = encodeURIComponent(new TextDecoder().decode(new TextEncoder().encode(value)));
  const base64 = btoa(String.fromCharCode(...bytes)).replace(/=+$/, '');
  return new Set([
    value,
    percent,
    percent.replaceAll('%20', '+'),
    JSON.stringify(value).slice(1, -1),
    base64,
  ]);
}

/** Characters of a value of which base64 is made: the call that makes it takes no longer list. */
const LONGEST_ENCODED = 10_000;
