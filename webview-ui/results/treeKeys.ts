/** Moving in a tree with keys, as the tree pattern of WAI-ARIA has it. */
import type { TreeRow } from '../../src/core/bodyTree/treeRows';

/** The row that a key leads to, `toggle` to fold or unfold the one at `index`; absent for other keys. */
export function rowAfter(
  key: string,
  index: number,
  rows: readonly TreeRow[],
): number | 'toggle' | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(index + 1, rows.length - 1);
    case 'ArrowUp':
      return Math.max(index - 1, 0);
    case 'Home':
      return 0;
    case 'End':
      return rows.length - 1;
    case 'ArrowRight':
      return inwards(index, rows);
    case 'ArrowLeft':
      return isOpen(rows[index]) ? 'toggle' : parentOf(index, rows);
    default:
      return undefined;
  }
}

/** Unfolds what is folded, and moves to the first child of what is not. */
function inwards(index: number, rows: readonly TreeRow[]): number | 'toggle' {
  if (rows[index]?.content.kind !== 'container') {
    return index;
  }
  return isOpen(rows[index]) ? Math.min(index + 1, rows.length - 1) : 'toggle';
}

function isOpen(row: TreeRow | undefined): boolean {
  return row?.content.kind === 'container' && row.content.isOpen;
}

function parentOf(index: number, rows: readonly TreeRow[]): number {
  const depth = rows[index]?.depth ?? 0;
  const parent = rows.slice(0, index).findLastIndex((row) => row.depth < depth);
  return parent === -1 ? index : parent;
}
