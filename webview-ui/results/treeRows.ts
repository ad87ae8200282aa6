/**
 * A JSON value as the rows of a tree: what is folded shows its size only, and a long list its beginning
 * until the person asks for more, so that a page lays out what is looked at and no more.
 */
import { ExactNumber, isArray, isObject, stringifyJson } from '../../src/core/json';
import type { JsonValue } from '../../src/core/json';

/** The way to a value: names of members and indices of items. */
export type Steps = readonly (string | number)[];

/** One line of the tree. */
export interface TreeRow {
  /** Unlike that of any other row. */
  readonly key: string;
  readonly steps: Steps;
  readonly depth: number;
  /** Name of the member or index of the item; absent at the top. */
  readonly name?: string;
  readonly content:
    | { readonly kind: 'container'; readonly isOpen: boolean; readonly text: string }
    | { readonly kind: 'value'; readonly type: ValueType; readonly text: string }
    /** Stands for the children that are not shown yet. */
    | { readonly kind: 'more'; readonly hidden: number };
}

/** What a value is, for its colour. */
export type ValueType = 'string' | 'number' | 'word';

/** What the person has unfolded or folded, by the keys of rows, and how far long lists are shown. */
export interface TreeFolding {
  /** Rows whose state is the other one than at first. */
  readonly toggled: ReadonlySet<string>;
  /** Children shown of a row; absent is {@link FIRST_CHILDREN}. */
  readonly shown: ReadonlyMap<string, number>;
}

/** Nothing folded or unfolded yet. */
export const initialFolding: TreeFolding = { toggled: new Set(), shown: new Map() };

/** Children of one value that are shown at first, and further ones at a time. */
export const FIRST_CHILDREN = 100;
/** Levels that are open at first. */
const OPEN_DEPTH = 3;
/** UTF-16 code units of a value in its row. */
const MAX_TEXT = 500;

/** The rows of a value, from the top. */
export function treeRows(value: JsonValue, folding: TreeFolding): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  addRows(rows, { value, steps: [], folding });
  return rows;
}

/** The folding after a row was folded or unfolded. */
export function toggleRow({ toggled, shown }: TreeFolding, key: string): TreeFolding {
  const next = new Set(toggled);
  if (!next.delete(key)) {
    next.add(key);
  }
  return { toggled: next, shown };
}

/** The folding after the person asked for more children of the row that a `more` row belongs to. */
export function showMore({ toggled, shown }: TreeFolding, steps: Steps): TreeFolding {
  const key = keyOf(steps);
  const before = shown.get(key) ?? FIRST_CHILDREN;
  return { toggled, shown: new Map(shown).set(key, before * 2) };
}

interface Walked {
  readonly value: JsonValue;
  readonly steps: Steps;
  readonly folding: TreeFolding;
}

function addRows(rows: TreeRow[], { value, steps, folding }: Walked): void {
  const key = keyOf(steps);
  const depth = steps.length;
  const last = steps.at(-1);
  const row = { key, steps, depth, ...(last === undefined ? {} : { name: String(last) }) };
  if (!isArray(value) && !isObject(value)) {
    rows.push({ ...row, content: { kind: 'value', ...valueText(value) } });
    return;
  }
  const names = isArray(value) ? value.map((_, index) => index) : Object.keys(value);
  const isOpen = depth < OPEN_DEPTH !== folding.toggled.has(key);
  rows.push({ ...row, content: { kind: 'container', isOpen, text: containerText(value, names.length) } });
  if (!isOpen) {
    return;
  }
  const most = folding.shown.get(key) ?? FIRST_CHILDREN;
  for (const name of names.slice(0, most)) {
    const child = (value as Readonly<Record<string | number, JsonValue>>)[name] ?? null;
    addRows(rows, { value: child, steps: [...steps, name], folding });
  }
  if (names.length > most) {
    const content = { kind: 'more', hidden: names.length - most } as const;
    rows.push({ key: `${key}…`, steps, depth: depth + 1, content });
  }
}

function keyOf(steps: Steps): string {
  return JSON.stringify(steps);
}

function containerText(value: JsonValue, count: number): string {
  const things = isArray(value) ? ['item', 'items'] : ['member', 'members'];
  return `${isArray(value) ? '[ ]' : '{ }'} ${count} ${count === 1 ? things[0] : things[1]}`;
}

function valueText(value: JsonValue): { readonly type: ValueType; readonly text: string } {
  const text = stringifyJson(value);
  const type =
    typeof value === 'string'
      ? 'string'
      : typeof value === 'number' || value instanceof ExactNumber
        ? 'number'
        : 'word';
  return { type, text: text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text };
}
