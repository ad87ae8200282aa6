/**
 * `authz run --notify`: the message to chats about a matrix. The run before is its last whole result in
 * the same environment; flaws are new compared with the baseline, or else with that result.
 */
import { baselineOf, type Baseline } from '../../core/authz/report/baseline';
import type { AuthzResult } from '../../core/authz/model/authzResult';
import { defined } from '../../core/defined';
import { matrixNewsOf } from '../../sharing/notifiers/matrixNews';
import type { RunNews } from '../../sharing/notifiers/runNews';
import { decideNotification } from '../../sharing/notifyRules';
import { newFlaws, ruledMatrix, type MatrixMeasure } from '../../sharing/ruledRuns';
import type { RequestedNews } from './notifyOptions';

const NOTHING_KNOWN: Baseline = { formatVersion: 1, kind: 'authz-baseline', cells: {} };

/** The message about a run of a matrix; absent when none is due. Results are masked. */
export function matrixNews(
  { recipients, timing, link }: RequestedNews,
  result: AuthzResult,
  { measure, earlier }: { readonly measure: MatrixMeasure; readonly earlier: AuthzResult | undefined },
): RunNews | undefined {
  const known = measure.baseline ?? (earlier === undefined ? undefined : baselineOf(earlier));
  const decision = decideNotification(
    timing,
    {
      run: ruledMatrix(result, measure),
      earlier: earlier === undefined ? [] : [ruledMatrix(earlier, measure)],
      newFlaws: newFlaws(result, known ?? NOTHING_KNOWN).length,
    },
    () => 0,
  );
  if (recipients.length === 0 || !decision.isDue) {
    return undefined;
  }
  return matrixNewsOf(result, {
    measure,
    ...defined({ known, link }),
    change: decision.change,
  });
}
