/**
 * Why a request was not sent, step by step: from the value that it lacks over the requests that should have
 * given it to the one in which something went wrong first.
 */
import { defined } from '../defined';
import {
  nameOfPart,
  type Outcome,
  type Reason,
  type RequestReference,
  type RequestResult,
} from '../result/result';

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
  const positions = new Map([...results].map(([at, result]) => [nameOf(result), at]));
  const steps = new Map<number, CauseStep>();
  let next: number | undefined = index;
  while (next !== undefined && !steps.has(next)) {
    const result = results.get(next);
    if (result === undefined) {
      break;
    }
    const { outcome, reasons } = result;
    const lack = reasons.find(isLack);
    steps.set(next, {
      index: next,
      name: nameOfPart(result),
      outcome,
      message: (lack ?? reasons[0])?.message ?? '',
    });
    next = lack?.producer === undefined ? undefined : positionOf(lack.producer, result, positions);
  }
  return [...steps.values()];
}

function isLack(reason: Reason): reason is Extract<Reason, { kind: 'unresolved' }> {
  return reason.kind === 'unresolved';
}

/** The producer of the same row, or the one that all rows share. */
function positionOf(
  request: RequestReference,
  { row }: RequestResult,
  positions: ReadonlyMap<string, number>,
): number | undefined {
  return positions.get(nameOf({ request, ...defined({ row }) })) ?? positions.get(nameOf({ request }));
}

function nameOf({ request: { chain, id }, row }: Pick<RequestResult, 'request' | 'row'>): string {
  return JSON.stringify([chain, id, row?.number]);
}
