/**
 * Members of JSON in a text that need not be JSON: `{ "id": {{id}}, "password": "abc" }` is none before its
 * references have values.
 */

/** A member whose value is a string. */
interface NamedString {
  /** Escapes as written, as in the value. */
  readonly name: string;
  readonly value: string;
  /** Where the value begins, behind its quote. */
  readonly start: number;
}

/** Finds them, in order, in a text that begins as JSON does. */
export function namedStrings(text: string): readonly NamedString[] {
  const found: NamedString[] = [];
  let name = '';
  let end = text.length;
  for (
    let quote = /^\s*[{[]/.test(text) ? text.indexOf('"') : -1;
    quote !== -1;
    quote = text.indexOf('"', end)
  ) {
    const start = quote + 1;
    const isValue = /^\s*:\s*$/.test(text.slice(end, quote));
    const close = closingQuote(text, start);
    const value = text.slice(start, close);
    if (isValue) {
      found.push({ name, value, start });
    }
    name = value;
    end = close + 1;
  }
  return found;
}

/** Where a string ends; an unterminated one extends to the end of the text. */
function closingQuote(text: string, start: number): number {
  let at = start;
  while (at < text.length && text[at] !== '"') {
    at += text[at] === '\\' ? 2 : 1;
  }
  return Math.min(at, text.length);
}
