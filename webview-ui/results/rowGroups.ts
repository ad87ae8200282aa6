/** The rows of data of a run, as the results panel shows them. */
import type { RowGroup } from '../../src/core/result/rowTable';
import type { RequestRow } from '../../src/protocol/runView';

/** Whether something of a row did not pass. */
export function isTroubled({ items }: RowGroup<RequestRow>): boolean {
  return items.some(
    ({ item: { progress } }) =>
      progress.state === 'finished' && ['failed', 'blocked'].includes(progress.summary.outcome),
  );
}

/** Whether two groups show the same. */
export function isSameGroup(one: RowGroup<RequestRow>, other: RowGroup<RequestRow>): boolean {
  return (
    one.items.length === other.items.length &&
    one.items.every(({ item }, at) => item === other.items[at]?.item)
  );
}
