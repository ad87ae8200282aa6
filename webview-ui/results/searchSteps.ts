/** How a search in a tree goes: the match that is looked at, of how many. */
import type { TreeLook } from '../../src/core/bodyTree/treeLook';
import { MAX_MATCHES } from '../../src/core/bodyTree/treeSearch';

/** A search and its position. */
export interface TreeSearch {
  readonly text: string;
  /** Matches, as far as they are counted. */
  readonly count: number;
  /** The match that is looked at, from 0. */
  readonly at: number;
}

/** The next match, or with -1 the one before; after the last comes the first. */
export function matchAfter({ count, at }: TreeSearch, by: 1 | -1): number {
  return count === 0 ? 0 : (at + by + count) % count;
}

/** The look of a tree after the search text changed: no match was visited yet. */
export function lookAsTyped(look: TreeLook, typed: string | undefined): TreeLook {
  return typed === undefined || typed === look.text ? look : { ...look, text: typed, at: 0 };
}

/** How it is looked at when the person asks for another match; for what was just typed that is the first. */
export function lookAtMatch(look: TreeLook, typed: string | undefined, at: number): TreeLook {
  const current = lookAsTyped(look, typed);
  return current === look ? { ...look, at } : current;
}

/** How the search goes, in words: `3 of 17`. */
export function searchWords({ text, count, at }: TreeSearch): string {
  if (text === '') {
    return '';
  }
  const most = count === MAX_MATCHES ? `${MAX_MATCHES} or more` : String(count);
  return count === 0 ? 'nothing found' : `${at + 1} of ${most}`;
}
