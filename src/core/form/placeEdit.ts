/**
 * Changes of one place of a chain file by compare and set: the caller says which value they expect
 * there, and nothing is changed when the text says something else. Values are compared as JSON, so layout
 * and comments do not count, and what is not changed keeps them.
 */
import { insertEntry } from '../edit/entryEdit';
import { moveItem } from '../edit/itemMove';
import { insertItem, removeMember, treeOf } from '../edit/jsonEdit';
import { layoutOf, writeJson } from '../edit/jsonText';
import type { TextEdit } from '../edit/textEdit';
import { indentAt, lineStart } from '../edit/trivia';
import { jsonEquals, type JsonValue } from '../json/json';
import { nodeAt, valueOf, type JsonPath } from '../json/jsonDocument';
import type { ArrayNode, JsonNode } from '../json/jsonTree';
import { indexOfNewMember } from './memberOrder';
import { isPlainLine, replaceValue } from './replaceValue';

/** A place of a file; the first steps lead to the request that it is in, none for the chain itself. */
export interface Place {
  readonly owner: JsonPath;
  /** Steps below the owner. */
  readonly path: JsonPath;
}

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
export function setPlace(text: string, place: Place, { before, value }: Replacement): PlaceEdits {
  const root = treeOf(text);
  const path = [...place.owner, ...place.path];
  const existing = nodeAt(root, path);
  if (!isSame(existing, before)) {
    return undefined;
  }
  if (value === undefined) {
    return removeMember(text, path);
  }
  return existing === undefined ? addedMember(text, root, place, value) : replaceValue(text, path, value);
}

/** An item and where it goes in its list; beyond the list for the end. */
export interface Insertion {
  readonly index: number;
  readonly value: JsonValue;
}

/** Inserts an item into the list at a place, which is made when there is none. Throws UserError as {@link setPlace}. */
export function insertAtPlace(text: string, place: Place, { index, value }: Insertion): PlaceEdits {
  const root = treeOf(text);
  const path = [...place.owner, ...place.path];
  const list = nodeAt(root, path);
  if (list === undefined) {
    return addedMember(text, root, place, [value]);
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
export function moveAtPlace(text: string, { owner, path }: Place, { from, to, before }: Shift): PlaceEdits {
  const list = nodeAt(treeOf(text), [...owner, ...path]);
  if (list?.kind !== 'array' || to >= list.items.length || !isSame(list.items[from], before)) {
    return undefined;
  }
  return moveItem(text, list, { from, to });
}

function isSame(node: JsonNode | undefined, value: JsonValue | undefined): boolean {
  return node === undefined || value === undefined ? node === value : jsonEquals(valueOf(node), value);
}

/** A member of the chain or the request goes where the schema has it, any other at the end of its object. */
function addedMember(
  text: string,
  root: JsonNode,
  { owner, path }: Place,
  value: JsonValue,
): readonly TextEdit[] {
  const [name, ...inner] = path;
  const object = nodeAt(root, owner);
  const isNew = nodeAt(root, [...owner, ...path.slice(0, 1)]) === undefined;
  if (object?.kind === 'object' && typeof name === 'string' && isNew) {
    const index = indexOfNewMember(owner.length === 0 ? 'chain' : 'request', object, name);
    const content = inner.reduceRight<JsonValue>(wrapped, value);
    return insertEntry(text, object, { index, name, value: content, spread: 'fit' });
  }
  return replaceValue(text, [...owner, ...path], value);
}

function wrapped(value: JsonValue, step: string | number): JsonValue {
  return typeof step === 'number' ? [value] : { [step]: value };
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
