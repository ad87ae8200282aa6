/** Counts and words for judgements in reports, the most important ones first. */
import type { AuthzResult } from '../../../core/authz/model/authzResult';
import { columnOf } from '../../../core/authz/report/grid';
import { countJudgements, judgementLabel, passWords } from '../../../core/authz/report/summary';
import type { Judgement } from '../../../core/authz/model/verdict';
import { humanDuration } from '../../../core/result/resultViews';
import { groupBy } from '../../../core/groupBy';
import { originsOf } from '../../../core/permission/origin';
import { list, plural } from '../../../core/words';

/** A judgement with how often it occurred. */
export interface JudgementCount {
  readonly judgement: Judgement;
  readonly count: number;
  /** The words after the number: `flaws`. */
  readonly words: string;
  /** What the passes rest on; absent for other judgements. */
  readonly detail?: string;
}

/** Judgements that occurred, the worst first. */
export function judgementCounts(result: Pick<AuthzResult, 'cells'>): readonly JudgementCount[] {
  const counts = countJudgements(result);
  return JUDGEMENTS.filter((judgement) => counts[judgement] > 0).map((judgement) => ({
    judgement,
    count: counts[judgement],
    words: judgementLabel(judgement, counts[judgement]),
    ...(judgement === 'pass' ? { detail: passWords(result) } : {}),
  }));
}

/** `1 flaw, 30 passed`. */
export function countWords(result: Pick<AuthzResult, 'cells'>): string {
  const words = judgementCounts(result).map(sumWords);
  return words.length === 0 ? 'no cells' : words.join(', ');
}

/** `30 passed (12 by 403 or 404, 18 by effect)`. */
export function sumWords({ count, words, detail }: JudgementCount): string {
  return `${count} ${words}${detail === undefined ? '' : ` (${detail})`}`;
}

/** `147 requests (at most 160) in 8.4 s`. */
export function costWords({ requests: { sent, strict }, durationMs }: AuthzResult): string {
  return `${plural(sent, 'request')} (strict count ${strict}) in ${humanDuration(durationMs)}`;
}

/**
 * What a run was about, as names and values: what was tested for whom, which operations no cell tested, and what the
 * run changed.
 */
export function runScope(result: AuthzResult): readonly (readonly [name: string, value: string])[] {
  const { cells, users, requests, leftovers } = result;
  const operations = groupBy(cells, ({ cell }) => cell.operation);
  const untested = [...operations].flatMap(([name, own]) =>
    own.every(({ class: outcome }) => outcome === 'SKIPPED') ? [name] : [],
  );
  const tested = `${operations.size - untested.length} of ${plural(operations.size, 'operation')}`;
  const left = leftovers.length === 0 ? '' : `; ${plural(leftovers.length, 'thing')} left behind`;
  return [
    ['Target', list(originsOf(exchangedUrls(result))) || 'nothing was sent'],
    ['Users', list(users.map(columnOf).map(({ user, role }) => `${user} (${role})`))],
    ['Tested', untested.length === 0 ? tested : `${tested}; not tested: ${untested.join(', ')}`],
    [
      'Changes',
      `${requests.mutations} of ${plural(requests.sent, 'request')} may have changed something${left}`,
    ],
  ];
}

/** Where requests of a run went. */
export function exchangedUrls({ exchanges }: Pick<AuthzResult, 'exchanges'>): readonly string[] {
  return exchanges.flatMap(({ exchange }) => exchange?.request.url ?? []);
}

const JUDGEMENTS: readonly Judgement[] = ['flaw', 'restricted', 'inconclusive', 'denied', 'pass', 'open'];
