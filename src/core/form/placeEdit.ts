/**
 * Changes of one place of a chain file by compare and set: the caller says which value they expect
 * there, and nothing is changed when the text says something else. Values are compared as JSON, so layout
 * and comments do not count, and what is not changed keeps them.
 */
import { moveItem } from '../edit/itemMove';
import { insertItem, removeMember, treeOf } from '../edit/jsonEdit';
import { layoutOf, writeJson } from '../edit/jsonText';
import { setInOrder } from '../edit/memberOrder';
import type { TextEdit } from '../edit/textEdit';
import { indentAt, lineStart } from '../edit/trivia';
import { jsonEquals, type JsonValue } from '../json/json';
import { nodeAt, valueOf, type JsonPath } from '../json/jsonDocument';
import type { ArrayNode, JsonNode } from '../json/jsonTree';
import { isPlainLine, replaceValue } from './replaceValue';

/** The edits of a change; absent when something else is at the place. */
export type PlaceEdits = readonly TextEdit[] | undefined;

/** The current value at a place and the new one; absent means no such member. */
export interface Replacement {
  readonly before: JsonValue | undefined;
  readonly value: JsonValue | undefined;
}

/**
 * Gives the member or list item at a place a value, or removes it. A new member goes where people write it.
 * Throws UserError when the text is not JSON, or when a parent is not an object.
 */
export function setPlace(text: string, path: JsonPath, { before, value }: Replacement): PlaceEdits {
  const existing = nodeAt(treeOf(text), path);
  if (!isSame(existing, before)) {
    return undefined;
  }
  if (value === undefined) {
    return removeMember(text, path);
  }
  return existing === undefined ? setInOrder(text, path, value) : replaceValue(text, path, value);
}

/** An item and where it goes in its list; beyond the list for the end. */
export interface Insertion {
  readonly index: number;
  readonly value: JsonValue;
}

/** Inserts an item into the list at a place, which is made when there is none. Throws UserError as {@link setPlace}. */
export function insertAtPlace(text: string, path: JsonPath, { index, value }: Insertion): PlaceEdits {
  const list = nodeAt(treeOf(text), path);
  if (list === undefined) {
    return setInOrder(text, path, [value]);
  }
  return (
    (list.kind === 'array' ? spreadInsertion(text, list, { index, value }) : undefined) ??
    insertItem(text, path, { index, value })
  );
}

/** The index of a list item, its new index, and the item. */
export interface Shift {
  readonly from: number;
  /** Its position afterwards. */
  readonly to: number;
  readonly before: JsonValue;
}

/** Moves an item of the list at a place, with its comments. Throws UserError when the text is not JSON. */
export function moveAtPlace(text: string, path: JsonPath, { from, to, before }: Shift): PlaceEdits {
  const list = nodeAt(treeOf(text), path);
  if (list?.kind !== 'array' || to >= list.items.length || !isSame(list.items[from], before)) {
    return undefined;
  }
  return moveItem(text, list, { from, to });
}

function isSame(node: JsonNode | undefined, value: JsonValue | undefined): boolean {
  return node === undefined || value === undefined ? node === value : jsonEquals(valueOf(node), value);
}

/** Longest line that a list in one line grows to, in characters. */
const MAX_COLUMNS = 100;

/** A list in one line that would become too long for it is laid out again; absent when it stays in its line. */
function spreadInsertion(
  text: string,
  list: ArrayNode,
  { index, value }: Insertion,
): readonly TextEdit[] | undefined {
  const items = list.items.map(valueOf).toSpliced(index, 0, value);
  const layout = layoutOf(text);
  const place = { indent: indentAt(text, list.start), column: list.start - lineStart(text, list.start) };
  const laidOut = writeJson(items, { ...layout, columns: MAX_COLUMNS }, place);
  return isPlainLine(text, list) && /[\r\n]/.test(laidOut)
    ? [{ offset: list.start, length: list.end - list.start, text: laidOut }]
    : undefined;
}
