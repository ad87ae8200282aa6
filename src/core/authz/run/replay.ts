/**
 * Judging a stored run again: verdicts and reasons follow from the signals and the evidence that it holds, and
 * nothing is sent. A run that this version judged comes out as it was, byte for byte; one of an older version
 * shows what has become of its verdicts.
 */
import type { AuthzResult, CellResult } from '../model/authzResult';
import { explain, explainedOf } from '../report/explain/explain';
import { judge } from '../judge/judge';
import { judgedKind } from '../plan/requests/tokenVariants';

/** The same run with every verdict computed again. Cells that nothing was sent for stay as they are. */
export function replay(result: AuthzResult): AuthzResult {
  return { ...result, cells: result.cells.map(replayCell) };
}

/** A waiver that was found when the cell was run holds for that verdict and for no other. */
function replayCell(result: CellResult): CellResult {
  const explained = explainedOf(result);
  if (explained === undefined) {
    return result;
  }
  const outcome = judge(judgedKind(explained.cell), explained.signals);
  const reasons = explain({ ...explained, class: outcome });
  const { waived, ...unwaived } = result;
  return waived?.class !== outcome
    ? { ...unwaived, class: outcome, reasons }
    : { ...result, class: 'WAIVED', reasons };
}
