/** What a person does to the rows of a tree: fold and unfold them, and ask for more of a long list. */
import {
  FIRST_CHILDREN,
  MOST_CHILDREN,
  keyOf,
  type Side,
  type Steps,
  type TreeFolding,
} from '../../src/core/bodyTree/treeRows';
import { toggled } from '../ui/toggled';

/** The folding after a row was folded or unfolded. */
export function toggleRow(folding: TreeFolding, key: string): TreeFolding {
  return { ...folding, toggled: toggled(folding.toggled, key) };
}

/**
 * The folding after the person asked for more children of the row that a `more` row belongs to. Where that would
 * be more than are shown at most, those on the other side go.
 */
export function showMore(folding: TreeFolding, steps: Steps, side: Side): TreeFolding {
  const key = keyOf(steps);
  const shown = folding.shown.get(key) ?? FIRST_CHILDREN;
  const start = folding.starts.get(key) ?? 0;
  if (side === 'before') {
    const more = Math.min(start, shown);
    return withWindow(folding, key, { start: start - more, most: Math.min(shown + more, MOST_CHILDREN) });
  }
  return shown * 2 > MOST_CHILDREN
    ? withWindow(folding, key, { start: start + shown, most: FIRST_CHILDREN })
    : withWindow(folding, key, { start, most: shown * 2 });
}

function withWindow(
  folding: TreeFolding,
  key: string,
  { start, most }: { readonly start: number; readonly most: number },
): TreeFolding {
  const starts = new Map(folding.starts).set(key, start);
  return { ...folding, starts, shown: new Map(folding.shown).set(key, most) };
}
