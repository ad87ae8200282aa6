/** One request of a run, from its condition to its result: held back, or tried as often as its conditions ask for. */
import { joinObjects } from '../joinObjects';
import { phrase, type Message } from '../message';
import type { Reason, UnmaskedEvent, UnmaskedResult } from '../result/result';
import { admit, joinAdmitted, type Gate } from './flow';
import type { Finding } from './judgeAnswer';
import { resultHead, type RunStep } from './runStep';
import { flowScope, forgetFailedProducts, tryRequest, valuesBefore } from './tryRequest';

/** Runs one request, unless its condition holds it back. */
export async function* runUnlessHeld(
  step: RunStep,
  gate: Gate,
): AsyncGenerator<UnmaskedEvent, UnmaskedResult, void> {
  const admission = await admit(step, () => flowScope(step), gate);
  if (!admission.ok) {
    forgetFailedProducts(step, admission.finding, undefined);
    return notSent(step, admission.finding);
  }
  yield { type: 'request-started', index: step.index, attempt: 1 };
  return yield* runRequest({ ...step, admitted: joinAdmitted(step.admitted, admission.admitted) });
}

/** Runs one request, again as long as its conditions ask for it, with an event for each further attempt. */
async function* runRequest(step: RunStep): AsyncGenerator<UnmaskedEvent, UnmaskedResult, void> {
  const {
    item,
    ports,
    signal,
    admitted: { delayMs: pauseMs },
  } = step;
  if (pauseMs > 0) {
    await ports.clock.sleep(pauseMs, signal);
    if (signal.aborted) {
      return notSent(step, skippedFor(cancelledBefore));
    }
  }
  const started = ports.clock.monotonic();
  const head = resultHead(step);
  const before = valuesBefore(step);
  const { times = 0, delayMs = 0 } = item.request.retry ?? {};
  for (let attempt = 1; ; attempt += 1) {
    const { result, worthRepeating } = await tryRequest(step, attempt);
    const again = attempt <= times && worthRepeating && !signal.aborted;
    if (again) {
      await ports.clock.sleep(delayMs, signal);
    }
    if (!again || signal.aborted) {
      forgetFailedProducts(step, result, before);
      const attempts = result.exchange === undefined ? attempt - 1 : attempt;
      const durationMs = ports.clock.monotonic() - started;
      return joinObjects(head, result, { attempts, durationMs });
    }
    yield { type: 'request-started', index: step.index, attempt: attempt + 1 };
  }
}

/** Why a request is not sent after a run was cancelled. */
export const cancelledBefore: Reason<Message> = {
  kind: 'cancelled',
  message: phrase`The run was cancelled before this request.`,
};

/** What became of a request that nothing was asked about. */
export function skippedFor(reason: Reason<Message>): Finding {
  return { outcome: 'skipped', reasons: [reason], substitutions: [], extractions: [], expectations: [] };
}

/** The result of a request that was not sent. */
export function notSent(step: RunStep, finding: Finding): UnmaskedResult {
  return { ...resultHead(step), ...finding, attempts: 0, durationMs: 0 };
}
