/** One request of a run, from its condition to its result: held back, or tried as often as its conditions ask for. */
import { joinObjects } from '../joinObjects';
import type { UnmaskedEvent, UnmaskedResult } from '../result/result';
import { runCall } from './call';
import { admit, joinAdmitted, type Gate } from './flow';
import { cancelledBefore, notSent, skippedFor } from './notSent';
import { resultHead, type RunItem, type RunStep } from './runStep';
import { flowScope, forgetFailedProducts, tryRequest, valuesBefore } from './tryRequest';

/** Runs a request, or the chain that an item calls, unless its condition holds it back. */
export async function* runUnlessHeld(
  step: RunStep,
  gate: Gate,
  runItem: RunItem,
): AsyncGenerator<UnmaskedEvent, UnmaskedResult, void> {
  const admission = await admit(step, () => flowScope(step), gate);
  if (!admission.ok) {
    forgetFailedProducts(step, admission.finding, undefined);
    return notSent(step, admission.finding);
  }
  yield { type: 'request-started', index: step.index, attempt: 1 };
  const admitted = joinAdmitted(step.admitted, admission.admitted);
  if (admitted.delayMs > 0) {
    await step.ports.clock.sleep(admitted.delayMs, step.signal);
    if (step.signal.aborted) {
      return notSent(step, skippedFor(cancelledBefore));
    }
  }
  const next = { ...step, admitted };
  return yield* step.item.request.call === undefined ? runRequest(next) : runCall(next, runItem);
}

/** Runs one request, again as long as its conditions ask for it, with an event for each further attempt. */
async function* runRequest(step: RunStep): AsyncGenerator<UnmaskedEvent, UnmaskedResult, void> {
  const { item, ports, signal } = step;
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
