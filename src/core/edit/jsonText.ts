/**
 * New JSON in somebody's file: laid out as people write these files, in the indentation and with the line
 * breaks the file has.
 *
 * A list or object is on one line if it fits (`{ "name": "Accept", "value": "text/html" }`) and is
 * spread over several where it does not. Numbers are written digit for digit.
 */
import { ExactNumber, isArray, type JsonObject, type JsonValue } from '../json/json';

/** The habits of a file. */
export interface Layout {
  /** One level of indentation. */
  readonly unit: string;
  readonly lineBreak: string;
  /** Longest line, in characters; absent is 100. */
  readonly columns?: number;
}

/** Where a value is written. */
export interface WritingPlace {
  /** Indentation of the line it begins in. */
  readonly indent: string;
  /** Characters before it in that line. */
  readonly column: number;
}

/** `fit`: in one line where there is room; `spread`: at least the outermost level over several lines. */
export type Spread = 'fit' | 'spread';

/** Lines longer than this are spread where the layout says nothing else. */
const MAX_COLUMNS = 100;

/** The habits of a text: its first indented line and its first line break decide. */
export function layoutOf(text: string): Layout {
  return {
    unit: /[\r\n]([ \t]+)[^ \t\r\n]/.exec(text)?.[1] ?? '  ',
    lineBreak: /\r\n?|\n/.exec(text)?.[0] ?? '\n',
  };
}

/** A value as text to be put at a place. */
export function writeJson(
  value: JsonValue,
  layout: Layout,
  place: WritingPlace,
  spread: Spread = 'fit',
): string {
  const isOne = isWithoutEntries(value);
  const room = spread === 'fit' ? (layout.columns ?? MAX_COLUMNS) - place.column : -1;
  const inline = isOne || mayFit(value, room) ? writeInline(value) : undefined;
  if (inline !== undefined && (isOne || inline.length <= room)) {
    return inline;
  }
  const [open, close] = isArray(value) ? ['[', ']'] : ['{', '}'];
  const indent = place.indent + layout.unit;
  const lines = entriesOf(value).map(
    ([prefix, entry]) =>
      indent + prefix + writeJson(entry, layout, { indent, column: indent.length + prefix.length }),
  );
  return [open, lines.join(`,${layout.lineBreak}`), place.indent + close].join(layout.lineBreak);
}

/** A value in one line. */
export function writeInline(value: JsonValue): string {
  if (value instanceof ExactNumber) {
    return value.text;
  }
  if (typeof value !== 'object' || value === null) {
    return JSON.stringify(value);
  }
  if (isArray(value)) {
    return `[${value.map(writeInline).join(', ')}]`;
  }
  const entries = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${writeInline(member)}`,
  );
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

/** Whether a value is always written in one line. */
function isWithoutEntries(value: JsonValue): boolean {
  return typeof value !== 'object' || value === null || entryCount(value) === 0;
}

function entryCount(value: JsonObject | ExactNumber | readonly JsonValue[]): number {
  return value instanceof ExactNumber ? 0 : isArray(value) ? value.length : Object.keys(value).length;
}

/** Whether a value may take no more characters than these: a long value is detected before it is written completely. */
function mayFit(value: JsonValue, room: number): boolean {
  return roomLeft(value, room) >= 0;
}

/** At most the characters that are left after a value; negative when there are none, but not by how many. */
function roomLeft(value: JsonValue, room: number): number {
  if (typeof value === 'string') {
    return room - value.length - 2;
  }
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) {
    return room - 1;
  }
  let left = room - 2;
  if (isArray(value)) {
    for (let index = 0; index < value.length && left >= 0; index += 1) {
      left = roomLeft(value[index] ?? null, left);
    }
    return left;
  }
  const names = Object.keys(value);
  for (let index = 0; index < names.length && left >= 0; index += 1) {
    const name = names[index] ?? '';
    left = roomLeft(value[name] ?? null, left - name.length - 4);
  }
  return left;
}

/** The entries of a list or object, each with its prefix: nothing, or `"name": `. */
function entriesOf(value: JsonValue): readonly (readonly [prefix: string, value: JsonValue])[] {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) {
    return [];
  }
  return isArray(value)
    ? value.map((item) => ['', item])
    : Object.entries(value).map(([name, member]) => [`${JSON.stringify(name)}: `, member]);
}
