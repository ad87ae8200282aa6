/**
 * The view state of response body trees: what is folded, and the search. It outlives the tab
 * that shows a tree and the page, for as long as the response is the same one.
 */
import type { RequestResult } from '../../src/core/result/result';
import { lookFrom, plainLook, type TreeLook } from '../../src/core/bodyTree/treeLook';
import { treeLook } from '../../src/protocol/bodyTree';
import { accepts } from '../../src/protocol/schema';
import { withNewest } from '../ui/newest';
import { isText, membersOf } from '../ui/pageMemory';

/** How trees are looked at, by {@link responseName}; the newest last. */
export type TreeLooks = ReadonlyMap<string, TreeLook>;

/** Trees that are remembered. */
const MAX_TREES = 8;
/** Rows of a tree, folded or unfolded by hand, that are kept beyond the life of a page. */
const MAX_KEPT_ROWS = 500;

/** Names a result: the same as long as its request is not sent again, in whichever run it is shown. */
export function resultName({ request, startedAt }: RequestResult): string {
  return JSON.stringify([request.chain, request.id, startedAt]);
}

/** Names the response of a result, or one of its saved examples by its position. */
export function responseName(result: RequestResult, example: number): string {
  return example === 0 ? resultName(result) : `${resultName(result)} ${example}`;
}

/** The looks after another one at the tree of a result. */
export function withTree(trees: TreeLooks, name: string, look: TreeLook): TreeLooks {
  return withNewest(trees, [name, look], MAX_TREES);
}

/** The looks as plain data. */
export function keptTrees(trees: TreeLooks): readonly unknown[] {
  return [...trees]
    .filter(([, { folding }]) => folding.toggled.size + folding.shown.size <= MAX_KEPT_ROWS)
    .map(([name, look]) => ({ name, ...plainLook(look) }));
}

/** The looks that were kept; what is none is left out. */
export function treesIn(kept: unknown): TreeLooks {
  const trees: readonly unknown[] = Array.isArray(kept) ? kept.slice(-MAX_TREES) : [];
  return new Map(trees.flatMap((tree) => entryIn(tree) ?? []).map(({ name, look }) => [name, look]));
}

function entryIn(kept: unknown): { readonly name: string; readonly look: TreeLook } | undefined {
  const { name } = membersOf(kept);
  return isText(name) && accepts(treeLook, kept) ? { name, look: lookFrom(kept) } : undefined;
}
