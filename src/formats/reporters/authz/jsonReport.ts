/**
 * The JSON report: the stored result, which `authz replay` judges again, with its totals and the comparison
 * with a baseline. Its format number changes when a member changes its meaning or goes; members may be added.
 */
import { compareBaseline, type Baseline, type BaselineComparison } from '../../../core/authz/report/baseline';
import type { AuthzResult } from '../../../core/authz/model/authzResult';
import { countJudgements } from '../../../core/authz/report/summary';
import { defined } from '../../../core/defined';
import type { AuthzReportContext } from './authzReport';

/** Writes a result as JSON, its members in the order in which a result is stored: a replay gives the same bytes. */
export function renderAuthzJson(result: AuthzResult, { tool, baseline }: AuthzReportContext): string {
  const { cells, exchanges, ...head } = result;
  const document = {
    ...head,
    cells,
    exchanges,
    tool,
    summary: countJudgements(result),
    ...(baseline === undefined ? {} : { baseline: baselineMember(result, baseline) }),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function baselineMember(result: AuthzResult, baseline: Baseline): object {
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
