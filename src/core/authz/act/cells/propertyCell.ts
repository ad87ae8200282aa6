/**
 * Cells that ask whether a caller can set what callers must not set (`PROP`): the owner of an object, a role.
 * Judged by the effect: the same request without the property is the control.
 */
import type { AuthzContext } from '../context';
import { defined } from '../../../defined';
import type { JsonValue } from '../../../json/json';
import type { RecordedResponse } from '../../../result/result';
import { escapeReferences } from '../../../prepare/template';
import { attackRequest } from '../../plan/requests/attackRequest';
import type { CellStep } from '../../model/authzResult';
import type { Cell } from '../../model/cell';
import { operationOf, requestOf, resourceOf } from '../../matrix/findByName';
import type { Control } from '../controls/controls';
import { liveness, repeatWithValidCredentials } from '../attacks/credentialsValid';
import { answerSignals, failuresOf, notAsked, stepsOf, type Finding } from '../attacks/finding';
import { BY_HAND, setBy, whyWithheld, type Change } from '../objects/changesToExisting';
import { knownValuesOf, type TestObject } from '../inventory/testObject';
import { ownersValues, resolved } from '../attacks/ownerValues';
import { judgeViews } from './propertyEffect';
import { valuesAt } from '../../response/propertyValues';
import { tryCreation, type PropertyAttack, type Tried } from './createWithProperty';
import { restore, type RestorePorts } from '../attacks/restoreAfterAttack';
import { signIn, type SignInPorts } from '../attacks/signInUsers';
import { attackText } from '../attacks/sendAttack';
import { planOf, type Answer } from '../sender/sender';
import type { Liveness } from '../sessions/sessions';
import { isRefusal, isSuccess } from '../../response/status';
import type { Target } from '../objects/target';

/** What the procedure uses. */
export interface PropertyCellPorts extends SignInPorts, RestorePorts {}

/** Carries out the procedure. Failures are in the finding. */
export async function propertyCell(ports: PropertyCellPorts, cell: Cell): Promise<Finding> {
  const { loaded } = ports.context;
  const operation = operationOf(loaded, cell.operation);
  const resource = resourceOf(loaded, cell.resource ?? '');
  const signedIn = await signIn(ports, cell);
  if (!signedIn.ok) {
    return signedIn.finding;
  }
  const { owner, caller } = signedIn;
  const path = cell.property ?? '';
  const template = operation.assign.find((assignment) => assignment.path === path)?.value ?? null;
  const owners = ownersValues(owner);
  const value = resolved(template, owners);
  if (value === undefined) {
    return notAsked(
      `The value for ${path} has a reference that ${owner.user.name} has no value for.`,
      owner.steps,
    );
  }
  const attack: PropertyAttack = { cell, operation, resource, owner, caller, path, template, value, owners };
  const ask = (): Promise<Finding> => attempt(ports, attack);
  return repeatWithValidCredentials(ports.sessions, attack, await ask(), ask);
}

async function attempt(ports: Omit<PropertyCellPorts, 'accounts'>, attack: PropertyAttack): Promise<Finding> {
  const { cell, operation, caller, resource } = attack;
  const control = await ports.controls.own(operation, caller);
  const tried =
    operation.effect === 'create' ? await tryCreation(ports, attack) : await tryChange(ports, attack);
  if ('signals' in tried) {
    return tried;
  }
  const response = tried.answer?.response;
  const isRefused = response !== undefined && !isSuccess(response.status);
  const own = isRefused ? await ports.targets.of(resource, caller) : undefined;
  const doubted = { cell, caller, ...(own?.ok === true ? { own: own.target } : {}) };
  return asFinding(ports.context, tried, control, await liveness(ports, doubted, response));
}

function asFinding(
  context: AuthzContext,
  { answer, state, steps, doubt }: Tried,
  own: Control,
  { alive, steps: further }: Liveness,
): Finding {
  const control = doubt === undefined ? own : { ...own, ok: false, failure: doubt };
  return {
    signals: {
      ...answerSignals(answer, alive, context.loaded.matrix.denied),
      control: control.ok ? 'ok' : 'fail',
      leak: 'no',
      state,
      self: false,
    },
    steps: stepsOf(control.steps, steps, further),
    leaks: [],
    changes: [],
    secondary: [],
    ...failuresOf([control], answer),
  };
}

/** The caller's own object with the property changed, and changed back where it cannot be replaced. */
async function tryChange(ports: RestorePorts, attack: PropertyAttack): Promise<Tried | Finding> {
  const { resource, caller } = attack;
  const made =
    resource.create === undefined
      ? await ports.targets.of(resource, caller)
      : await ports.objects.create(resource, caller);
  if (!made.ok) {
    return notAsked(made.failure, made.steps);
  }
  const withheld =
    'target' in made ? whyWithheld(ports.context, attack.operation, made.target, attack.path) : undefined;
  if (withheld !== undefined) {
    return notAsked(withheld, 'target' in made ? made.target.steps : []);
  }
  const object = 'target' in made ? made.target.object : made.object;
  const before = await ports.objects.look(object, 'owner-read');
  if ('target' in made) {
    await ports.objects.changing({
      ...changeOf(ports.context, attack, object, valueBefore(attack, before.response, made.target.first)),
      ...setBy(ports.context, attack.operation, made.target),
    });
  }
  ports.objects.accessibleTo(object, attack.owner);
  const answer = await sendChange(ports.context, attack, object, attack.template);
  const seen = await ports.objects.look(object, 'after-read');
  const views = { seen, ...defined({ before: before.response }) };
  const after = await judgeViews(ports.objects, attack, object, views);
  const undone = await undo(ports, attack, {
    object: after.taken ?? object,
    ...('target' in made && answer?.result.exchange !== undefined
      ? {
          target: made.target,
          ...defined({ status: answer.response?.status }),
          ...defined({ old: valueBefore(attack, before.response, made.target.first) }),
        }
      : {}),
  });
  await ports.objects.restored(object);
  const sent = answer === undefined ? [] : [answer.step];
  return {
    answer,
    state: after.state,
    steps: [...object.steps, ...before.steps, ...sent, ...seen.steps, ...after.steps, ...undone],
  };
}

function changeOf(
  context: AuthzContext,
  { cell, operation, path }: PropertyAttack,
  object: TestObject,
  before: JsonValue | undefined,
): Change {
  return {
    object,
    operation,
    canary: attackText(context, cell),
    property: { path, ...defined({ before }) },
  };
}

/** The value of the property in the first of these views that shows it. */
function valueBefore(
  { path }: PropertyAttack,
  ...views: readonly (RecordedResponse | undefined)[]
): JsonValue | undefined {
  return views.flatMap((view) =>
    view !== undefined && isSuccess(view.status) ? valuesAt(view, path) : [],
  )[0];
}

async function sendChange(
  context: AuthzContext,
  { cell, operation, caller, owners, path }: PropertyAttack,
  object: TestObject,
  value: JsonValue,
): Promise<Answer | undefined> {
  const { loaded, request } = requestOf(context.loaded, operation.request);
  const attacked = attackRequest(request, loaded.chain, {
    places: [],
    anonymous: false,
    // What was there before the run keeps its texts.
    ...(object.entry === undefined
      ? {}
      : { planted: { ...context.planting.of(object.resource), text: attackText(context, cell) } }),
    property: { path, value },
  });
  const answers = await context.sender.send({
    caller,
    plan: planOf(loaded, attacked.request, context.loaded.environment, attacked.chain),
    values: new Map([...knownValuesOf(object), ...owners]),
    step: 'attack',
  });
  return answers[0];
}

function unknownProperty({ path, resource, caller }: PropertyAttack): string {
  return `An attack may have set ${path} of the ${resource.name} of ${caller.user.name}, and what it was before the run is not known. ${BY_HAND}`;
}

interface Undo {
  readonly object: TestObject;
  /** Present when the object cannot be replaced. */
  readonly target?: Target;
  /** What the property was before the attack; absent where no view showed it. */
  readonly old?: JsonValue;
  /** Of the answer to the attack; absent when there was none. */
  readonly status?: number;
}

/** The object is deleted, or gets its old value back and then what its owner writes; whatever the views showed. */
async function undo(
  ports: Omit<RestorePorts, 'targets'>,
  attack: PropertyAttack,
  { object, target, old, status }: Undo,
): Promise<readonly CellStep[]> {
  if (object.entry !== undefined) {
    return ports.objects.remove(object);
  }
  if (target === undefined) {
    return [];
  }
  if (old === undefined && (status === undefined || !isRefusal(status))) {
    await ports.objects.markLeftover(object, unknownProperty(attack));
  }
  const literal = typeof old === 'string' ? escapeReferences(old) : old;
  const answer = literal === undefined ? undefined : await sendChange(ports.context, attack, object, literal);
  const steps = await restore(ports, attack.operation, { owner: attack.caller, target, isChanged: true });
  return [...(answer === undefined ? [] : [{ ...answer.step, step: 'restore' as const }]), ...steps];
}
