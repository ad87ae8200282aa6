/**
 * A JSON value as the rows of a tree: what is folded shows its size only, and a long list its beginning
 * until the person asks for more, so that a page lays out what is looked at and no more.
 */
import { ExactNumber, isArray, isObject, stringifyJson, type JsonValue } from '../json/json';
import { MAX_JSON_DEPTH } from '../json/jsonSyntax';
import { valueAtSteps } from '../extraction/responsePart';
import { shorten } from '../shownText';

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
    | {
        readonly kind: 'container';
        readonly isOpen: boolean;
        readonly holds: 'items' | 'members';
        readonly count: number;
      }
    | { readonly kind: 'value'; readonly type: ValueType; readonly text: string }
    /** Represents the children before or after those that are shown. */
    | { readonly kind: 'more'; readonly side: Side; readonly hidden: number };
}

/** Where children are that are not shown. */
export type Side = 'before' | 'after';

/** What a value is, for its colour. */
type ValueType = 'string' | 'number' | 'word';

/** What the person has unfolded or folded, by the keys of rows, and how far long lists are shown. */
export interface TreeFolding {
  /** Levels that are open at first. */
  readonly openDepth: number;
  /** Rows whose state is the other one than at first. */
  readonly toggled: ReadonlySet<string>;
  /** The first child that is shown of a row, by its position; absent is 0. */
  readonly starts: ReadonlyMap<string, number>;
  /** Children shown of a row; absent is {@link FIRST_CHILDREN}. */
  readonly shown: ReadonlyMap<string, number>;
}

/** Only the top is open. */
export const allFolded: TreeFolding = {
  openDepth: 1,
  toggled: new Set(),
  starts: new Map(),
  shown: new Map(),
};

/** Children of one value that are shown at first, and further ones at a time. */
export const FIRST_CHILDREN = 100;
/** Children of one value that are shown at most; further ones are shown in place of them. */
export const MOST_CHILDREN = 10_000;
/** Children that are shown before one that is looked for; one further down is shown without all of them. */
const MAX_BEFORE = 1_000;
/** Levels that are open at first, of a tree that is not too large for that. */
const OPEN_DEPTH = 3;
/** Rows that a page lays out without a noticeable pause. */
const MAX_ROWS = 1_500;
/** Rows that there are at most, whatever was unfolded: about what a page can lay out at all. */
const MOST_ROWS = 20_000;
/** UTF-16 code units of a value in its row. */
const MAX_TEXT = 500;

/** The rows of a value, from the top; no more of them than a page can lay out. */
export function treeRows(value: JsonValue, folding: TreeFolding): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  addRows(rows, { value, steps: [], folding, most: MOST_ROWS });
  return rows;
}

/** Nothing folded or unfolded by the person yet: the first levels are open. */
export function initialFolding(value: JsonValue): TreeFolding {
  return openTo(value, OPEN_DEPTH);
}

/** As many levels open as a page can lay out. */
export function allUnfolded(value: JsonValue): TreeFolding {
  return openTo(value, MAX_JSON_DEPTH);
}

function openTo(value: JsonValue, deepest: number): TreeFolding {
  let folding = allFolded;
  let rows = countRows(value, folding);
  for (let openDepth = allFolded.openDepth + 1; openDepth <= deepest; openDepth += 1) {
    const deeper = { ...allFolded, openDepth };
    const count = countRows(value, deeper);
    if (count > MAX_ROWS || count === rows) {
      return folding;
    }
    folding = deeper;
    rows = count;
  }
  return folding;
}

/** Rows of a value, no more of them counted than matters. */
function countRows(value: JsonValue, folding: TreeFolding): number {
  const rows: TreeRow[] = [];
  addRows(rows, { value, steps: [], folding, most: MAX_ROWS + 1 });
  return rows.length;
}

/** The folding in which the row of a value can be seen: what it lies in is open, and shown far enough. */
export function unfoldTo(value: JsonValue, steps: Steps, folding: TreeFolding): TreeFolding {
  const toggled = new Set(folding.toggled);
  const starts = new Map(folding.starts);
  const shown = new Map(folding.shown);
  steps.forEach((step, depth) => {
    const around = steps.slice(0, depth);
    const key = keyOf(around);
    if (!isOpenAt(depth, key, { ...folding, toggled }) && !toggled.delete(key)) {
      toggled.add(key);
    }
    const container = valueAtSteps(value, around);
    const position =
      typeof step === 'number' || container === undefined || !isObject(container)
        ? Number(step)
        : Object.keys(container).indexOf(step);
    let start = starts.get(key) ?? 0;
    let most = shown.get(key) ?? FIRST_CHILDREN;
    if (position < start || (position >= start + most && position >= start + 2 * MAX_BEFORE)) {
      start = position < MAX_BEFORE ? 0 : position - (position % FIRST_CHILDREN);
      most = FIRST_CHILDREN;
    }
    while (start + most <= position) {
      most *= 2;
    }
    if (start !== (starts.get(key) ?? 0)) {
      starts.set(key, start);
    }
    shown.set(key, most);
  });
  return { ...folding, toggled, starts, shown };
}

interface Walked {
  readonly value: JsonValue;
  readonly steps: Steps;
  readonly folding: TreeFolding;
  /** Rows after which nothing more is added but how much is hidden. */
  readonly most: number;
}

function addRows(rows: TreeRow[], { value, steps, folding, most }: Walked): void {
  const key = keyOf(steps);
  const depth = steps.length;
  const last = steps.at(-1);
  const row = { key, steps, depth, ...(last === undefined ? {} : { name: String(last) }) };
  if (!isArray(value) && !isObject(value)) {
    rows.push({ ...row, content: { kind: 'value', type: typeOf(value), text: valueText(value) } });
    return;
  }
  const start = folding.starts.get(key) ?? 0;
  const end = start + (folding.shown.get(key) ?? FIRST_CHILDREN);
  const keys = isArray(value) ? undefined : Object.keys(value);
  const count = isArray(value) ? value.length : (keys?.length ?? 0);
  const isOpen = isOpenAt(depth, key, folding);
  const holds = keys === undefined ? 'items' : 'members';
  rows.push({ ...row, content: { kind: 'container', isOpen, holds, count } });
  if (!isOpen) {
    return;
  }
  const addMore = (side: Side, hidden: number): void => {
    if (hidden > 0) {
      rows.push({ key: `${side} ${key}`, steps, depth: depth + 1, content: { kind: 'more', side, hidden } });
    }
  };
  addMore('before', Math.min(start, count));
  let at = start;
  for (; at < Math.min(count, end) && rows.length < most; at += 1) {
    const name = keys?.[at] ?? at;
    const child = (value as Readonly<Record<string | number, JsonValue>>)[name] ?? null;
    addRows(rows, { value: child, steps: [...steps, name], folding, most });
  }
  addMore('after', count - at);
}

/** The key of the row of a value. */
export function keyOf(steps: Steps): string {
  return JSON.stringify(steps);
}

function isOpenAt(depth: number, key: string, { openDepth, toggled }: TreeFolding): boolean {
  return depth < openDepth !== toggled.has(key);
}

/** A value as its row says it, shortened. */
export function valueText(value: JsonValue): string {
  return shorten(stringifyJson(value), MAX_TEXT);
}

function typeOf(value: JsonValue): ValueType {
  if (typeof value === 'string') {
    return 'string';
  }
  return typeof value === 'number' || value instanceof ExactNumber ? 'number' : 'word';
}
