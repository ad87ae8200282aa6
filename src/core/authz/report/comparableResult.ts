/** Which earlier result tells what was before a run of a matrix. */
import type { AuthzResult } from '../model/authzResult';

/** Whether an earlier result is one of every cell, run to its end, in the same environment. */
export function isComparable(
  earlier: Pick<AuthzResult, 'outcome' | 'unselected' | 'environment'>,
  result: Pick<AuthzResult, 'environment'>,
): boolean {
  return (
    earlier.outcome === 'finished' &&
    earlier.unselected === undefined &&
    earlier.environment === result.environment
  );
}
