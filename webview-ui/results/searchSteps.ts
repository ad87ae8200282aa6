/** How a search in a tree goes: the match that is looked at, of how many. */
import type { TreeLook } from '../../src/core/bodyTree/treeLook';
import { MAX_MATCHES } from '../../src/core/bodyTree/treeSearch';
import { t } from '../ui/l10n';

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
  if (count === 0) {
    return t('nothing found');
  }
  return count === MAX_MATCHES ? t('{0} of {1} or more', at + 1, count) : t('{0} of {1}', at + 1, count);
}
