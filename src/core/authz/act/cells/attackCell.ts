/**
 * The procedure of a cell that attacks an object or a function (`OBJ`, `FUN`, `ANON`): specification §2.2.
 *
 * Harm is looked for whatever the controls showed, since proof of harm needs none; a refusal proves something
 * only when everything around it worked.
 */
import { defined } from '../../../defined';
import type { Objects } from '../objects/objects';
import type { Target } from '../objects/target';
import type { Targets } from '../objects/targets';
import type { RecordedResponse } from '../../../result/result';
import { afterAttack, probeBefore, type Aftermath } from '../attacks/afterAttack';
import { fieldToMark } from './suggestMarker';
import {
  exploitabilityOfAttack,
  prepareAttack,
  type Attack,
  type Prepared,
  type PreparationPorts,
} from '../attacks/prepareAttack';
import type { Message } from '../../../message';
import type { LeakEvidence } from '../../model/authzResult';
import { isOpenFunction, leakOf, leakSignals, type LeakPorts } from '../attacks/attackLeaks';
import {
  reachesNothing,
  whyTokenless,
  type VariantAnswer,
  type VariantPorts,
} from '../attacks/variantCalibration';
import { confirmCacheHit } from '../attacks/cacheHit';
import { idTextsOf, type Absent } from '../controls/calibration';
import { calibrate, type CalibrationPorts } from '../attacks/calibrateAttack';
import type { Cell } from '../../model/cell';
import { isEmptied, sameShape } from '../../judge/denial';
import { judge } from '../../judge/judge';
import { isPublic } from '../../model/matrix';
import type { AuthzContext } from '../context';
import { showsOwn } from '../attacks/leakEvidence';
import { answerSignals, failuresOf, notAsked, stepsOf, type Finding } from '../attacks/finding';
import { isRefusal, isSuccess } from '../../response/status';
import { liveness, proved, repeatWithValidCredentials } from '../attacks/credentialsValid';
import { operationOf } from '../../matrix/findByName';
import { leavesEffect } from '../controls/controls';
import {
  restore,
  restoreAfterAttack,
  replaceIfTouched,
  type RestorePorts,
} from '../attacks/restoreAfterAttack';
import { objectNotThere, removeUpserted } from '../attacks/accidentalUpsert';
import { secondaryFindings } from '../attacks/secondaryFindings';
import { sendAttack, type AttackPorts } from '../attacks/sendAttack';
import type { Liveness } from '../sessions/sessions';
import type { Answer } from '../sender/sender';
import { expired, signedOut } from '../attacks/signedOut';
import { isExpired, isSignedOut } from '../../plan/requests/tokenVariants';
import { isMutating } from '../../plan/requests/variants';
import { judgementOf, type Signals } from '../../model/verdict';

/** What the procedure uses. */
export interface AttackCellPorts extends PreparationPorts, CalibrationPorts, LeakPorts, RestorePorts {
  readonly objects: Objects;
}

/** Carries out the procedure. Failures are in the finding. */
export async function attackCell(ports: AttackCellPorts, cell: Cell): Promise<Finding> {
  const prepared = await prepareAttack(ports, cell);
  if (!prepared.ok) {
    return prepared.finding;
  }
  if (isSignedOut(cell)) {
    const ended = await signedOut(ports, prepared.attack);
    return ended.ok ? attackOnce(ports, ended.attack) : ended.finding;
  }
  if (isExpired(cell)) {
    const ended = await expired(ports, prepared.attack, () => prepareAttack(ports, cell));
    return ended.ok ? attackOnce(ports, ended.attack) : ended.finding;
  }
  const first = await attackOnce(ports, prepared.attack);
  if (first.signals.state === 'changed' || first.signals.state === 'gone') {
    return first;
  }
  const repeat = async (): Promise<Finding> => {
    const again = await prepareAttack(ports, cell);
    return again.ok ? attackOnce(ports, again.attack) : again.finding;
  };
  // With an object that exists the same question may have another answer.
  return first.signals.live !== false && wasGone(cell, first)
    ? proved(cell, await repeat())
    : repeatWithValidCredentials(ports.sessions, prepared.attack, first, repeat);
}

/** Whether what was to be read did not exist when it was asked for. */
function wasGone(cell: Cell, { signals }: Finding): boolean {
  return !isMutating(cell) && signals.state === 'unknown';
}

async function attackOnce(ports: Omit<AttackCellPorts, 'accounts'>, prepared: Attack): Promise<Finding> {
  const { cell } = prepared;
  const expected = await calibrate(ports, prepared, undefined);
  const before = isMutating(cell) ? await probeBefore(ports.context, prepared) : undefined;
  const seen = await withCurrentView(ports.targets, prepared);
  if (!seen.ok) {
    return seen.finding;
  }
  const { attack } = seen;
  const { target } = attack;
  const notThere = await objectNotThere(ports, attack);
  const answer = await sendAttack(ports, attack);
  const absent = (await calibrate(ports, attack, answer)) ?? expected;
  const live = await liveness(ports, attack, answer?.response);
  const after: Aftermath = isMutating(cell)
    ? await afterAttack(ports, attack, before, answer)
    : await afterRead(ports.targets, attack, answer?.response);
  const { signals, leaks } = await readSignals(ports, attack, { answer, absent, live, after });
  const { secondary, steps: repeated } = await confirmCacheHit(
    ports,
    attack,
    secondaryFindings(answer?.response, absent?.answer.response, leaks.length > 0),
    (again) => leakOf(ports.context, attack, again, [absent?.answer.response]).leak === 'yes',
  );
  const upserted = await removeUpserted(ports, notThere);
  const put = await restoreAfterAttack(ports, attack, signals);
  await (attack.own === undefined ? undefined : ports.objects.restored(attack.own.object));
  const open = await whyTokenless(ports, attack, judgementOf(judge('OBJ', signals)) === 'flaw');
  noteFunction(ports, attack, signals);
  return {
    signals,
    steps: stepsOf(
      target?.steps,
      attack.ownerControl.steps,
      attack.callerControl.steps,
      before?.steps,
      absent?.answer,
      notThere.steps,
      answer,
      live.steps,
      after.steps,
      repeated,
      upserted,
      put,
    ),
    leaks,
    changes: after.changes,
    secondary,
    ...defined({ open }),
    ...failuresOf([attack.ownerControl, attack.callerControl], answer),
    ...exploitabilityOfAttack(attack),
    ...fieldToMark(ports.context, target, signals.leak),
  };
}

/** Reports a function that nobody should have been able to call. */
function noteFunction(
  { context, objects }: AttackPorts,
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
 * it in between, the caller's own object is looked at as well, because they may have changed that, too.
 */
async function withCurrentView(targets: Targets, attack: Attack): Promise<Prepared> {
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
  ports: VariantPorts & LeakPorts & RestorePorts,
  attack: Attack,
  { answer, absent, live, after }: Observed,
): Promise<{ readonly signals: Signals; readonly leaks: readonly LeakEvidence<Message>[] }> {
  const { matrix } = ports.context.loaded;
  const { leak, evidence, ...open } = await leakSignals(ports, attack, answer, absent);
  const bare = answerSignals(answer, live.alive, matrix.denied);
  const success = bare.status !== 'none' && isSuccess(bare.status);
  const isEffectless = isOpenFunction(ports.context, attack) && after.state === 'unknown' && leak !== 'yes';
  const signals: Signals = {
    ...bare,
    control: controlSignal(attack),
    leak,
    // What everybody may do, and which concerns no object, has no effect to look at.
    state: isEffectless ? 'unasked' : after.state,
    self: await reachedOwn(ports, attack, answer, after),
    soft:
      bare.soft ||
      (success && (await isNoObject(ports, attack, { answer, absent, leak, state: after.state }))),
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
  ports: VariantPorts,
  attack: Attack,
  { answer, absent, ...seen }: VariantAnswer,
): Promise<boolean> {
  return (
    hasAbsentShape(attack, answer?.response, absent) ||
    (seen.leak !== 'yes' && isEmptiedList(ports.context, attack, answer?.response)) ||
    (await reachesNothing(ports, attack, { answer, absent, ...seen }))
  );
}

/** Some servers answer who may not use a list with an empty one. What is public may have nothing to show. */
function isEmptiedList(
  { loaded }: AuthzContext,
  { cell, ownerControl }: Attack,
  response: RecordedResponse | undefined,
): boolean {
  return (
    cell.effect === 'read' &&
    cell.places.length === 0 &&
    response !== undefined &&
    ownerControl.response !== undefined &&
    !isPublic(loaded.matrix.policy, cell.operation) &&
    isEmptied(response, ownerControl.response)
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
  ports: RestorePorts,
  attack: Attack,
  answer: Answer | undefined,
  { state }: Aftermath,
): Promise<boolean> {
  const { cell, own, target } = attack;
  const response = answer?.response;
  const harmed = state === 'changed' || state === 'gone';
  const isTouched =
    own !== undefined &&
    mayBeTouched(cell, own, response, harmed) &&
    (await restoreIfTouched(ports, cell, own));
  if (own === undefined || response === undefined || !isSuccess(response.status)) {
    return false;
  }
  const seen = { view: target?.view, sent: answer?.result.exchange?.request };
  return showsOwn(response, own, seen, ports.context.ports.hash) || (isTouched && !harmed);
}

/** Whether to look if the caller's own object was changed; what was there before is looked at unless it was refused. */
function mayBeTouched(
  cell: Cell,
  { object: { entry, owner } }: Target,
  response: RecordedResponse | undefined,
  harmed: boolean,
): boolean {
  const isExisting = entry === undefined && owner.standIn === undefined;
  const isDone = response !== undefined && isSuccess(response.status);
  const isRefused = response !== undefined && isRefusal(response.status);
  return isMutating(cell) && (isExisting ? !isRefused : isDone && !harmed);
}

/** Whether the caller's own object is not what it was; one that cannot be replaced is restored by the caller. */
async function restoreIfTouched(ports: RestorePorts, cell: Cell, own: Target): Promise<boolean> {
  const isTouched = await replaceIfTouched(ports.targets, own);
  const { entry, owner } = own.object;
  if (isTouched && entry === undefined) {
    const operation = operationOf(ports.context.loaded, cell.operation);
    await restore(ports, operation, { owner, target: own, isChanged: true });
  }
  return isTouched;
}

/** A 404 hides what exists only if it does: the owner looks. */
async function afterRead(
  targets: Targets,
  { target }: Attack,
  response: RecordedResponse | undefined,
): Promise<Aftermath> {
  if (response?.status !== 404 || target?.view === undefined) {
    return { state: 'unasked', changes: [], steps: [] };
  }
  const look = await targets.look(target.object);
  const isThere = look.failure === undefined;
  return { state: isThere ? 'unasked' : 'unknown', changes: [], steps: look.steps };
}
