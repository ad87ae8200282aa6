/**
 * What reporters write about: the results of one call of the command line, or the one shown in the
 * editor, redacted before they come here. Reporters turn it into text and do nothing else.
 */
import type { FilePlace } from '../errors';
import {
  countOutcomes,
  type ExecutionResult,
  type Outcome,
  type RequestReference,
  type RequestResult,
  type RunOutcome,
} from './result';

/** One or several results, ready to be reported. */
export interface RunReport {
  /** Absent: the chain's name, or how many chains there are. */
  readonly title?: string;
  readonly tool: { readonly name: string; readonly version: string };
  readonly results: readonly ExecutionResult[];
  /** ISO 8601, UTC. */
  readonly generatedAt: string;
  /** Where requests are written; absent when the files are not at hand. */
  readonly places?: RequestPlaces;
}

/** Where a request of a result is written, as far as a file still has it. */
export type RequestPlaces = (result: ExecutionResult, request: RequestReference) => FilePlace | undefined;

/**
 * Gives the requests of a result with whole bodies, one after the other as they are asked for.
 *
 * @param longest bytes of a body that is wanted whole; of a longer one, what is in memory is enough
 */
export type WholeRequests = (result: ExecutionResult, longest?: number) => Iterable<RequestResult>;

/** Bytes of a body of which a report for people shows more than its beginning. */
export const longestShown = 2 ** 18;

/** The requests as they are in the result: of long bodies, only what is in memory. */
export const requestsInMemory: WholeRequests = ({ requests }) => requests;

/** The figures of a report. */
export interface Totals {
  readonly chains: Readonly<Record<RunOutcome, number>>;
  readonly requests: Readonly<Record<Outcome, number>>;
  /** Sum over the chains, though some may have run at the same time. */
  readonly durationMs: number;
}

/** Adds up the results of a report. */
export function totalsOf(results: readonly ExecutionResult[]): Totals {
  const chains = { running: 0, passed: 0, failed: 0, cancelled: 0 };
  const requests = { passed: 0, failed: 0, blocked: 0, skipped: 0 };
  let durationMs = 0;
  for (const result of results) {
    const counts = countOutcomes(result);
    chains[result.outcome] += 1;
    durationMs += result.durationMs;
    for (const outcome of outcomes) {
      requests[outcome] += counts[outcome];
    }
  }
  return { chains, requests, durationMs };
}

/** All outcomes of requests, in the order in which reports name them. */
export const outcomes: readonly Outcome[] = ['passed', 'failed', 'blocked', 'skipped'];

/** The title of a report. */
export function titleOf({ title, results }: RunReport): string {
  const [first] = results;
  if (title !== undefined) {
    return title;
  }
  return results.length === 1 && first !== undefined ? first.chain.name : `Run of ${results.length} chains`;
}

/** `5 passed, 1 failed`: outcomes that occurred. */
export function outcomeWords(counts: Readonly<Record<Outcome, number>>): string {
  const words = outcomes
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `${counts[outcome]} ${outcome}`);
  return words.length === 0 ? 'no requests' : words.join(', ');
}
