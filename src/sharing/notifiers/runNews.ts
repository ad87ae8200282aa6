/**
 * The contents of a message about a run: how it ended, where, and the first things that went wrong. A chat is not a
 * report; the link leads to more. Results come masked, and stay so.
 */
import { defined } from '../../core/defined';
import { nameOfPart, type ExecutionResult, type RequestResult } from '../../core/result/result';
import { humanDuration, reasonLine } from '../../core/result/resultViews';
import { outcomeWords, titleOf, totalsOf, type RunReport } from '../../core/result/runReport';
import { oneLine, shorten } from '../../core/shownText';
import { plural } from '../../core/words';
import type { NewsChange, RunEnding } from '../notifyRules';

/** A run of chains or of a matrix, as chats show it. All texts are single lines from outside, to be shown verbatim. */
export interface RunNews {
  readonly outcome: RunEnding;
  /** `Order lifecycle failed`. */
  readonly headline: string;
  /** Environment, requests, duration: a name and a value. */
  readonly facts: readonly NewsFact[];
  /** In the order of the run. */
  readonly failures: readonly NewsFailure[];
  /** Failures besides those. */
  readonly moreFailures: number;
  /** Where the full result can be read. */
  readonly link?: NewsLink;
}

/** `Environment`: `staging`. */
export interface NewsFact {
  readonly name: string;
  readonly value: string;
}

/** A request that failed or could not be sent, or a flaw; and why, or what is known about it. */
export interface NewsFailure {
  readonly subject: string;
  readonly reason: string;
}

/** A page, or a file of a workspace (`vscode://`); and what the link to it says. */
export interface NewsLink {
  readonly url: string;
  readonly title: string;
}

/** What a message tells besides the run itself. */
export interface NewsContext {
  readonly link?: NewsLink;
  /** The change from the run before. */
  readonly change?: NewsChange;
  /** Further facts. */
  readonly facts?: readonly NewsFact[];
}

/** Failures that a message lists: as many as are read before somebody follows the link. */
export const MAX_FAILURES = 5;

/** UTF-16 code units of a text from outside; both services take far longer ones. */
const MAX_TEXT = 300;

/** The news of a run; the report's results are masked. */
export function newsOf(report: RunReport, { link, change, facts = [] }: NewsContext = {}): RunNews {
  const { results } = report;
  const { requests, durationMs } = totalsOf(results);
  const failures = results.flatMap((result) => failuresOf(result, results.length > 1));
  const outcome = outcomeOf(results);
  return {
    outcome,
    headline: headlineOf(titleOf(report), change === 'recovery' ? 'passed again' : VERBS[outcome]),
    facts: [
      ...environmentFact(results),
      ...(results.length > 1 ? [{ name: 'Chains', value: chainWords(results) }] : []),
      { name: 'Requests', value: outcomeWords(requests) },
      { name: 'Duration', value: humanDuration(durationMs) },
      ...facts,
    ],
    failures: failures.slice(0, MAX_FAILURES),
    moreFailures: Math.max(0, failures.length - MAX_FAILURES),
    ...defined({ link }),
  };
}

/** The requests that failed, then those that could not be sent for it; of each in the order of the run. */
export function troubledRequests({ requests }: ExecutionResult): readonly RequestResult[] {
  const ofOutcome = (wanted: RequestResult['outcome']): readonly RequestResult[] =>
    requests.filter(({ outcome }) => outcome === wanted);
  return [...ofOutcome('failed'), ...ofOutcome('blocked')];
}

/** The verb, its space and the sign fit next to it into the 150 characters of a headline in Slack. */
const MAX_TITLE = 120;

/** What ran, and its outcome. */
export function headlineOf(title: string, verb: string): string {
  return newsLine(`${shorten(oneLine(title), MAX_TITLE)} ${verb}`);
}

/** A text from outside on one line, no longer than a chat has use for. */
export function newsLine(text: string): string {
  return shorten(oneLine(text), MAX_TEXT);
}

const VERBS: Readonly<Record<RunEnding, string>> = {
  passed: 'passed',
  failed: 'failed',
  inconclusive: 'is inconclusive',
  cancelled: 'was cancelled',
};

function outcomeOf(results: readonly ExecutionResult[]): RunEnding {
  if (results.some(({ outcome }) => outcome === 'failed')) {
    return 'failed';
  }
  return results.some(({ outcome }) => outcome === 'cancelled') ? 'cancelled' : 'passed';
}

function environmentFact(results: readonly ExecutionResult[]): readonly NewsFact[] {
  const names = new Set(results.flatMap(({ environment }) => environment ?? []));
  return names.size === 0
    ? []
    : [{ name: names.size === 1 ? 'Environment' : 'Environments', value: newsLine([...names].join(', ')) }];
}

function chainWords(results: readonly ExecutionResult[]): string {
  const failed = results.filter(({ outcome }) => outcome === 'failed').length;
  return failed === 0 ? plural(results.length, 'chain') : `${failed} of ${results.length} failed`;
}

function failuresOf(result: ExecutionResult, isNamed: boolean): readonly NewsFailure[] {
  return troubledRequests(result).map((request) => ({
    subject: newsLine(isNamed ? `${result.chain.name}: ${nameOfPart(request)}` : nameOfPart(request)),
    reason: newsLine(reasonLine(request)),
  }));
}
