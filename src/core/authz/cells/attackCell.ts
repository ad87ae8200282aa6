/**
 * The procedure of a cell that attacks an object or a function (`OBJ`, `FUN`, `ANON`): specification §2.2.
 *
 * Harm is looked for whatever the controls showed, since proof of harm needs none; a refusal proves something
 * only when everything around it worked.
 */
import type { RecordedResponse } from '../../result/result';
import { afterAttack, probeBefore } from './afterAttack';
import type { Aftermath } from './afterAttack';
import { howHard, prepareAttack } from './attack';
import type { Attack } from './attack';
import type { Message } from '../../message';
import type { LeakEvidence } from '../result/authzResult';
import { confirmCacheHit } from './cacheHit';
import { calibrate, idTextsOf } from '../run/calibration';
import type { Absent } from '../run/calibration';
import type { Cell } from '../plan/cell';
import { sameShape } from '../verdict/denial';
import { leakIn, showsOwn } from '../run/evidence';
import type { Leak, OwnersData } from '../run/evidence';
import { answerSignals, failuresOf, stepsOf } from '../run/finding';
import { isSuccess } from '../run/status';
import type { Finding } from '../run/finding';
import { liveness, proved } from './liveness';
import { isPublic } from '../matrix/matrix';
import type { Parts } from '../run/parts';
import { putRight } from './putRight';
import { secondaryFindings } from '../run/secondary';
import { sendAttack } from '../run/sendAttack';
import type { Liveness } from '../run/sessions';
import type { Answer } from '../run/sender';
import { compareViews } from '../verdict/stateDiff';
import type { Target } from '../objects/targets';
import { isMutating } from '../request/variants';
import type { Signals } from '../verdict/verdict';

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

/** Whether what was to be read was not there when it was asked for. */
function wasGone(cell: Cell, { signals }: Finding): boolean {
  return !isMutating(cell) && signals.state === 'unknown';
}

async function attackOnce(parts: Parts, attack: Attack): Promise<Finding> {
  const { cell, target } = attack;
  const before = isMutating(cell) ? await probeBefore(parts, attack) : undefined;
  const expected = await calibrate(parts, attack, undefined);
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
    (again) => leakOf(parts, attack, again, absent).leak === 'yes',
  );
  const put = await putRight(parts, attack, signals);
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
    ...howHard(attack),
  };
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
  const { leak, evidence } = leakOf(parts, attack, answer, absent);
  const bare = answerSignals(answer, live.alive, matrix.denied);
  const success = bare.status !== 'none' && isSuccess(bare.status);
  const publicToo = publicSignal(parts, attack, evidence, success);
  const signals: Signals = {
    ...bare,
    control: controlSignal(attack),
    leak,
    state: after.state,
    self: success && (await reachedOwn(parts, attack, answer, after)),
    soft: bare.soft || (success && hasAbsentShape(attack, answer?.response, absent)),
    ...(publicToo === undefined ? {} : { publicToo }),
  };
  return { signals, leaks: evidence };
}

/** What an answer holds of the owner's that the caller does not have from elsewhere. */
function leakOf(
  { context }: Parts,
  attack: Attack,
  answer: Answer | undefined,
  absent: Absent | undefined,
): Leak {
  return leakIn(
    answer?.response,
    ownersData(attack),
    {
      sent: answer?.result.exchange?.request,
      answers: [attack.callerControl.response, attack.own?.view, absent?.answer.response],
      ignore: context.loaded.matrix.ignore,
    },
    context.ports.hash,
  );
}

/** Whether owner and caller can do what is asked for to what is theirs. */
function controlSignal({ ownerControl, callerControl }: Attack): Signals['control'] {
  return ownerControl.ok && callerControl.ok ? 'ok' : 'fail';
}

/** What the owner sees of the object, or what a function answers to who may call it. */
function ownersData({ target, ownerControl }: Attack): OwnersData {
  return target === undefined
    ? { view: ownerControl.response, markers: [] }
    : {
        view: target.view ?? ownerControl.response,
        canary: target.object.canary,
        markers: target.object.resource.marker,
      };
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
  return isMutating(cell) && !harmed ? (await ownWasTouched(parts, own)) || shown : shown;
}

/** Whether the caller's own object is not what it was; then the next cell gets another one. */
async function ownWasTouched(parts: Parts, own: Target): Promise<boolean> {
  if (own.view === undefined) {
    return false;
  }
  const { response } = await parts.targets.look(own.object);
  const { state } = compareViews(own.view, response, own.volatile);
  if (state !== 'changed' && state !== 'gone') {
    return false;
  }
  await parts.targets.replace(own, own.object.owner);
  return true;
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

/** For what the policy calls public: whether a caller without credentials was given the same. */
function publicSignal(
  { context, openValues }: Parts,
  { cell }: Attack,
  leaks: readonly LeakEvidence<Message>[],
  accepted: boolean,
): true | undefined {
  if (!isPublic(context.loaded.matrix.policy, cell.operation)) {
    return undefined;
  }
  if (cell.kind === 'ANON') {
    if (accepted) {
      openValues.set(cell.operation, leaks);
    }
    return accepted ? true : undefined;
  }
  const open = openValues.get(cell.operation);
  const known = new Set(open?.map(identityOf));
  const isSame = leaks.every((leak) => known.has(identityOf(leak)));
  return open === undefined || !isSame ? undefined : true;
}

function identityOf({ value, sha256 }: LeakEvidence<Message>): string {
  return JSON.stringify([value.parts, sha256]);
}
