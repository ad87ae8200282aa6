/**
 * Rows of names and values as a text of lines, to be edited together: `Accept: text/html`, and `# Accept: …` for
 * one that is switched off. What would be misread is in quotes, as in JSON, so that nothing is lost either
 * way.
 */
import type { WrittenField } from '../../src/core/files/writtenChain';
import type { AnyPath, PathTo } from '../../src/core/files/writtenPath';
import { jsonEquals, stringifyJson, type JsonValue } from '../../src/core/json/json';
import type { FormEdit } from '../../src/protocol/formEdit';
import { bodyJson } from '../../src/core/language/bodyJson';
import { withMembers } from './fieldEdits';
import { listAt, looseOf, type FormPath } from './formValue';

/** A row. */
export interface BulkRow {
  readonly name: string;
  readonly value: string;
  readonly disabled: boolean;
}

/** Leads to a list of rows. */
export type FieldPath = PathTo<readonly WrittenField[]>;

/** The rows of a list as a text. */
export function bulkText(rows: readonly BulkRow[]): string {
  return rows
    .map(({ name, value, disabled }) => `${disabled ? '# ' : ''}${quotedName(name)}: ${quotedValue(value)}`)
    .join('\n');
}

/** The rows of a text; empty lines are none. */
export function rowsOf(text: string): readonly BulkRow[] {
  return text
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== '')
    .map(rowOf);
}

/** What is written in a list as rows; absent when an item is none. */
export function bulkRows(list: readonly JsonValue[]): readonly BulkRow[] | undefined {
  const rows = list.map(rowIn);
  return rows.every((row) => row !== undefined) ? rows : undefined;
}

/**
 * The edits that make a list say what the rows say: rows at its beginning and end that stay are left alone, and
 * members that the form does not know go along with their row.
 */
export function bulkEdits(
  document: JsonValue,
  path: AnyPath<readonly WrittenField[]>,
  rows: readonly BulkRow[],
): readonly FormEdit[] {
  const before = listAt(document, path);
  const now: readonly JsonValue[] = rows.map((row, index) => itemOf(row, before, index, rows.length));
  if (now.length === 0 && before.length > 0) {
    return [{ kind: 'set', path, before: stringifyJson(before), value: null }];
  }
  const first = now.findIndex((item, index) => !isSame(item, before[index]));
  if (first === -1 && now.length === before.length) {
    return [];
  }
  const start = first === -1 ? now.length : first;
  const end = sameAtEnd(before, now, start);
  const replaced = Math.min(before.length, now.length) - start - end;
  const place = (index: number): FormPath => [...path, start + index];
  const kept = Array.from({ length: replaced }, (_, index): FormEdit[] => {
    const [old, next] = [before[start + index], now[start + index]];
    return old === undefined || next === undefined || isSame(old, next)
      ? []
      : [{ kind: 'set', path: place(index), before: stringifyJson(old), value: stringifyJson(next) }];
  }).flat();
  const removed = before.slice(start + replaced, before.length - end).map((old): FormEdit => ({
    kind: 'set',
    path: place(replaced),
    before: stringifyJson(old),
    value: null,
  }));
  const added = now.slice(start + replaced, now.length - end).map((item, index): FormEdit => {
    return { kind: 'insert', path, index: start + replaced + index, value: stringifyJson(item) };
  });
  return [...kept, ...removed, ...added];
}

function quotedName(name: string): string {
  return /[:\r\n]|^[#"\s]|\s$|^$/.test(name) ? JSON.stringify(name) : name;
}

function quotedValue(value: string): string {
  return /[\r\n]|^["\s]|\s$/.test(value) ? JSON.stringify(value) : value;
}

function rowOf(line: string): BulkRow {
  const [, off, quoted, plain, value = ''] =
    /^\s*(#)?\s*(?:("(?:[^"\\]|\\.)*")|([^:]*))\s*(?::([^]*))?$/.exec(line) ?? [];
  const name = quoted === undefined ? (plain ?? '').trim() : textIn(quoted);
  return { name, value: textIn(value.trim()), disabled: off !== undefined };
}

/** The text that a quoted text encodes; any other text unchanged. */
function textIn(text: string): string {
  const read = text.startsWith('"') ? bodyJson(text) : undefined;
  return typeof read === 'string' ? read : text;
}

function rowIn(item: JsonValue): BulkRow | undefined {
  const { name, value, disabled } = looseOf<WrittenField>(item);
  return typeof name === 'string' && typeof value === 'string'
    ? { name, value, disabled: disabled === true }
    : undefined;
}

/** A row as written: replacing the item in its place, or else had its name. */
function itemOf(
  { name, value, disabled }: BulkRow,
  before: readonly JsonValue[],
  index: number,
  count: number,
): WrittenField {
  const named = before.find((item) => looseOf<WrittenField>(item).name === name);
  const old = named ?? (before.length === count ? before[index] : undefined);
  const members = { name, value, disabled: disabled ? true : undefined };
  return withMembers<WrittenField>(looseOf(old), members);
}

function isSame(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return one !== undefined && other !== undefined && jsonEquals(one, other);
}

/** How many items at the end are the same, those before `start` aside. */
function sameAtEnd(before: readonly JsonValue[], now: readonly JsonValue[], start: number): number {
  const most = Math.min(before.length, now.length) - start;
  let same = 0;
  while (same < most && isSame(before.at(-1 - same), now.at(-1 - same))) {
    same += 1;
  }
  return same;
}
