/**
 * Positive controls: somebody who may do an operation does it on an object of their own. Where that fails,
 * a refusal of others proves nothing. Each control is made once per operation and user.
 */
import { defined } from '../../../defined';
import type { ChainRequest } from '../../../model';
import type { RecordedResponse } from '../../../result/result';
import type { CellStep, StepKind } from '../../model/authzResult';
import type { AuthzContext } from '../context';
import { requestOf, resourceOf } from '../../matrix/findByName';
import type { AbsentAnswers } from './calibration';
import { checkEffect, controlText, NO_DOUBT } from './controlEffect';
import { statusAccepted } from '../../judge/denial';
import type { MatrixOperation, MatrixResource, RequestName } from '../../model/matrix';
import { BY_HAND, setBy, whyWithheld } from '../objects/changesToExisting';
import { knownValuesOf, type Made, type TestObject } from '../inventory/testObject';
import type { Objects } from '../objects/objects';
import { earlierValues } from '../objects/originalValues';
import type { Planted } from '../../request/canary';
import { plantedChecks, withoutReferences } from '../../request/checksWithCanary';
import { isChanged, restoreValues } from '../objects/restoreValues';
import { sendGranted, type GrantedPorts } from '../sessions/sendAuthorized';
import type { Session } from '../sessions/sessions';
import { isSuccess } from '../../response/status';
import type { Targets } from '../objects/targets';
import type { Target, TargetMade } from '../objects/target';

/** What a control showed. */
export interface Control {
  readonly ok: boolean;
  readonly steps: readonly CellStep[];
  /** Absent when nothing answered. */
  readonly response?: RecordedResponse;
  /** Why it failed; a whole sentence. */
  readonly failure?: string;
}

/** The controls of a run. */
export interface Controls {
  /** A user does an operation on the own object, or a function that concerns none. */
  own(operation: MatrixOperation, user: Session): Promise<Control>;
  /** The owner of an object that cannot be replaced does the operation with the own values, which undoes what others did by it. */
  restore(operation: MatrixOperation, owner: Session, target: Target): Promise<Restored>;
}

/** The result of restoring an object. */
interface Restored {
  readonly steps: readonly CellStep[];
  /** Why it may not be as it was, and what to do; absent when it was restored. */
  readonly failure?: string;
}

/** Controls that were made or are being made, by operation and user. */
export type MadeControls = Map<string, Promise<Control>>;

/** What controls are made with. */
export interface ControlPorts extends GrantedPorts {
  readonly made: MadeControls;
  /** What objects that do not exist are answered with. */
  readonly absent: AbsentAnswers;
  readonly objects: Objects;
  readonly targets: Targets;
}

/** Makes the controls of a run. */
export function createControls(ports: ControlPorts): Controls {
  const { made } = ports;
  return {
    own(operation, user) {
      const key = JSON.stringify([operation.name, user.user.name]);
      const control = made.get(key) ?? controlOnce(ports, operation, user);
      made.set(key, control);
      return control;
    },
    async restore(operation, owner, target) {
      if (owner.standIn !== undefined) {
        return { steps: [] };
      }
      if (operation.effect !== 'update') {
        return { steps: [], failure: `Nothing in the matrix undoes what ${operation.name} does. ${BY_HAND}` };
      }
      const { steps, failure } = await restoreTarget(ports, operation, target);
      await signInAgain(ports, operation, owner);
      return { steps, ...(failure === undefined ? {} : { failure: `${failure} ${BY_HAND}` }) };
    },
  };
}

async function controlOnce(ports: ControlPorts, operation: MatrixOperation, user: Session): Promise<Control> {
  const control = await makeControl(ports, operation, user);
  await signInAgain(ports, operation, user);
  return control;
}

/** A user who is still needed signs in again after what may have ended the own credentials. */
async function signInAgain(
  { sessions }: ControlPorts,
  { endsCredentials }: MatrixOperation,
  user: Session,
): Promise<void> {
  const isNeeded = user.standIn === undefined && user.failure === undefined;
  if (endsCredentials === true && isNeeded) {
    await sessions.renew(user);
  }
}

async function makeControl(ports: ControlPorts, operation: MatrixOperation, user: Session): Promise<Control> {
  if (user.failure !== undefined) {
    return { ok: false, steps: user.steps, failure: user.failure };
  }
  if (operation.resource === undefined) {
    return perform(ports, operation, { user });
  }
  const resource = resourceOf(ports.context.loaded, operation.resource);
  return operation.effect !== 'read' && resource.create !== undefined
    ? onSibling(ports, operation, await ports.objects.create(resource, user), resource)
    : onTarget(ports, operation, await ports.targets.of(resource, user), resource);
}

/** What changes something is done to an object that nothing else needs. */
async function onSibling(
  ports: ControlPorts,
  operation: MatrixOperation,
  made: Made,
  resource: MatrixResource,
): Promise<Control> {
  if (!made.ok) {
    return { ok: false, steps: made.steps, failure: made.failure };
  }
  const { object } = made;
  const creates = operation.effect === 'create' && isSame(operation.request, resource.create);
  const control: Control = creates
    ? {
        ok: true,
        steps: object.steps,
        ...defined({ response: object.answer }),
      }
    : withSteps(object.steps, await perform(ports, operation, { user: object.owner, object }));
  if (operation.effect === 'delete' && control.ok) {
    await ports.objects.deleted(object);
    return control;
  }
  return { ...control, steps: [...control.steps, ...(await ports.objects.remove(object))] };
}

async function onTarget(
  ports: ControlPorts,
  operation: MatrixOperation,
  made: TargetMade,
  resource: MatrixResource,
): Promise<Control> {
  if (!made.ok) {
    return { ok: false, steps: made.steps, failure: made.failure };
  }
  const { object, view, steps } = made.target;
  const withheld = whyWithheld(ports.context, operation, made.target);
  if (withheld !== undefined) {
    return { ok: false, steps, failure: withheld };
  }
  if (operation.effect === 'read' && isSame(operation.request, resource.read)) {
    return { ok: true, steps, ...defined({ response: view }) };
  }
  if (operation.effect === 'read' || object.entry !== undefined || object.owner.standIn !== undefined) {
    return withSteps(steps, await perform(ports, operation, { user: object.owner, object }));
  }
  return withSteps(steps, await onExisting(ports, operation, made.target));
}

/** What was there before the run is restored afterwards, or reported as changed. */
async function onExisting(ports: ControlPorts, operation: MatrixOperation, target: Target): Promise<Control> {
  const { object } = target;
  const canary = controlText(ports.context, operation, object.canary);
  await ports.objects.changing({ object, operation, canary, ...setBy(ports.context, operation, target) });
  const control = await perform(ports, operation, { user: object.owner, object });
  const { response, steps } = await ports.targets.look(object);
  if (response === undefined || isChanged(target, response)) {
    const { steps: further, failure } = await restoreTarget(ports, operation, target, response);
    await (failure === undefined
      ? ports.objects.restored(object)
      : ports.objects.markLeftover(object, `${failure} ${BY_HAND}`));
    return { ...control, steps: [...control.steps, ...steps, ...further] };
  }
  ports.targets.keep(target, response);
  await ports.objects.restored(object);
  return { ...control, steps: [...control.steps, ...steps] };
}

/** Gives what was there before the run its earlier values back, and keeps what its owner is shown then. */
async function restoreTarget(
  ports: ControlPorts,
  operation: MatrixOperation,
  target: Target,
  changed?: RecordedResponse,
): Promise<Restored> {
  const earlier = earlierValues(ports.context, operation, target.object, target.first);
  const { steps, view, failure } = await restoreValues(ports, operation, target, {
    values: earlier.ok ? earlier.values : [],
    ...defined({ changed }),
  });
  if (view !== undefined) {
    ports.targets.keep(target, view);
  }
  return { steps, ...defined({ failure }) };
}

/** Who does an operation, and on what. */
interface Performing {
  readonly user: Session;
  /** Absent for a function that concerns none. */
  readonly object?: TestObject;
  readonly step?: StepKind;
}

async function perform(
  ports: ControlPorts,
  operation: MatrixOperation,
  { user, object, step = 'owner-control' }: Performing,
): Promise<Control> {
  const { request, answers } = await send(ports, operation, { user, step, ...defined({ object }) });
  const steps = answers.map((answer) => answer.step);
  const answer = answers.at(-1);
  const response = answer?.response;
  if (answer === undefined || response === undefined) {
    const why = answers[0]?.failure ?? '';
    return { ok: false, steps, failure: `${user.user.name} got no answer to ${operation.name}. ${why}` };
  }
  if (object === undefined && leavesEffect(operation) && isSuccess(response.status)) {
    ports.objects.carriedOut(operation, user);
  }
  const where =
    object === undefined ? operation.name : `${operation.name} on the own ${object.resource.name}`;
  if (!statusAccepted(response, request, ports.context.loaded.matrix.denied)) {
    const failure = `${user.user.name}, who may, got ${response.status} from ${where}.`;
    return { ok: false, steps, response, failure };
  }
  if (!answer.result.expectations.every(({ passed }) => passed)) {
    const failure = `${user.user.name}, who may, got ${response.status} from ${where}, but not what the request expects. ${answer.failure ?? ''}`;
    return { ok: false, steps, response, failure };
  }
  const repeat = async (other: TestObject): Promise<readonly CellStep[]> => {
    const repeated = await send(ports, operation, { user, step, object: other });
    return repeated.answers.map((one) => one.step);
  };
  const effect =
    object === undefined
      ? NO_DOUBT
      : await checkEffect(ports, operation, { object, answer, response, repeat });
  return {
    ok: effect.had,
    steps: [...steps, ...effect.steps],
    response,
    ...(effect.had
      ? {}
      : {
          failure: `${user.user.name}, who may, got ${response.status} from ${where}, as for one that does not exist, and it had no effect.`,
        }),
  };
}

function send(
  ports: ControlPorts,
  operation: MatrixOperation,
  { user, object, step = 'owner-control' }: Performing,
): ReturnType<typeof sendGranted> {
  const { request } = requestOf(ports.context.loaded, operation.request);
  // What a list or a page shows may be other than in the chain because of what the run created.
  const change = (bare: ChainRequest): ChainRequest =>
    operation.effect === 'read' ? bare : { ...bare, expect: withoutReferences(plantedChecks(request, bare)) };
  return sendGranted(ports, user, operation.request, {
    ...{ step, change },
    values: () => (object === undefined ? user.values : knownValuesOf(object)),
    ...(object === undefined ? {} : { memo: object.memo, ...plantedBy(ports.context, operation, object) }),
  });
}

/** Whether a function changes something; credentials that end are those of users made for it. */
export function leavesEffect({ effect, endsCredentials }: MatrixOperation): boolean {
  return effect !== 'read' && endsCredentials !== true;
}

/** What changes an object plants a text of its own in it, by which the change is seen. */
function plantedBy(
  context: AuthzContext,
  operation: MatrixOperation,
  { resource, entry, canary }: TestObject,
): { readonly planted?: Planted } {
  return operation.effect === 'read' || entry === undefined
    ? {}
    : { planted: { ...context.planting.of(resource), text: controlText(context, operation, canary) } };
}

function withSteps(before: readonly CellStep[], control: Control): Control {
  return { ...control, steps: [...before, ...control.steps] };
}

function isSame(one: RequestName, other: RequestName | undefined): boolean {
  return one.chain === other?.chain && one.id === other.id;
}
