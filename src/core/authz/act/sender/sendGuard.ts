/** The last gate before the network: counts what is sent, and stops what must not be, should plan and procedure err. */
import type { SendFailure } from '../../../ports';
import type { RunPorts } from '../../../run/runStep';
import type { StepKind } from '../../model/authzResult';
import { effectOf } from '../../matrix/effects';

/** What was sent so far. */
export interface SendCounts {
  sent: number;
  mutations: number;
}

/** What a gate knows. */
export interface GuardOptions {
  readonly ports: Omit<RunPorts, 'cookies'>;
  /** Whether requests that change something may be sent. */
  readonly mayChange: boolean;
}

/** Sends with a signal that aborts a little after another one, or at once when that was aborted before. */
export type WithTimeToAnswer = <T>(
  signal: AbortSignal,
  send: (late: AbortSignal) => Promise<T>,
) => Promise<T>;

/** The ports of a run for one step, which count what is sent and refuse changes that nobody allowed. */
export function guardedPorts(
  { ports, mayChange }: GuardOptions,
  step: StepKind,
  counts: SendCounts,
): Omit<RunPorts, 'cookies'> {
  return {
    ...ports,
    send(request, options) {
      const changes = isChange(request.method, step);
      if (changes && !mayChange && (CHANGING.has(step) || SIGNING_IN.has(step))) {
        return Promise.resolve({ ok: false, failure: NOT_ALLOWED, timings: { totalMs: 0 } });
      }
      counts.sent += 1;
      counts.mutations += changes ? 1 : 0;
      return ports.send(request, options);
    },
  };
}

/** Steps that sign somebody in: their POSTs change no data of the API's users, other methods may. */
const SIGNING_IN: ReadonlySet<StepKind> = new Set(['login', 'liveness']);

/** Steps that change something by what they are for; whether others do, the plan knows. */
const CHANGING: ReadonlySet<StepKind> = new Set(['create', 'restore', 'teardown']);

/** Whether a request of a step may change something; signing in does not. */
export function isChange(method: string, step: StepKind): boolean {
  const signsIn = SIGNING_IN.has(step) && method.toUpperCase() === 'POST';
  return !signsIn && effectOf(method) !== 'read';
}

const NOT_ALLOWED: SendFailure = {
  code: 'not-sendable',
  message: 'It may change something, and nobody allowed changes.',
  todo: 'Allow them for this run, and set "mutate" of the matrix to true.',
};
