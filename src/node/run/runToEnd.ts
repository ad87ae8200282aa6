/** A prepared run from its start to its result, for those who want to know how it ended. */
import { briefEvent } from '../../core/run/briefEvent';
import type { RunMemory } from '../../core/run/runStep';
import {
  growResult,
  type ExecutionResult,
  type RequestResult,
  type RunEvent,
} from '../../core/result/result';
import type { SpooledBodies } from '../results/bodySpool';
import { createBodySpiller } from '../results/bodyStore';
import type { LateMasking } from '../results/redactedRun';
import type { PreparedRun } from './execute';
import type { ExecuteSettings } from './executeSettings';

/** A run that is over. */
export interface EndedRun {
  readonly result: ExecutionResult;
  /** Its requests with every body whole again, or as long as is asked for. */
  readonly whole: (longest?: number) => Iterable<RequestResult>;
  /** Raw: for the next run of the chain in this process. */
  readonly memory: RunMemory;
}

/** What is kept of each request; without exchanges, nothing that grows with what servers send. */
export type Kept = 'outcomes' | 'exchanges';

/** Who follows a run, and what is left of it. */
export interface Following {
  readonly keep: Kept;
  readonly bodies: SpooledBodies;
  readonly report: (event: RunEvent) => void;
  readonly signal: AbortSignal;
}

/** Bodies kept in memory: 256 Ki characters each, 2 Mi together; the rest goes to a temporary file. */
const BODY_LIMITS = { perBody: 2 ** 18, total: 2 ** 21 };

/** Runs until the end. Rejects with UserError when the settings do not allow what the run needs. */
export async function runToEnd(
  run: PreparedRun,
  settings: ExecuteSettings,
  { keep, bodies, report, signal }: Following,
): Promise<EndedRun> {
  const kept =
    keep === 'outcomes' ? { shorten: briefEvent } : { keepBodies: createBodySpiller(bodies, BODY_LIMITS) };
  let late: LateMasking | undefined;
  const masking = (found: LateMasking): void => {
    late = found;
  };
  const growing = growResult();
  const events = run.start({ ...settings, ...kept, maskingAtEnd: masking }, signal);
  for (;;) {
    const next = await events.next();
    if (next.done === true) {
      const result = growing.result();
      if (result === undefined || late === undefined) {
        throw new Error('a run always reports that it started and that it finished');
      }
      return { ...maskedLate(result, bodies, late), memory: next.value };
    }
    report(next.value);
    growing.take(keep === 'outcomes' ? outcomeOnly(next.value) : next.value);
  }
}

/** Masks what left the run early by everything that the run learned; bodies as they are read. */
function maskedLate(
  result: ExecutionResult,
  bodies: SpooledBodies,
  { early, data, body }: LateMasking,
): Omit<EndedRun, 'memory'> {
  const requests = result.requests.map((request, index) => (index < early ? data(request) : request));
  const masked = early === 0 ? result : { ...data({ ...result, requests: [] }), requests };
  return {
    result: masked,
    *whole(longest) {
      for (const [index, request] of masked.requests.entries()) {
        yield bodies.whole(request, (read) => (index < early ? body(read) : read), longest);
      }
    },
  };
}

/** The event with no more of a finished request than a summary tells. */
function outcomeOnly(event: RunEvent): RunEvent {
  if (event.type !== 'request-finished') {
    return event;
  }
  const { exchange: _exchange, ...result } = event.result;
  return { ...event, result: { ...result, substitutions: [], extractions: [], expectations: [] } };
}
