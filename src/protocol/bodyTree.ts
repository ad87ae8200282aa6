/**
 * The tree of a long body between a page and the editor: the page sends its view state, and gets
 * the rows to lay out. The body itself stays with the editor.
 */
import { lookFrom, plainLook, type PlainTreeLook } from '../core/bodyTree/treeLook';
import type { TreeAct, TreeView } from '../core/bodyTree/bodyTree';
import { index, list, object, oneOf, orNull, text, tuple, where, type Schema, type Value } from './schema';

/** A tree in view, as plain data. */
export type PlainTreeView = Omit<TreeView, 'look'> & { readonly look: PlainTreeLook };

/** What a page wants to see of a tree; without a look as at first. */
export type TreeWanted = Value<typeof treeWanted>;

const MAX_TEXT = 10_000;

/** A look as plain data. */
export const treeLook: Schema<PlainTreeLook> = object({
  openDepth: index,
  toggled: list(text()),
  starts: list(tuple(text(), index)),
  // Never none, so that twice as many are more.
  shown: list(
    tuple(
      text(),
      where(index, (children) => children > 0),
    ),
  ),
  text: text(MAX_TEXT),
  at: index,
});

const act: Schema<TreeAct> = oneOf('look', 'reveal', 'unfold');

export const treeWanted = object({ look: orNull(treeLook), act });

/** The view as plain data. */
export function plainView({ look, ...view }: TreeView): PlainTreeView {
  return { ...view, look: plainLook(look) };
}

/** The view that plain data says. */
export function viewFrom({ look, ...view }: PlainTreeView): TreeView {
  return { ...view, look: lookFrom(look) };
}
