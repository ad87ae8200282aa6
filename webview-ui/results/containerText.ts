/** A list or an object in the tree of a body, by its size. */
import type { TreeRow } from '../../src/core/bodyTree/treeRows';
import { t } from '../ui/l10n';

/** `[ ] 3 items`, `{ } 1 member`. */
export function containerText({ holds, count }: Extract<TreeRow['content'], { kind: 'container' }>): string {
  if (holds === 'items') {
    return count === 1 ? t('[ ] 1 item') : t('[ ] {0} items', count);
  }
  return count === 1 ? t('{ } 1 member') : t('{ } {0} members', count);
}
