/**
 * After an attack that may have changed something: the owner looks again. A status alone proves nothing, in
 * either direction.
 */
import type { AuthzContext } from '../context';
import { defined } from '../../../defined';
import type { RecordedResponse } from '../../../result/result';
import type { Attack } from './prepareAttack';
import { attackRequest } from '../../plan/requests/attackRequest';
import { phrase, type Message } from '../../../message';
import type { CellStep, StateChange } from '../../model/authzResult';
import { operationOf, requestOf } from '../../matrix/findByName';
import { showsAbsence } from '../../judge/absence';
import { isRefusal, isSuccess } from '../../response/status';
import type { MatrixOperation } from '../../model/matrix';
import { hides } from '../objects/changesByOthers';
import { absentIds, idTextsOf } from '../controls/calibration';
import { sameShape } from '../../judge/denial';
import { knownValuesOf, type Look, type TestObject } from '../inventory/testObject';
import { planOf, type Answer } from '../sender/sender';
import type { Session, Sessions } from '../sessions/sessions';
import { compareStable } from './stableComparison';
import { compareViews, volatilePaths } from '../../judge/stateDiff';
import type { Targets } from '../objects/targets';
import type { Target } from '../objects/target';
import type { Signals } from '../../model/verdict';

/** What the look of the owner after an attack uses. */
export interface AftermathPorts {
  readonly context: AuthzContext;
  readonly sessions: Sessions;
  readonly targets: Targets;
}

/** What the owner found. */
export interface Aftermath {
  readonly state: Signals['state'];
  readonly changes: readonly StateChange<Message>[];
  readonly steps: readonly CellStep[];
}

/** The effect of an operation as its probe shows it to the owner. */
export interface Probe {
  readonly view: RecordedResponse;
  readonly volatile: ReadonlySet<string>;
  readonly steps: readonly CellStep[];
}

/** Sends the probe of an operation twice, before the attack; absent when it has none or it is not answered. */
export async function probeBefore(
  context: AuthzContext,
  { cell, owner, target }: Attack,
): Promise<Probe | undefined> {
  const operation = operationOf(context.loaded, cell.operation);
  const first = await probe(context, operation, owner, target);
  const second = first?.response === undefined ? undefined : await probe(context, operation, owner, target);
  return first?.response === undefined || second?.response === undefined
    ? undefined
    : {
        view: second.response,
        volatile: volatilePaths(first.response, second.response),
        steps: [...first.steps, ...second.steps],
      };
}

/** The owner looks at the object, and at what the probe shows. */
export async function afterAttack(
  ports: AftermathPorts,
  attack: Attack,
  before: Probe | undefined,
  answer: Answer | undefined,
): Promise<Aftermath> {
  const { cell, target } = attack;
  const status = answer?.response?.status;
  const refused = status === undefined || !isSuccess(status);
  // The probe first: looking may sign the owner in again, which would hide that the session was ended.
  const probed = before === undefined ? undefined : await probeAgain(ports.context, attack, before, refused);
  const seen = target?.view === undefined ? undefined : await lookAgain(ports, target, target.view, refused);
  const lockedOut = whenLockedOut(ports.context, attack, cell.effect === 'delete' ? 'gone' : 'changed');
  const both = [probed, seen, lockedOut].filter((aftermath) => aftermath !== undefined);
  const state = SEVERITY.find((candidate) => both.some((aftermath) => aftermath.state === candidate));
  return {
    state: state ?? 'unknown',
    changes: both.flatMap(({ changes }) => changes),
    steps: both.flatMap(({ steps }) => steps),
  };
}

/** What counts when object and probe show different things. */
const SEVERITY = ['gone', 'changed', 'unknown', 'same'] as const;

/** The owner, who had signed in, is refused it after an operation that ends credentials. */
function whenLockedOut(
  context: AuthzContext,
  { cell, owner }: Attack,
  state: Aftermath['state'],
): Aftermath | undefined {
  const last = owner.steps.at(-1);
  const login = last === undefined ? undefined : context.sender.exchanges[last.exchange]?.exchange;
  const status = login?.response?.status ?? 0;
  const isRefused = owner.failure !== undefined && isRefusal(status) && status !== 429;
  return isRefused && operationOf(context.loaded, cell.operation).endsCredentials === true
    ? {
        state,
        changes: [{ path: phrase`login`, before: 'accepted', after: `refused with ${status}` }],
        steps: owner.steps,
      }
    : undefined;
}

async function lookAgain(
  ports: AftermathPorts,
  target: Target,
  view: RecordedResponse,
  refused: boolean,
): Promise<Aftermath> {
  const first = await ports.targets.look(target.object);
  const look = hides(first, target.object, view) ? await lookRenewed(ports, target, first) : first;
  const { response, steps } = look;
  if (response === undefined || hides(look, target.object, view)) {
    // What hides the object after an attack that was accepted is its effect; after a refusal it may be a fault.
    const isClear = response === undefined || !refused || showsAbsence(response);
    const asked = isClear ? undefined : await looksAbsent(ports, target.object, response);
    const isGone = response !== undefined && (asked?.isAbsent ?? true);
    const { changes } = compareViews(view, isGone ? response : undefined, target.volatile);
    return { state: isGone ? 'gone' : 'unknown', changes, steps: [...steps, ...(asked?.steps ?? [])] };
  }
  const compared = await compareStable(
    ports.context.sender,
    { before: view, after: response, volatile: target.volatile, refused },
    () => ports.targets.look(target.object),
  );
  if (compared.state === 'same') {
    ports.targets.keep(target, compared.newest);
  }
  return { state: compared.state, changes: compared.changes, steps: [...steps, ...compared.steps] };
}

/** Whether the owner gets the same answer for an object that does not exist. */
async function looksAbsent(
  { context, targets }: Pick<AftermathPorts, 'context' | 'targets'>,
  object: TestObject,
  response: RecordedResponse,
): Promise<{ readonly isAbsent: boolean; readonly steps: readonly CellStep[] }> {
  const ids = absentIds(context, object.ids);
  const { response: absent, steps } = await targets.look({ ...object, ids }, 'calibration');
  const texts = { attacked: idTextsOf(object.ids), absent: idTextsOf(ids) };
  return { isAbsent: sameShape(response, absent, texts), steps };
}

/** It may also be the page to sign in on, which the owner gets when the session has ended. */
async function lookRenewed(
  ports: Pick<AftermathPorts, 'sessions' | 'targets'>,
  { object }: Target,
  first: Look,
): Promise<Look> {
  await ports.sessions.renew(object.owner);
  const second = await ports.targets.look(object);
  return { ...second, steps: [...first.steps, ...second.steps] };
}

/** Sends the probe after the attack. Returns what it shows of the effect. */
export async function probeAgain(
  context: AuthzContext,
  { cell, owner, target }: Attack,
  { view, volatile }: Probe,
  refused: boolean,
): Promise<Aftermath> {
  const operation = operationOf(context.loaded, cell.operation);
  const look = (): ReturnType<typeof probe> => probe(context, operation, owner, target);
  const after = await look();
  if (after?.response === undefined) {
    return { state: 'unknown', changes: [], steps: after?.steps ?? [] };
  }
  const views = { before: view, after: after.response, volatile, refused };
  const compared = await compareStable(context.sender, views, look);
  const { status } = after.response;
  const isClosed = isSuccess(view.status) && status >= 400 && status < 500 && status !== 429;
  // What a probe is refused, or does not show any more, need not be the object that is gone.
  const state = isClosed || compared.state === 'gone' ? 'changed' : compared.state;
  return { state, changes: compared.changes, steps: [...after.steps, ...compared.steps] };
}

async function probe(
  context: AuthzContext,
  operation: MatrixOperation,
  owner: Session,
  target: Target | undefined,
): Promise<Look | undefined> {
  if (operation.probe === undefined) {
    return undefined;
  }
  const { loaded, request } = requestOf(context.loaded, operation.probe);
  const bare = attackRequest(request, loaded.chain, { places: [], anonymous: false });
  const answers = await context.sender.send({
    caller: owner,
    plan: planOf(loaded, bare.request, context.loaded.environment, bare.chain),
    values: target === undefined ? owner.values : knownValuesOf(target.object),
    step: 'probe',
  });
  const response = answers[0]?.response;
  return { steps: answers.map(({ step }) => step), ...defined({ response }) };
}
