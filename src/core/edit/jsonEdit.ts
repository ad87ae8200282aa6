/**
 * Changes to a JSON file as small edits of its text: comments, order and formatting stay as they are.
 *
 * A comment is never removed unless it is inside a value that is removed or replaced, and never ends
 * up swallowing code. jsonc-parser's `modify` keeps neither promise (it drops the comments between two
 * members when the second goes, and lays out whole lines again), so the edits are worked out from the tree.
 */
import { UserError } from '../errors';
import type { AnyPath } from '../files/writtenPath';
import { isArray, isObject, jsonEquals, type JsonValue } from '../json/json';
import { memberOf, nodeAt, valueOf, type JsonPath } from '../json/jsonDocument';
import { layoutOf, writeJson, type Spread } from './jsonText';
import { parseTree, type JsonNode, type ObjectNode } from '../json/jsonTree';
import { insertEntry, removeEntry } from './entryEdit';
import { pathText } from '../schema/schemaSentence';
import { inOrder, type TextEdit } from './textEdit';
import { indentAt, lineStart } from './trivia';

/** The index at which a new member goes into an object, to which steps lead. */
export type IndexOfNewMember = (object: ObjectNode, path: JsonPath, name: string) => number;

/**
 * Gives the member or list item at `path` a value; it and the objects around it are created when missing.
 *
 * An object is changed member by member, and a list item by item, as long as it keeps its names and its
 * length, so that comments in it stay. Nothing is edited where the value is already there.
 * Throws UserError when the text is not JSON, or when a parent is not an object.
 *
 * @param indexOf where a new member goes; at the end of its object when absent
 */
export function setMember<T extends JsonValue = JsonValue>(
  text: string,
  path: AnyPath<T>,
  value: NoInfer<T>,
  indexOf: IndexOfNewMember = ({ members }) => members.length,
): readonly TextEdit[] {
  const root = treeOf(text);
  const existing = nodeAt(root, path);
  return existing === undefined
    ? created(text, root, { path, value }, indexOf)
    : inOrder(changed(text, existing, value));
}

/**
 * Removes the member or list item at `path`, with its comma and, where it has it for itself, its line.
 * Nothing is edited when it is not there. Throws UserError when the text is not JSON.
 */
export function removeMember(text: string, path: JsonPath): readonly TextEdit[] {
  const parent = nodeAt(treeOf(text), path.slice(0, -1));
  const step = path.at(-1);
  if (parent?.kind === 'object') {
    return removeEntry(
      text,
      parent,
      parent.members.findLastIndex(({ name }) => name === step),
    );
  }
  return parent?.kind === 'array' && typeof step === 'number' ? removeEntry(text, parent, step) : [];
}

/** Removes the member or list item at `path`, and what holds it when it is the only one there. Throws as {@link removeMember}. */
export function removeWithEmptyParent(text: string, path: JsonPath): readonly TextEdit[] {
  const parent = nodeAt(treeOf(text), path.slice(0, -1));
  const isOnlyOne =
    (parent?.kind === 'array' && parent.items.length === 1) ||
    (parent?.kind === 'object' && parent.members.length === 1);
  return nodeAt(treeOf(text), path) === undefined
    ? []
    : removeMember(text, isOnlyOne ? path.slice(0, -1) : path);
}

/** An item for a list: inserted before the one at `index`, or at the end when there is none. */
export interface NewItem<Item = JsonValue> {
  readonly index: number;
  readonly value: Item;
  readonly spread?: Spread;
}

/** Inserts an item into the list at `path`, which is created when missing. Throws UserError as {@link setMember}. */
export function insertItem<T extends JsonValue = JsonValue>(
  text: string,
  path: AnyPath<readonly T[]>,
  { index, value, spread = 'fit' }: NewItem<NoInfer<T>>,
): readonly TextEdit[] {
  const list = nodeAt(treeOf(text), path);
  if (list === undefined) {
    return setMember(text, path, [value]);
  }
  if (list.kind !== 'array') {
    throw wrongContainer(path, 'a list');
  }
  return insertEntry(text, list, { index: Math.min(Math.max(index, 0), list.items.length), value, spread });
}

/** The tree of a text that can be edited. Throws UserError when it is not JSON. */
export function treeOf(text: string): JsonNode {
  const { root, faults } = parseTree(text);
  const fault = faults.find(({ code }) => code !== 'duplicate-member');
  if (root === undefined || fault !== undefined) {
    throw new UserError(
      'The file cannot be changed, because it is not valid JSON.',
      fault === undefined ? 'Fix it first.' : `Fix it first: ${fault.message}`,
    );
  }
  return root;
}

function wrongContainer(path: JsonPath, expected: string): UserError {
  return new UserError(
    `${pathText(path)} cannot be changed, because it is not ${expected}.`,
    'Fix it first.',
  );
}

function created(
  text: string,
  root: JsonNode,
  { path, value }: { readonly path: JsonPath; readonly value: JsonValue },
  indexOf: IndexOfNewMember,
): readonly TextEdit[] {
  const depth = path.findIndex((_, index) => nodeAt(root, path.slice(0, index + 1)) === undefined);
  const parent = nodeAt(root, path.slice(0, depth));
  const step = path[depth];
  const content = path.slice(depth + 1).reduceRight<JsonValue>(wrapped, value);
  if (parent?.kind === 'object' && typeof step === 'string') {
    return insertEntry(text, parent, {
      index: indexOf(parent, path.slice(0, depth), step),
      name: step,
      value: content,
      spread: 'fit',
    });
  }
  if (parent?.kind === 'array' && step === parent.items.length) {
    return insertEntry(text, parent, { index: step, value: content, spread: 'fit' });
  }
  throw wrongContainer(
    path.slice(0, depth),
    typeof step === 'string' ? 'an object' : `a list of ${String(step)} entries`,
  );
}

function wrapped(value: JsonValue, step: string | number): JsonValue {
  return typeof step === 'number' ? [value] : { [step]: value };
}

function changed(text: string, node: JsonNode, value: JsonValue): readonly TextEdit[] {
  if (jsonEquals(valueOf(node), value)) {
    return [];
  }
  if (node.kind === 'array' && isArray(value) && value.length === node.items.length) {
    return node.items.flatMap((item, index) => changed(text, item, value[index] ?? null));
  }
  if (node.kind === 'object' && isObject(value) && haveSameNames(node, value)) {
    return Object.entries(value).flatMap(([name, content]) => {
      const member = memberOf(node, name);
      return member === undefined ? [] : changed(text, member.value, content);
    });
  }
  const place = { indent: indentAt(text, node.start), column: node.start - lineStart(text, node.start) };
  return [
    { offset: node.start, length: node.end - node.start, text: writeJson(value, layoutOf(text), place) },
  ];
}

function haveSameNames(
  node: JsonNode & { kind: 'object' },
  value: Readonly<Record<string, JsonValue>>,
): boolean {
  const names = Object.keys(value);
  return names.length === node.members.length && names.every((name) => memberOf(node, name) !== undefined);
}
