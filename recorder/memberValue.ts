/** Texts and numbers in JSON, also in JSON inside a string: their ranges, and how to write other values there. */

/** A value, and the characters that it has. */
export interface MemberValue {
  readonly credential: string;
  /** The characters to replace, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly write: (replacement: string) => string;
}

/** The text or number at a place; absent for anything else, and for an empty text. */
export function valueAt(text: string, at: number): MemberValue | undefined {
  OPENING.lastIndex = at;
  const opening = OPENING.exec(text)?.[0];
  if (opening !== undefined) {
    return opening === '"' ? plainText(text, at + 1) : escapedText(text, at + opening.length, opening);
  }
  NUMBER.lastIndex = at;
  const number = NUMBER.exec(text)?.[0];
  return number === undefined
    ? undefined
    : { credential: number, start: at, end: at + number.length, write: (value) => JSON.stringify(value) };
}

const OPENING = /\\{0,7}"/y;
const NUMBER = /-?\d[\d.eE+-]{0,40}/y;

function plainText(text: string, start: number): MemberValue | undefined {
  let end = text.indexOf('"', start);
  while (end !== -1 && isEscaped(text, start, end)) {
    end = text.indexOf('"', end + 1);
  }
  const inside = text.slice(start, end === -1 ? text.length : end);
  return inside === ''
    ? undefined
    : {
        credential: unescaped(inside),
        start,
        end: start + inside.length,
        write: (value) => JSON.stringify(value).slice(1, -1),
      };
}

function escapedText(text: string, start: number, quote: string): MemberValue | undefined {
  const closing = text.indexOf(quote, start);
  const end = closing === -1 ? text.length : closing;
  return end === start
    ? undefined
    : { credential: text.slice(start, end), start, end, write: (value) => value };
}

/** Whether an odd number of backslashes comes before a place. */
function isEscaped(text: string, start: number, at: number): boolean {
  let first = at;
  while (first > start && text[first - 1] === '\\') {
    first -= 1;
  }
  return (at - first) % 2 === 1;
}

function unescaped(inside: string): string {
  try {
    return String(JSON.parse(`"${inside}"`));
  } catch {
    return inside; // cut off, or not quite JSON
  }
}
