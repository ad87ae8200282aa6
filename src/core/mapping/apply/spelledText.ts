/**
 * Texts of a chain as they are written for their place, and a value in them replaced: what is compared is what the
 * text says, what is replaced is how it is written, so that nothing around the value changes.
 */
import { encodeComponent } from '../../prepare/url';
import { decoded } from '../read/urlValue';

/** How a text is written for its place. */
export interface Spelling {
  /** Matches what is read as one. */
  readonly token: RegExp;
  /** What a token says. */
  readonly read: (token: string) => string;
  /** A reference is replaced by the value as it is: where the value is written in another way, it would change. */
  readonly isVerbatim: boolean;
}

const MARK = String.raw`\\\{\{|\{\{[^{}]*\}\}`;
/** One character in UTF-8, percent-encoded (RFC 3986 §2.1). */
const OCTETS = String.raw`%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-7](?:%[89ab][\da-f]){3}`;
/** In the place of a reference: a noncharacter, which no value holds. */
const OPAQUE = '\uffff';

const PLAIN = new RegExp(`${MARK}|.`, 'gs');
const PERCENT = new RegExp(`${MARK}|${OCTETS}|.`, 'gis');
const JSON_ESCAPE = new RegExp(String.raw`${MARK}|\\u[\da-f]{4}|\\.|.`, 'gis');

const readMark = (token: string): string => (token === '\\{{' ? '{{' : OPAQUE);
const isMark = (token: string): boolean => token.startsWith('{{') || token === '\\{{';
const readPercent = (token: string): string => (isMark(token) ? readMark(token) : decoded(token));
const readForm = (token: string): string => (token === '+' ? ' ' : readPercent(token));

export const SPELLINGS = {
  plain: { token: PLAIN, read: (token) => (isMark(token) ? readMark(token) : token), isVerbatim: false },
  path: { token: PERCENT, read: readPercent, isVerbatim: false },
  /** A value of a query. */
  query: { token: PERCENT, read: readForm, isVerbatim: false },
  /** A value of a form that the chain states as text. */
  form: { token: PERCENT, read: readForm, isVerbatim: true },
  /** A text, without its quotes, or a number of JSON that the chain states as text. */
  json: { token: JSON_ESCAPE, read: readJsonToken, isVerbatim: true },
} satisfies Record<string, Spelling>;

function readJsonToken(token: string): string {
  if (isMark(token)) {
    return readMark(token);
  }
  try {
    return token.startsWith('\\') ? String(JSON.parse(`"${token}"`)) : token;
  } catch {
    // Not an escape of JSON.
    return token;
  }
}

/** A text that is read, and where it is written. */
interface ReadText {
  readonly text: string;
  /** By offset in `text`, and one more: where what is written begins; absent inside of a token. */
  readonly starts: readonly (number | undefined)[];
}

function readText(written: string, { token, read }: Spelling): ReadText {
  const parts: string[] = [];
  const starts: (number | undefined)[] = [];
  for (const match of written.matchAll(token)) {
    const part = read(match[0]);
    parts.push(part);
    starts.push(match.index);
    starts.length += part.length - 1;
  }
  return { text: parts.join(''), starts: [...starts, written.length] };
}

/** What a written text says; a reference is one character that nothing equals. */
export function textOf(written: string, spelling: Spelling): string {
  return readText(written, spelling).text;
}

/**
 * The written text with a replacement for a value that it says: once, or of several times once on its own. Absent where
 * it does not say the value, where it is open which is meant, or where a reference would be written in another way.
 */
export function replaceValue(
  written: string,
  { value, replacement }: { readonly value: string; readonly replacement: string },
  spelling: Spelling,
): string | undefined {
  const reading = readText(written, spelling);
  const found = offsetsOf(value, reading.text);
  const [at, ...others] =
    found.length > 1 ? found.filter((offset) => standsAlone(offset, value, reading.text)) : found;
  const start = at === undefined || others.length > 0 ? undefined : reading.starts[at];
  const end = at === undefined ? undefined : reading.starts[at + value.length];
  if (start === undefined || end === undefined) {
    return undefined;
  }
  const isLost = spelling.isVerbatim && written.slice(start, end) !== value;
  return isLost ? undefined : written.slice(0, start) + replacement + written.slice(end);
}

/** Where a value occurs, none inside of another. */
function offsetsOf(value: string, text: string): readonly number[] {
  const found: number[] = [];
  if (value !== '') {
    for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + value.length)) {
      found.push(at);
    }
  }
  return found;
}

/** Whether the value is a word by itself. */
function standsAlone(at: number, value: string, text: string): boolean {
  return !/\w/.test(text.charAt(at - 1)) && !/\w/.test(text.charAt(at + value.length));
}

/** How texts of a chain may write a value: plainly, percent-encoded, or inside of a text of JSON. */
export function writtenForms(value: string): readonly string[] {
  return [...new Set([value, encodeComponent(value), JSON.stringify(value).slice(1, -1)])];
}
