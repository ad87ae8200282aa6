/**
 * The procedure of a cell that attacks an object or a function (`OBJ`, `FUN`, `ANON`): specification §2.2.
 *
 * Harm is looked for whatever the controls showed, since proof of harm needs none; a refusal proves something
 * only when everything around it worked.
 */
import type { RecordedResponse } from '../../../result/result';
import { afterAttack, probeBefore, type Aftermath } from '../attacks/afterAttack';
import { fieldToMark } from './suggestMarker';
import { exploitabilityOfAttack, prepareAttack, type Attack, type Prepared } from '../attacks/prepareAttack';
import type { Message } from '../../../message';
import type { LeakEvidence } from '../../model/authzResult';
import { isOpenFunction, leakOf, leakSignals } from '../attacks/attackLeaks';
import { reachesNothing, type VariantAnswer } from '../attacks/variantCalibration';
import { confirmCacheHit } from '../attacks/cacheHit';
import { calibrate, idTextsOf, type Absent } from '../controls/calibration';
import type { Cell } from '../../model/cell';
import { sameShape } from '../../judge/denial';
import { showsOwn } from '../attacks/leakEvidence';
import { answerSignals, failuresOf, notAsked, stepsOf, type Finding } from '../attacks/finding';
import { isSuccess } from '../../response/status';
import { liveness, proved } from '../attacks/credentialsValid';
import { operationOf } from '../../matrix/findByName';
import { leavesEffect } from '../controls/controls';
import type { Parts } from '../../run/runParts';
import { putRight, replaceIfTouched } from '../attacks/restoreAfterAttack';
import { secondaryFindings } from '../attacks/secondaryFindings';
import { sendAttack } from '../attacks/sendAttack';
import type { Liveness } from '../sessions/sessions';
import type { Answer } from '../sender/sender';
import { isMutating } from '../../plan/requests/variants';
import type { Signals } from '../../model/verdict';

/** Carries out the procedure. Failures are in the finding. */
export async function attackCell(parts: Parts, cell: Cell): Promise<Finding> {
  const prepared = await prepareAttack(parts, cell);
  if (!prepared.ok) {
    return prepared.finding;
  }
  const first = await attackOnce(parts, prepared.attack);
  const isProved = first.signals.state === 'changed' || first.signals.state === 'gone';
  if (isProved || (first.signals.live !== false && !wasGone(cell, first))) {
    return first;
  }
  // With credentials that hold, or an object that is there, the same question may have another answer.
  if (first.signals.live === false) {
    await parts.sessions.renew(prepared.attack.caller);
  }
  const again = await prepareAttack(parts, cell);
  return again.ok ? proved(cell, await attackOnce(parts, again.attack)) : again.finding;
}

/** Whether what was to be read did not exist when it was asked for. */
function wasGone(cell: Cell, { signals }: Finding): boolean {
  return !isMutating(cell) && signals.state === 'unknown';
}

async function attackOnce(parts: Parts, prepared: Attack): Promise<Finding> {
  const { cell } = prepared;
  const expected = await calibrate(parts, prepared, undefined);
  const before = isMutating(cell) ? await probeBefore(parts, prepared) : undefined;
  const seen = await withCurrentView(parts, prepared);
  if (!seen.ok) {
    return seen.finding;
  }
  const { attack } = seen;
  const { target } = attack;
  const answer = await sendAttack(parts, attack);
  const absent = (await calibrate(parts, attack, answer)) ?? expected;
  const live = await liveness(parts, attack, answer?.response);
  const after: Aftermath = isMutating(cell)
    ? await afterAttack(parts, attack, before, answer)
    : await afterRead(parts, attack, answer?.response);
  const { signals, leaks } = await readSignals(parts, attack, { answer, absent, live, after });
  const { secondary, steps: repeated } = await confirmCacheHit(
    parts,
    attack,
    secondaryFindings(answer?.response, absent?.answer.response, leaks.length > 0),
    (again) => leakOf(parts, attack, again, [absent?.answer.response]).leak === 'yes',
  );
  const put = await putRight(parts, attack, signals);
  noteFunction(parts, attack, signals);
  return {
    signals,
    steps: stepsOf(
      target?.steps,
      attack.ownerControl.steps,
      attack.callerControl.steps,
      before?.steps,
      absent?.answer,
      answer,
      live.steps,
      after.steps,
      repeated,
      put,
    ),
    leaks,
    changes: after.changes,
    secondary,
    ...failuresOf([attack.ownerControl, attack.callerControl], answer),
    ...exploitabilityOfAttack(attack),
    ...fieldToMark(parts.context, target, signals.leak),
  };
}

/** Reports a function that nobody should have been able to call. */
function noteFunction(
  { context, objects }: Parts,
  { cell, target, caller }: Attack,
  { status }: Signals,
): void {
  const operation = operationOf(context.loaded, cell.operation);
  if (target === undefined && leavesEffect(operation) && status !== 'none' && isSuccess(status)) {
    objects.carriedOut(operation, caller);
  }
}

/**
 * What may change the object is compared with what its owner sees right before it. Where other requests changed
 * it in between, the caller's own object is looked at as well, for they may have changed that, too.
 */
async function withCurrentView({ targets }: Parts, attack: Attack): Promise<Prepared> {
  const { cell, target, own } = attack;
  if (target === undefined || !isMutating(cell)) {
    return { ok: true, attack };
  }
  const first = await targets.current(target, cell.operation);
  const mine = own !== undefined && first.conflict ? await targets.current(own, cell.operation) : undefined;
  const last = first.ok && mine !== undefined ? await targets.current(first.target, cell.operation) : first;
  return last.ok
    ? {
        ok: true,
        attack: { ...attack, target: last.target, ...(mine?.ok === true ? { own: mine.target } : {}) },
      }
    : { ok: false, finding: notAsked(last.failure, last.steps) };
}

/** What is known after an attack. */
interface Observed {
  readonly answer: Answer | undefined;
  readonly absent: Absent | undefined;
  readonly live: Liveness;
  readonly after: Aftermath;
}

async function readSignals(
  parts: Parts,
  attack: Attack,
  { answer, absent, live, after }: Observed,
): Promise<{ readonly signals: Signals; readonly leaks: readonly LeakEvidence<Message>[] }> {
  const { matrix } = parts.context.loaded;
  const { leak, evidence, ...open } = await leakSignals(parts, attack, answer, absent);
  const bare = answerSignals(answer, live.alive, matrix.denied);
  const success = bare.status !== 'none' && isSuccess(bare.status);
  const isEffectless = isOpenFunction(parts, attack) && after.state === 'unknown' && leak !== 'yes';
  const signals: Signals = {
    ...bare,
    control: controlSignal(attack),
    leak,
    // What everybody may do, and which concerns no object, has no effect to look at.
    state: isEffectless ? 'unasked' : after.state,
    self: success && (await reachedOwn(parts, attack, answer, after)),
    soft:
      bare.soft ||
      (success && (await isNoObject(parts, attack, { answer, absent, leak, state: after.state }))),
    ...open,
  };
  return { signals, leaks: evidence };
}

/** Whether owner and caller can do what is asked for to what is theirs. */
function controlSignal({ ownerControl, callerControl }: Attack): Signals['control'] {
  return ownerControl.ok && callerControl.ok ? 'ok' : 'fail';
}

/** Whether a success is what an object that does not exist gets, or a variant reaches no object at all. */
async function isNoObject(
  parts: Parts,
  attack: Attack,
  { answer, absent, ...seen }: VariantAnswer,
): Promise<boolean> {
  return (
    hasAbsentShape(attack, answer?.response, absent) ||
    (await reachesNothing(parts, attack, { answer, absent, ...seen }))
  );
}

function hasAbsentShape(
  { target }: Attack,
  response: RecordedResponse | undefined,
  absent: Absent | undefined,
): boolean {
  return (
    response !== undefined &&
    sameShape(response, absent?.answer.response, {
      attacked: idTextsOf(target?.object.ids),
      absent: idTextsOf(absent?.ids),
    })
  );
}

/** Whether a success was about the caller's own object: the answer shows it, or it is not what it was. */
async function reachedOwn(
  parts: Parts,
  { cell, own, target }: Attack,
  answer: Answer | undefined,
  { state }: Aftermath,
): Promise<boolean> {
  if (answer?.response === undefined || own === undefined) {
    return false;
  }
  const shown = showsOwn(
    answer.response,
    own,
    { view: target?.view, sent: answer.result.exchange?.request },
    parts.context.ports.hash,
  );
  const harmed = state === 'changed' || state === 'gone';
  return isMutating(cell) && !harmed ? (await replaceIfTouched(parts, own)) || shown : shown;
}

/** A 404 hides what exists only if it does: the owner looks. */
async function afterRead(
  parts: Parts,
  { target }: Attack,
  response: RecordedResponse | undefined,
): Promise<Aftermath> {
  if (response?.status !== 404 || target?.view === undefined) {
    return { state: 'unasked', changes: [], steps: [] };
  }
  const look = await parts.targets.look(target.object);
  const isThere = look.failure === undefined;
  return { state: isThere ? 'unasked' : 'unknown', changes: [], steps: look.steps };
}
