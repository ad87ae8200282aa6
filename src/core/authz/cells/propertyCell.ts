/**
 * Cells that ask whether a caller can set what callers must not set (`PROP`): the owner of an object, a role.
 * Judged by the effect: the same request without the property is the control.
 */
import type { JsonValue } from '../../json';
import type { RecordedResponse } from '../../result';
import { escapeReferences } from '../../template';
import { attackRequest } from '../request/attackRequest';
import type { CellStep } from '../result/authzResult';
import type { Cell } from '../plan/cell';
import { operationOf, requestOf, resourceOf } from '../run/context';
import type { Control } from '../run/controls';
import { createAs } from './creation';
import type { Created } from './creation';
import { answerSignals, failuresOf, notAsked, stepsOf } from '../run/finding';
import type { Finding } from '../run/finding';
import type { MatrixOperation, MatrixResource } from '../matrix/matrix';
import { knownOf } from '../objects/testObject';
import type { TestObject } from '../objects/testObject';
import { ownersValues, resolved } from './ownersValues';
import type { Parts } from '../run/parts';
import { judgeViews, valuesAt } from './propertyViews';
import type { SetProperty } from './propertyViews';
import { foundObject, searchLists } from './searchLists';
import { attackText } from '../run/sendAttack';
import { planOf } from '../run/sender';
import type { Answer, Values } from '../run/sender';
import { sameSubject } from '../run/sessions';
import type { Liveness } from '../run/sessions';
import type { Target } from '../objects/targets';
import type { Signals } from '../verdict/verdict';

/** Carries out the procedure. Failures are in the finding. */
export async function propertyCell(parts: Parts, cell: Cell): Promise<Finding> {
  const { loaded } = parts.context;
  const operation = operationOf(loaded, cell.operation);
  const resource = resourceOf(loaded, cell.resource ?? '');
  const owner = await parts.sessions.of(cell.owner ?? cell.caller);
  const caller = await parts.sessions.of(cell.caller);
  const failed =
    owner.failure ?? caller.failure ?? (owner === caller ? undefined : sameSubject(owner, caller));
  if (failed !== undefined) {
    return notAsked(failed, [...owner.steps, ...caller.steps]);
  }
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
  const first = await attempt(parts, attack);
  if (first.signals.live !== false) {
    return first;
  }
  await parts.sessions.renew(caller);
  return attempt(parts, attack);
}

async function attempt(parts: Parts, attack: PropertyAttack): Promise<Finding> {
  const { operation, caller } = attack;
  const control = await parts.controls.own(operation, caller);
  const tried =
    operation.effect === 'create' ? await tryCreation(parts, attack) : await tryChange(parts, attack);
  if ('signals' in tried) {
    return tried;
  }
  const refused = tried.answer?.response?.status === 401;
  return asFinding(parts, tried, control, refused ? await parts.sessions.isAlive(caller) : undefined);
}

interface PropertyAttack extends SetProperty {
  readonly cell: Cell;
  readonly operation: MatrixOperation;
  readonly resource: MatrixResource;
  /** As the matrix writes it. */
  readonly template: JsonValue;
  /** The owner's values, by the names that the template has in the attack. */
  readonly owners: Values;
}

interface Tried {
  readonly answer: Answer | undefined;
  readonly state: Signals['state'];
  readonly steps: readonly CellStep[];
}

function asFinding(
  { context }: Parts,
  { answer, state, steps }: Tried,
  control: Control,
  live: Liveness | undefined,
): Finding {
  const alive = live === undefined ? undefined : live.alive === true;
  return {
    signals: {
      ...answerSignals(answer, alive, context.loaded.matrix.denied),
      control: control.ok ? 'ok' : 'fail',
      leak: 'no',
      state,
      self: false,
    },
    steps: stepsOf(control.steps, steps, live?.steps),
    leaks: [],
    changes: [],
    secondary: [],
    ...failuresOf([control], answer),
  };
}

/** A new object of the caller's with the property set, compared with a usual one. */
async function tryCreation(parts: Parts, attack: PropertyAttack): Promise<Tried> {
  const { cell, resource, caller, owners, path, template } = attack;
  const created = await createAs(parts, {
    cell,
    resource,
    caller,
    keeper: caller,
    values: new Map([...caller.values, ...owners]),
    step: 'attack',
    property: { path, value: template },
  });
  const { answer } = created;
  const sought = created.object === undefined ? await searchCreated(parts, attack, created) : undefined;
  const object = created.object ?? sought?.object;
  const sent = stepsOf(answer, sought?.steps);
  if (object === undefined) {
    return { answer, state: sought?.state ?? 'unknown', steps: sent };
  }
  const seen = await parts.objects.look(object, 'after-read');
  const usual = await parts.targets.of(resource, caller);
  const before = usual.ok ? usual.target.view : undefined;
  const after = await judgeViews(parts, attack, object, {
    seen,
    ...(before === undefined ? {} : { before }),
  });
  return { answer, state: after.state, steps: [...sent, ...seen.steps, ...after.steps] };
}

interface Searched extends Pick<Tried, 'state' | 'steps'> {
  readonly object?: TestObject;
}

/** What the caller's list shows of a creation whose answer does not tell. */
async function searchCreated(
  parts: Parts,
  { resource, caller }: PropertyAttack,
  { answer, accepted, planted, canary, entry }: Created,
): Promise<Searched> {
  const status = answer?.response?.status ?? 0;
  const refused = !accepted && status >= 400 && status < 500;
  const readers = planted ? [{ user: caller, wouldSee: true }] : [];
  const sought = { resource, canary, readers, known: undefined };
  const search = await searchLists(parts, sought);
  if (search.kind === 'found') {
    const object = await foundObject(parts.context, sought, search.holder, new Map());
    if (object === undefined) {
      return { state: 'unknown', steps: search.steps };
    }
    await parts.objects.adopt(object);
    return { state: 'unknown', steps: search.steps, object };
  }
  if (search.kind === 'absent' && !accepted) {
    await parts.context.ports.ledger.write({ ...entry, state: 'gone' });
  }
  return { state: refused ? 'same' : 'unknown', steps: search.steps };
}

/** The caller's own object with the property changed, and changed back where it cannot be replaced. */
async function tryChange(parts: Parts, attack: PropertyAttack): Promise<Tried | Finding> {
  const { resource, caller } = attack;
  const made =
    resource.create === undefined
      ? await parts.targets.of(resource, caller)
      : await parts.objects.create(resource, caller);
  if (!made.ok) {
    return notAsked(made.failure, made.steps);
  }
  const object = 'target' in made ? made.target.object : made.object;
  const before = await parts.objects.look(object, 'owner-read');
  const answer = await sendChange(parts, attack, object, attack.template);
  const seen = await parts.objects.look(object, 'after-read');
  const views = { seen, ...(before.response === undefined ? {} : { before: before.response }) };
  const after = await judgeViews(parts, attack, object, views);
  const undone = await undo(parts, attack, {
    object: after.taken ?? object,
    before: before.response,
    ...('target' in made && answer?.result.exchange !== undefined ? { target: made.target } : {}),
  });
  const sent = answer === undefined ? [] : [answer.step];
  return {
    answer,
    state: after.state,
    steps: [...object.steps, ...before.steps, ...sent, ...seen.steps, ...after.steps, ...undone],
  };
}

async function sendChange(
  { context }: Parts,
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
      : { planted: { paths: object.resource.canary, text: attackText(context, cell) } }),
    property: { path, value },
  });
  const answers = await context.sender.send({
    caller,
    plan: planOf(loaded, attacked.request, context.loaded.environment, attacked.chain),
    values: new Map([...knownOf(object), ...owners]),
    step: 'attack',
  });
  return answers[0];
}

interface Undo {
  readonly object: TestObject;
  readonly before: RecordedResponse | undefined;
  /** Present when the object cannot be replaced. */
  readonly target?: Target;
}

/** The object is deleted, or gets its old value back and then what its owner writes; whatever the views showed. */
async function undo(
  parts: Parts,
  attack: PropertyAttack,
  { object, before, target }: Undo,
): Promise<readonly CellStep[]> {
  if (object.entry !== undefined) {
    return parts.objects.remove(object);
  }
  if (target === undefined) {
    return [];
  }
  const old = before === undefined ? undefined : valuesAt(before, attack.path)[0];
  const literal = typeof old === 'string' ? escapeReferences(old) : old;
  const answer = literal === undefined ? undefined : await sendChange(parts, attack, object, literal);
  const restored = await parts.controls.restore(attack.operation, attack.caller, target);
  return [...(answer === undefined ? [] : [{ ...answer.step, step: 'restore' as const }]), ...restored];
}
