/**
 * `authz run --notify`: what chats hear of a matrix. What was before is the last whole result that is kept of it in
 * the same environment; flaws are new beside the baseline, or else beside that result.
 */
import { baselineOf, type Baseline } from '../../core/authz/report/baseline';
import type { AuthzResult } from '../../core/authz/model/authzResult';
import { matrixNewsOf } from '../../sharing/notifiers/matrixNews';
import type { RunNews } from '../../sharing/notifiers/runNews';
import { decideNotification } from '../../sharing/notifyRules';
import { newFlaws, ruledMatrix, type MatrixMeasure } from '../../sharing/ruledRuns';
import type { RequestedNews } from './notifyOptions';

const NOTHING_KNOWN: Baseline = { formatVersion: 1, kind: 'authz-baseline', cells: {} };

/** What is to be told of a run of a matrix; absent when nothing is. Results are masked. */
export function matrixNews(
  { recipients, timing, link }: RequestedNews,
  result: AuthzResult,
  { measure, earlier }: { readonly measure: MatrixMeasure; readonly earlier: AuthzResult | undefined },
): RunNews | undefined {
  const known = measure.baseline ?? (earlier === undefined ? undefined : baselineOf(earlier));
  const telling = decideNotification(
    timing,
    {
      run: ruledMatrix(result, measure),
      earlier: earlier === undefined ? [] : [ruledMatrix(earlier, measure)],
      newFlaws: newFlaws(result, known ?? NOTHING_KNOWN).length,
    },
    () => 0,
  );
  if (recipients.length === 0 || !telling.isTold) {
    return undefined;
  }
  return matrixNewsOf(result, {
    measure,
    ...(known === undefined ? {} : { known }),
    ...(link === undefined ? {} : { link }),
    change: telling.change,
  });
}
