/** Which of a chain's results says most of what its requests are answered. */
import type { ResultHead } from '../../core/result/resultFile';

/** What of a result decides it. */
export interface ToldResult {
  readonly head: Pick<ResultHead, 'kind' | 'trigger'>;
}

/** Whether a result has what was recorded elsewhere, and not only examples of failures, which are kept as a part. */
export function isRecording({ head: { kind, trigger } }: ToldResult): boolean {
  return kind === 'recorded' && trigger !== 'part';
}

/**
 * The last whole run, else what was recorded elsewhere, else the last run of a part; absent when there is none.
 *
 * @param stored newest first
 */
export function mostTelling<Result extends ToldResult>(stored: readonly Result[]): Result | undefined {
  return (
    stored.find(({ head }) => head.kind === 'run' && head.trigger !== 'part') ??
    stored.find(isRecording) ??
    stored.find(({ head }) => head.kind === 'run')
  );
}
