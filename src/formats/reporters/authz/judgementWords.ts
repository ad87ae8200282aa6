/** Counts and words for judgements in reports, the most important ones first. */
import type { AuthzResult } from '../../../core/authz/model/authzResult';
import { countJudgements, judgementLabel } from '../../../core/authz/report/summary';
import type { Judgement } from '../../../core/authz/model/verdict';
import { humanDuration } from '../../../core/result/resultViews';
import { plural } from '../../../core/words';

/** A judgement with how often it occurred. */
export interface JudgementCount {
  readonly judgement: Judgement;
  readonly count: number;
  /** The words after the number: `flaws`. */
  readonly words: string;
}

/** Judgements that occurred, the worst first. */
export function judgementCounts(result: Pick<AuthzResult, 'cells'>): readonly JudgementCount[] {
  const counts = countJudgements(result);
  return JUDGEMENTS.filter((judgement) => counts[judgement] > 0).map((judgement) => ({
    judgement,
    count: counts[judgement],
    words: judgementLabel(judgement, counts[judgement]),
  }));
}

/** `1 flaw, 30 passed`. */
export function countWords(result: Pick<AuthzResult, 'cells'>): string {
  const words = judgementCounts(result).map(({ count, words: label }) => `${count} ${label}`);
  return words.length === 0 ? 'no cells' : words.join(', ');
}

/** `147 requests (at most 160) in 8.4 s`. */
export function costWords({ requests: { sent, strict }, durationMs }: AuthzResult): string {
  return `${plural(sent, 'request')} (strict count ${strict}) in ${humanDuration(durationMs)}`;
}

const JUDGEMENTS: readonly Judgement[] = ['flaw', 'inconclusive', 'denied', 'pass', 'open'];
