/**
 * The JSON report: the stored result, which `authz replay` judges again, with its totals and the comparison
 * with a baseline. Its format number changes when a member changes its meaning or goes; members may be added.
 */
import { compareBaseline, type Baseline, type BaselineComparison } from '../../../core/authz/report/baseline';
import type { AuthzResult } from '../../../core/authz/model/authzResult';
import { countJudgements } from '../../../core/authz/report/summary';
import { defined } from '../../../core/defined';
import type { AuthzReportContext } from './authzReport';

/** What `chainwright authz run --json` writes. */
export interface AuthzJsonReport extends AuthzResult, Pick<AuthzReportContext, 'tool'> {
  readonly summary: ReturnType<typeof countJudgements>;
  /** Absent without a baseline. */
  readonly baseline?: BaselineMember;
}

interface BaselineMember {
  readonly cells: readonly (Pick<BaselineComparison['cells'][number], 'before' | 'change'> & {
    /** Its `cell.id`. */
    readonly cell: string;
  })[];
  readonly absent: BaselineComparison['absent'];
}

/** Writes a result as JSON, its members in the order in which a result is stored: a replay gives the same bytes. */
export function renderAuthzJson(result: AuthzResult, { tool, baseline }: AuthzReportContext): string {
  const { cells, exchanges, ...head } = result;
  const document: AuthzJsonReport = {
    ...head,
    cells,
    exchanges,
    tool,
    summary: countJudgements(result),
    ...defined({ baseline: baseline && baselineMember(result, baseline) }),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function baselineMember(result: AuthzResult, baseline: Baseline): BaselineMember {
  const { cells, absent }: BaselineComparison = compareBaseline(result, baseline);
  return {
    cells: cells.map(({ result: { cell }, before, change }) => ({
      cell: cell.id,
      change,
      ...defined({ before }),
    })),
    absent,
  };
}
