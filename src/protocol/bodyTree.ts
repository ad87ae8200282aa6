/**
 * The tree of a long body between a page and the editor: the page sends its view state, and gets
 * the rows to lay out. The body itself stays with the editor.
 */
import { lookFrom, plainLook, type PlainTreeLook } from '../core/bodyTree/treeLook';
import type { TreeAct, TreeView } from '../core/bodyTree/bodyTree';
import { hasMembers, isIndex, isText, type Check } from './guards';

/** What a page wants to see of a tree. */
export interface TreeWanted {
  /** `null`: as at first. */
  readonly look: PlainTreeLook | null;
  readonly act: TreeAct;
}

/** A tree as it is looked at, as plain data. */
export type PlainTreeView = Omit<TreeView, 'look'> & { readonly look: PlainTreeLook };

const MAX_ROWS = 100_000;
const MAX_TEXT = 10_000;

/** The view as plain data. */
export function plainView({ look, ...view }: TreeView): PlainTreeView {
  return { ...view, look: plainLook(look) };
}

/** The view that plain data says. */
export function viewFrom({ look, ...view }: PlainTreeView): TreeView {
  return { ...view, look: lookFrom(look) };
}

/** Whether a value is a look as plain data. */
export const isPlainLook: Check<PlainTreeLook> = (value): value is PlainTreeLook =>
  hasMembers(value, ['openDepth', 'toggled', 'starts', 'shown', 'text', 'at']) &&
  'openDepth' in value &&
  isIndex(value.openDepth) &&
  'toggled' in value &&
  isListOf(value.toggled, isText) &&
  'starts' in value &&
  isListOf(value.starts, isNumbered) &&
  'shown' in value &&
  isListOf(value.shown, isCounted) &&
  'text' in value &&
  isText(value.text) &&
  value.text.length <= MAX_TEXT &&
  'at' in value &&
  isIndex(value.at);

/** Whether a value says what a page wants to see. */
export const isTreeWanted: Check<TreeWanted> = (value): value is TreeWanted =>
  hasMembers(value, ['look', 'act']) &&
  'look' in value &&
  (value.look === null || isPlainLook(value.look)) &&
  'act' in value &&
  (value.act === 'look' || value.act === 'reveal' || value.act === 'unfold');

/** Whether a value is a tree as it is looked at. */
export const isPlainView: Check<PlainTreeView> = (value): value is PlainTreeView =>
  hasMembers(value, ['look', 'rows', 'count']);

function isListOf(value: unknown, check: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.length <= MAX_ROWS && value.every(check);
}

function isNumbered(value: unknown): value is readonly [string, number] {
  return Array.isArray(value) && value.length === 2 && isText(value[0]) && isIndex(value[1]);
}

/** How many children are shown; never none, so that twice as many are more. */
function isCounted(value: unknown): value is readonly [string, number] {
  return isNumbered(value) && value[1] > 0;
}
