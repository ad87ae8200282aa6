/**
 * Why a request was not sent, step by step: from the value that it lacks over the requests that should have
 * given it to the one in which something went wrong first.
 */
import type { Outcome, Reason, RequestReference, RequestResult } from '../result/result';

/** A request on the way to the root cause. */
export interface CauseStep {
  /** Position in the run. */
  readonly index: number;
  readonly name: string;
  readonly outcome: Outcome;
  /** Why it did not pass; empty when it passed but did not give the value. */
  readonly message: string;
}

/**
 * The way from a request to the root cause, the request itself first; only that one when nothing of the run
 * is behind it. `results` are the finished requests of the run by their positions.
 */
export function causePath(results: ReadonlyMap<number, RequestResult>, index: number): readonly CauseStep[] {
  const positions = new Map([...results].map(([at, { request }]) => [nameOf(request), at]));
  const steps = new Map<number, CauseStep>();
  let next: number | undefined = index;
  while (next !== undefined && !steps.has(next)) {
    const result = results.get(next);
    if (result === undefined) {
      break;
    }
    const { name, outcome, reasons } = result;
    const lack = reasons.find(isLack);
    steps.set(next, { index: next, name, outcome, message: (lack ?? reasons[0])?.message ?? '' });
    next = lack?.producer === undefined ? undefined : positions.get(nameOf(lack.producer));
  }
  return [...steps.values()];
}

function isLack(reason: Reason): reason is Extract<Reason, { kind: 'unresolved' }> {
  return reason.kind === 'unresolved';
}

function nameOf({ chain, id }: RequestReference): string {
  return JSON.stringify([chain, id]);
}
