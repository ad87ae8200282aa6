/**
 * One item of a chain in its run: skipped, or run, and remembered for those after it. The items of a chain that is run as a
 * step go through here, too.
 */
import { defined } from '../defined';
import { phrase, type Message } from '../message';
import type { Reason, UnmaskedEvent, UnmaskedResult } from '../result/result';
import { runPlanned } from './loop';
import { cancelledBefore, notSent, skippedFor } from './notSent';
import { producedVariables, type PlanItem } from './plan';
import type { Bail, EndedRequest, RunStep } from './runStep';

/** Runs an item, unless the run is over for it. */
export async function* runItem(step: RunStep): AsyncGenerator<UnmaskedEvent, UnmaskedResult, void> {
  const skip = reasonToSkip(step);
  const result = skip === undefined ? yield* runPlanned(step, runItem) : notSent(step, skippedFor(skip));
  step.state.ended.push(ended(result, step.item));
  noteFailure(result, step.settings.bail);
  return result;
}

/** Whether a result makes its run fail. */
export function isFailure({ outcome, reasons }: UnmaskedResult): boolean {
  return outcome === 'failed' || outcome === 'blocked' || reasons.some(({ kind }) => kind === 'bail');
}

function reasonToSkip({ item, settings, signal }: RunStep): Reason<Message> | undefined {
  if (signal.aborted) {
    return cancelledBefore;
  }
  if (item.request.disabled) {
    return { kind: 'disabled', message: phrase`This request is disabled.` };
  }
  const cause = settings.bail?.cause;
  return cause === undefined ? undefined : { kind: 'bail', message: phrase`The run stopped after ${cause}.` };
}

/**
 * The cause names the chain, because other chains that stop can have requests of the same name, and the row by its number,
 * because its label may have to be masked.
 */
function noteFailure({ request, row, name, outcome }: UnmaskedResult, bail: Bail | undefined): void {
  if (bail !== undefined && (outcome === 'failed' || outcome === 'blocked')) {
    bail.cause ??= `${row === undefined ? name : `${name}, row ${row.number},`} of ${request.chain} ${outcome === 'failed' ? 'failed' : 'was blocked'}`;
  }
}

/** Later requests ask only producers for their reasons, whose messages may quote much of a body. */
function ended(
  { request, name, method, outcome, reasons, exchange }: UnmaskedResult,
  item: PlanItem,
): EndedRequest {
  const status = exchange?.response?.status;
  const isAsked = outcome === 'skipped' || producedVariables(item.request).length > 0;
  return {
    request,
    name,
    method,
    outcome,
    reasons: isAsked ? reasons : [],
    ...defined({ status }),
  };
}
