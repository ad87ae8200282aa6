/**
 * Inserting and removing one entry of an object or list, as edits of the text around it.
 *
 * In a container of one line the entry goes into that line, otherwise it gets a line of its own, indented
 * as its neighbours are. Remarks to the right of an entry stay with it: what is inserted after the entry
 * comes after them, and only its comma goes in front of them.
 */
import type { JsonValue } from '../json/json';
import { layoutOf, writeInline, writeJson, type Spread } from './jsonText';
import type { ArrayNode, ObjectNode } from '../json/jsonTree';
import type { TextRange } from '../problem';
import { inOrder, type TextEdit } from './textEdit';
import {
  beginsLine,
  commaAfter,
  endOfRemarks,
  indentAt,
  isLineEnd,
  lineBreakBefore,
  lineStart,
  skipSpaces,
  skipSpacesBack,
} from './trivia';

/** What has entries. */
export type Container = ObjectNode | ArrayNode;

/** An entry to insert before the one at `index`, or at the end; `name` for objects. */
export interface NewEntry {
  readonly index: number;
  readonly name?: string;
  readonly value: JsonValue;
  readonly spread: Spread;
}

/** The edits that insert an entry. */
export function insertEntry(text: string, container: Container, entry: NewEntry): readonly TextEdit[] {
  const inner = text.slice(container.start + 1, container.end - 1);
  const entries = entriesOf(container);
  if (/[\r\n]/.test(inner)) {
    return insertLine(text, container, entry);
  }
  if (entries.length > 0) {
    return [insertIntoLine(text, entries, entry)];
  }
  if (inner.trim() !== '') {
    return [{ offset: container.end - 1, length: 0, text: `${nameOf(entry)}${writeInline(entry.value)} ` }];
  }
  return [
    {
      offset: container.start,
      length: container.end - container.start,
      text: filled(text, container, entry),
    },
  ];
}

/** The edits that remove an entry with its comma; none when the entry does not exist. */
export function removeEntry(text: string, container: Container, index: number): readonly TextEdit[] {
  const entries = entriesOf(container);
  const entry = entries[index];
  if (entry === undefined) {
    return [];
  }
  if (entries.length === 1 && isBare(text, container, entry)) {
    return [cut({ start: container.start + 1, end: container.end - 1 })];
  }
  const comma = commaAfter(text, entry.end);
  if (comma !== undefined && skipSpaces(text, entry.end) === comma) {
    return [cut(withSpacesAfter(text, { start: entry.start, end: comma + 1 }))];
  }
  const previous = entries[index - 1];
  const other = comma ?? (previous === undefined ? undefined : commaAfter(text, previous.end));
  const edits = [cut(withSpacesBefore(text, entry))];
  return other === undefined ? edits : inOrder([...edits, cut({ start: other, end: other + 1 })]);
}

/** The range of each entry: a member from its name to the end of its value. */
function entriesOf(container: Container): readonly TextRange[] {
  return container.kind === 'array'
    ? container.items
    : container.members.map(({ start, value }) => ({ start, end: value.end }));
}

/** How entries of a container are indented that have a line of their own. */
export function entryIndent(text: string, container: Container): string {
  const neighbour = entriesOf(container).find(({ start }) => beginsLine(text, start));
  return neighbour === undefined
    ? indentAt(text, container.start) + layoutOf(text).unit
    : indentAt(text, neighbour.start);
}

function insertLine(text: string, container: Container, entry: NewEntry): readonly TextEdit[] {
  const { index } = entry;
  const entries = entriesOf(container);
  const line = writtenLine(text, container, entry);
  const previous = entries[index - 1];
  if (previous === undefined) {
    const comma = entries.length === 0 ? '' : ',';
    return [insertion(endOfRemarks(text, container.start + 1), line + comma)];
  }
  const comma = commaAfter(text, previous.end);
  return comma === undefined
    ? inOrder([insertion(previous.end, ','), insertion(endOfRemarks(text, previous.end), line)])
    : [insertion(endOfRemarks(text, comma + 1), `${line},`)];
}

/** A line break, the indentation of the neighbours, and the entry. */
function writtenLine(text: string, container: Container, entry: NewEntry): string {
  const layout = layoutOf(text);
  const indent = entryIndent(text, container);
  const prefix = indent + nameOf(entry);
  return (
    layout.lineBreak +
    prefix +
    writeJson(entry.value, layout, { indent, column: prefix.length }, entry.spread)
  );
}

function insertIntoLine(text: string, entries: readonly TextRange[], entry: NewEntry): TextEdit {
  const written = nameOf(entry) + writeInline(entry.value);
  const next = entries[entry.index];
  if (next !== undefined) {
    return insertion(next.start, `${written}, `);
  }
  const end = entries.at(-1)?.end ?? 0;
  const comma = commaAfter(text, end);
  return comma === undefined ? insertion(end, `, ${written}`) : insertion(comma + 1, ` ${written},`);
}

/** The text of a container that was empty and now has one entry. */
function filled(text: string, container: Container, entry: NewEntry): string {
  const indent = indentAt(text, container.start);
  const layout = layoutOf(text);
  if (entry.spread === 'spread') {
    const [open, close] = container.kind === 'array' ? ['[', ']'] : ['{', '}'];
    return open + writtenLine(text, container, entry) + layout.lineBreak + indent + close;
  }
  const value = entry.name === undefined ? [entry.value] : { [entry.name]: entry.value };
  return writeJson(value, layout, { indent, column: container.start - lineStart(text, container.start) });
}

function nameOf({ name }: NewEntry): string {
  return name === undefined ? '' : `${JSON.stringify(name)}: `;
}

/** Whether the container has nothing but this entry and its comma. */
function isBare(text: string, container: Container, entry: TextRange): boolean {
  const around = text.slice(container.start + 1, entry.start) + text.slice(entry.end, container.end - 1);
  return /^\s*,?\s*$/.test(around);
}

/** The range with its whole line, or with the spaces that separated it from what follows. */
function withSpacesAfter(text: string, range: TextRange): TextRange {
  const end = skipSpaces(text, range.end);
  return isLineEnd(text, end) ? withSpacesBefore(text, range) : { start: range.start, end };
}

/** The range with its whole line, or with the spaces that separated it from what comes before in its line. */
function withSpacesBefore(text: string, range: TextRange): TextRange {
  const start = skipSpacesBack(text, range.start);
  const end = skipSpaces(text, range.end);
  if (start > lineStart(text, start)) {
    return { start, end: range.end };
  }
  return isLineEnd(text, end) ? { start: lineBreakBefore(text, start), end } : { start: range.start, end };
}

function insertion(offset: number, text: string): TextEdit {
  return { offset, length: 0, text };
}

function cut({ start, end }: TextRange): TextEdit {
  return { offset: start, length: end - start, text: '' };
}
