/**
 * Waivers: verdicts that somebody accepts for a while, with a reason. A waived cell no longer fails a run and
 * keeps its own verdict in every report.
 */
import type { CellResult } from '../model/authzResult';
import { fits, type Waiver } from '../model/matrix';
import { judgementOf } from '../model/verdict';

/**
 * The result with the first waiver that fits. Passes and cells that nothing was sent for need none.
 *
 * @param date today, ISO 8601, with or without the time of day (`2027-03-31`)
 */
export function applyWaivers(result: CellResult, waivers: readonly Waiver[], date: string): CellResult {
  const { cell, class: outcome } = result;
  const judgement = judgementOf(outcome);
  if (judgement === 'pass' || judgement === 'open') {
    return result;
  }
  const waiver = waivers.find(
    (candidate) =>
      !isExpired(candidate, date) &&
      fits(candidate.cell, cell.id) &&
      (candidate.class === undefined || candidate.class === outcome),
  );
  if (waiver === undefined) {
    return result;
  }
  const { reason, expires } = waiver;
  return { ...result, class: 'WAIVED', waived: { class: outcome, reason, expires } };
}

/** What a reader should know of waivers that hold no longer: what they were for counts again. Whole sentences. */
export function expiredWaivers(waivers: readonly Waiver[], date: string): readonly string[] {
  return waivers
    .filter((waiver) => isExpired(waiver, date))
    .map(
      ({ cell, expires, reason }) =>
        `The waiver of ${cell} ended on ${expires} (${reason}). Fix the flaw that it covers, or renew it in the matrix.`,
    );
}

/** The last day still counts; dates of this form compare as texts, and a time of day does not count. */
function isExpired({ expires }: Waiver, date: string): boolean {
  return expires < date.slice(0, expires.length);
}
