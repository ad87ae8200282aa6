/** What rules need to know of results: how a chain or a matrix ended, when, and how much failed. */
import type { AuthzResult } from '../core/authz/model/authzResult';
import {
  baselineExitCode,
  compareBaseline,
  type Baseline,
  type ComparedCell,
} from '../core/authz/report/baseline';
import { isFailure } from '../core/authz/model/verdict';
import { authzExitCode } from '../core/authz/report/summary';
import type { ExecutionResult, Outcome, RunOutcome } from '../core/result/result';
import type { RuledRun, RunEnding } from './notifyRules';

/** How results of a matrix are judged. */
export interface MatrixMeasure {
  /** Whether refusals by another code than 403 and 404 fail. */
  readonly strict: boolean;
  /** What is known and does not fail a run. */
  readonly baseline?: Baseline;
}

/** What is known about a run of a chain, from its result or the result's head. */
export interface EndedRun extends Pick<ExecutionResult, 'startedAt' | 'durationMs'> {
  readonly outcome: RunOutcome;
  readonly counts: Readonly<Record<Outcome, number>>;
}

/** A run of a chain, for rules. */
export function ruledRun({ startedAt, durationMs, outcome, counts }: EndedRun): RuledRun {
  return {
    endedAt: Date.parse(startedAt) + durationMs,
    ending: outcome === 'running' ? 'cancelled' : outcome,
    failures: counts.failed,
  };
}

/** A run of a matrix, for rules. */
export function ruledMatrix(result: AuthzResult, measure: MatrixMeasure): RuledRun {
  return {
    endedAt: Date.parse(result.startedAt) + result.durationMs,
    ending: endingOfMatrix(result, measure),
    failures:
      measure.baseline === undefined
        ? result.cells.filter((cell) => isFailure(cell.class)).length
        : newFlaws(result, measure.baseline).length,
  };
}

/** The flaws that an earlier result or a baseline does not have, in the order of the result. */
export function newFlaws(
  result: Pick<AuthzResult, 'cells' | 'unselected'>,
  known: Baseline,
): readonly ComparedCell[] {
  return compareBaseline(result, known).cells.filter(
    ({ change }) => change === 'new' || change === 'updated',
  );
}

/** As the exit code of the command line says it. */
export function endingOfMatrix(result: AuthzResult, { strict, baseline }: MatrixMeasure): RunEnding {
  const code =
    baseline === undefined
      ? authzExitCode(result, { strict })
      : baselineExitCode(result, compareBaseline(result, baseline), { strict });
  switch (code) {
    case 0:
    case 4:
      return 'passed';
    case 1:
      return 'failed';
    case 3:
      return 'inconclusive';
    case 130:
      return 'cancelled';
  }
}
