/** What a person does to the rows of a tree: fold and unfold them, and ask for more of a long list. */
import { FIRST_CHILDREN, keyOf } from '../../src/core/bodyTree/treeRows';
import type { Side, Steps, TreeFolding } from '../../src/core/bodyTree/treeRows';
import { toggled } from '../ui/toggled';

/** The folding after a row was folded or unfolded. */
export function toggleRow(folding: TreeFolding, key: string): TreeFolding {
  return { ...folding, toggled: toggled(folding.toggled, key) };
}

/** The folding after the person asked for more children of the row that a `more` row belongs to. */
export function showMore(folding: TreeFolding, steps: Steps, side: Side): TreeFolding {
  const key = keyOf(steps);
  const shown = folding.shown.get(key) ?? FIRST_CHILDREN;
  if (side === 'after') {
    return { ...folding, shown: new Map(folding.shown).set(key, shown * 2) };
  }
  const start = folding.starts.get(key) ?? 0;
  const more = Math.min(start, shown);
  return {
    ...folding,
    starts: new Map(folding.starts).set(key, start - more),
    shown: new Map(folding.shown).set(key, shown + more),
  };
}
