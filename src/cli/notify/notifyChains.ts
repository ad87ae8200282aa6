/**
 * `run --notify`: what chats hear of chains. The command line keeps no results, so what was before is read from the
 * JSON report of an earlier run, which a build keeps; a chain that is not in it counts as having passed.
 */
import { isRecord, parseUnknown } from '../../core/json/unknownJson';
import { defined } from '../../core/defined';
import { UserError } from '../../core/errors';
import { countOutcomes, type ExecutionResult, type RunOutcome } from '../../core/result/result';
import { type RunReport } from '../../core/result/runReport';
import { plural } from '../../core/words';
import { sourceText } from '../../node/files/openSource';
import { readRegularFile } from '../../node/files/regularFile';
import { newsOf, type NewsFact, type RunNews } from '../../sharing/notifiers/runNews';
import {
  decideNotification,
  type NewsChange,
  type NotifyTiming,
  type RuledRun,
  type NotifyDecision,
} from '../../sharing/notifyRules';
import { ruledRun } from '../../sharing/ruledRuns';
import type { RequestedNews } from './notifyOptions';
import { printable } from '../paint';

/** The runs before this one, by chain and environment. */
export type PreviousRuns = ReadonlyMap<string, RuledRun>;

const MAX_REPORT_BYTES = 256 * 2 ** 20;

/**
 * Reads the report of the run before. None is the first run of all; one that cannot be read is said on stderr,
 * as notifying a chat must not stop a run.
 *
 * @throws UserError when changes are wanted and no report is named
 */
export async function previousRuns({ recipients, timing, previous }: RequestedNews): Promise<PreviousRuns> {
  if (recipients.length > 0 && timing.when.includes('change') && previous === undefined) {
    throw new UserError(
      '--notify-when change needs to know how the run before ended.',
      'Name its report with --notify-previous last.json, and write one with --reporter json=last.json.',
    );
  }
  if (recipients.length === 0 || previous === undefined) {
    return new Map();
  }
  const reading = await readRegularFile(previous, MAX_REPORT_BYTES);
  const results = reading.ok ? resultsIn(sourceText(reading.bytes)) : [];
  if (results === undefined || (!reading.ok && reading.fault !== 'missing')) {
    console.error(
      printable(
        `${previous} is not a JSON report of an earlier run: every chain counts as having passed before.`,
      ),
    );
  }
  return new Map((results ?? []).map((result) => [keyOf(result), ruled(result)]));
}

/** The message about a run; absent when none is due. The report's results are masked. */
export function chainNews(
  { recipients, timing, link }: RequestedNews,
  report: RunReport,
  previous: PreviousRuns,
): RunNews | undefined {
  const decisions = report.results.map((result) => decisionFor(result, timing, previous));
  if (recipients.length === 0 || !decisions.some(({ isDue }) => isDue)) {
    return undefined;
  }
  const changes = decisions.flatMap((decision) => (decision.isDue ? [decision.change] : []));
  const [change] = changes;
  return newsOf(report, {
    ...defined({ link }),
    ...(report.results.length === 1 && change !== undefined ? { change } : {}),
    ...(previous.size > 0 && report.results.length > 1 ? { facts: changeFacts(changes) } : {}),
  });
}

/** The clock is not asked for: the command line has no quiet hours. */
function decisionFor(result: ExecutionResult, timing: NotifyTiming, previous: PreviousRuns): NotifyDecision {
  const before = previous.get(keyOf(result));
  const history = { run: ruled(result), earlier: before === undefined ? [] : [before] };
  return decideNotification(timing, history, () => 0);
}

function changeFacts(changes: readonly NewsChange[]): readonly NewsFact[] {
  const failed = changes.filter((change) => change === 'failure').length;
  const recovered = changes.filter((change) => change === 'recovery').length;
  const words = [
    ...(failed === 0 ? [] : [`${plural(failed, 'chain')} newly failed`]),
    ...(recovered === 0 ? [] : [`${plural(recovered, 'chain')} passed again`]),
  ];
  return words.length === 0 ? [] : [{ name: 'Since the last run', value: words.join(', ') }];
}

function ruled(result: ExecutionResult): RuledRun {
  return ruledRun({ ...result, counts: countOutcomes(result) });
}

function keyOf({ chain, environment }: Pick<ExecutionResult, 'chain' | 'environment'>): string {
  return JSON.stringify([chain.file, environment ?? null]);
}

const OUTCOMES: ReadonlySet<unknown> = new Set<RunOutcome>(['passed', 'failed', 'cancelled']);

/** The results in a JSON report, as far as they are of use here; absent when it is none. */
function resultsIn(text: string): readonly ExecutionResult[] | undefined {
  const report = parseUnknown(text);
  const results = isRecord(report) ? report['results'] : undefined;
  return Array.isArray(results) && results.every(isResult) ? results : undefined;
}

function isResult(value: unknown): value is ExecutionResult {
  if (!isRecord(value) || !isRecord(value['chain'])) {
    return false;
  }
  const { chain, outcome, startedAt, durationMs, requests } = value;
  return (
    typeof chain['file'] === 'string' &&
    OUTCOMES.has(outcome) &&
    typeof startedAt === 'string' &&
    typeof durationMs === 'number' &&
    Array.isArray(requests) &&
    requests.every(isRecord)
  );
}
