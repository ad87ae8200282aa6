/**
 * What the requests of a creation bring about: the object itself, and what the chain makes for it first, such as
 * the project of a task. Everything that is a resource of the matrix gets a text and an entry of the ledger of
 * its own before the first request is sent, so that it is found and deleted whatever becomes of the rest.
 */
import type { RunPlan } from '../../run/plan';
import type { BuiltInMemo } from '../../prepare/scope';
import { findPlanted } from '../cells/findPlanted';
import type { MatrixResource, RequestName } from '../matrix/matrix';
import { plantText } from '../request/plant';
import type { AuthzContext } from '../run/context';
import type { Answer, Values } from '../run/sender';
import type { Session } from '../run/sessions';
import { isRefusal, isSuccess } from '../run/status';
import type { Inventory } from './inventory';
import { entryFor, identifiers, idTexts, knownOf } from './testObject';
import type { TestObject } from './testObject';

/** What births take. */
export interface BirthPorts {
  readonly context: AuthzContext;
  readonly inventory: Inventory;
}

/** Requests that may create something, and who sends them. */
export interface Labour {
  readonly plan: RunPlan;
  readonly owner: Session;
  readonly values: Values;
  readonly memo: BuiltInMemo;
  /** The text for an object of a resource; another one each time. */
  readonly canaryOf: (resource: MatrixResource) => string;
  /** Which of several resources the last request creates. */
  readonly wanted?: MatrixResource;
}

/** Answers to the requests of a plan, and what each of them brought about. */
export interface Births {
  readonly answers: readonly Answer[];
  /** What came of the last request of the plan, when it creates a resource: there is one if it is in the inventory. */
  readonly last?: TestObject;
}

/** Sends the requests of a plan; what they create is in the inventory. */
export async function giveBirth(ports: BirthPorts, labour: Labour): Promise<Births> {
  const { context, inventory } = ports;
  const unborn = labour.plan.items.map((item) => unbornOf(context, labour, item));
  for (const object of unborn) {
    await (object === undefined ? undefined : inventory.expect(object));
  }
  const answers = await context.sender.send({
    caller: labour.owner,
    plan: planted(labour.plan, unborn),
    values: labour.values,
    step: 'create',
    memo: labour.memo,
  });
  let last: TestObject | undefined;
  for (const [index, object] of unborn.entries()) {
    last = object === undefined ? undefined : await settleBirth(ports, object, answers, index);
  }
  return { answers, ...(last === undefined ? {} : { last }) };
}

function unbornOf(
  context: AuthzContext,
  { plan, owner, memo, canaryOf, wanted }: Labour,
  item: RunPlan['items'][number],
): TestObject | undefined {
  const name: RequestName = { chain: item.loaded.file, id: item.request.id };
  const isWanted = item === plan.items.at(-1) && wanted !== undefined;
  const resource = isWanted
    ? wanted
    : context.loaded.matrix.resources.find(
        ({ create }) => create?.chain === name.chain && create.id === name.id,
      );
  if (resource === undefined) {
    return undefined;
  }
  const canary = canaryOf(resource);
  const entry = entryFor(context, resource, owner, canary);
  return { resource, owner, canary, produced: new Map(), ids: new Map(), memo, steps: [], entry };
}

/** Each request with the text of what it creates, and of what it expects no more than the status. */
function planted(plan: RunPlan, unborn: readonly (TestObject | undefined)[]): RunPlan {
  return {
    ...plan,
    items: plan.items.map((item, index) => {
      const object = unborn[index];
      if (object === undefined) {
        return item;
      }
      const { status } = item.request.expect;
      const expect = { ...(status === undefined ? {} : { status }), headers: [], body: [] };
      const request = plantText(item.request, object.resource.canary, object.canary);
      return { ...item, request: { ...request, expect } };
    }),
  };
}

/** What is known of an object once its request was answered, or was not. */
async function settleBirth(
  ports: BirthPorts,
  unborn: TestObject,
  answers: readonly Answer[],
  index: number,
): Promise<TestObject> {
  const answer = answers[index];
  if (answer?.result.exchange === undefined) {
    await ports.inventory.strike(unborn);
    return unborn;
  }
  const object = answered(unborn, answer, answers);
  if (answer.failure === undefined || isSuccess(object.answer?.status ?? 0)) {
    const isKnown = object.resource.id.every((name) => object.ids.has(name));
    if (isKnown) {
      await ports.inventory.adopt(object);
      return object;
    }
  }
  await lookForIt(ports, object);
  return object;
}

function answered(unborn: TestObject, answer: Answer, answers: readonly Answer[]): TestObject {
  const { resource, owner, entry } = unborn;
  const { values, response } = answer;
  const ids = identifiers(resource, owner, values);
  return {
    ...unborn,
    produced: new Map([...values].filter(([name, value]) => owner.values.get(name) !== value)),
    ids,
    steps: answers.map(({ step }) => step),
    ...(entry === undefined ? {} : { entry: { ...entry, state: 'created', ids: idTexts(ids) } }),
    ...(response === undefined ? {} : { answer: response }),
  };
}

/**
 * Looks for what came of a request whose answer does not tell. A refusal may have made it all the same; what
 * cannot be told now (credentials that ended, no answer) is looked for again at the end.
 */
async function lookForIt(ports: BirthPorts, object: TestObject): Promise<void> {
  const { context, inventory } = ports;
  const status = object.answer?.status;
  const refused = status !== undefined && isRefusal(status);
  if (refused && object.resource.list === undefined) {
    return inventory.strike(object);
  }
  if (status === undefined || status === 401) {
    return inventory.expect(unidentified(object));
  }
  const found = await foundIn(context, object);
  if (found.kind === 'found') {
    return inventory.adopt(found.object);
  }
  return refused && (found.kind === 'absent' || found.kind === 'unlisted')
    ? inventory.strike(object)
    : inventory.expect(unidentified(object));
}

/** What looking for an object in its owner's list came to; reasons are whole sentences. */
export type FoundObject =
  | { readonly kind: 'found'; readonly object: TestObject }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unidentified' | 'unknown' | 'unlisted'; readonly reason: string };

/** Looks for an object by its text, with everything that its creation has told so far. */
export async function foundIn(context: AuthzContext, object: TestObject): Promise<FoundObject> {
  const { resource, owner, canary, entry, produced } = object;
  const found = await findPlanted(context, resource, { ...owner, values: knownOf(object) }, canary);
  if (found.kind !== 'found') {
    return found;
  }
  const ids = identifiers(resource, owner, new Map([...produced, ...found.ids]));
  return {
    kind: 'found',
    object: {
      ...object,
      ids,
      ...(entry === undefined ? {} : { entry: { ...entry, state: 'created', ids: idTexts(ids) } }),
    },
  };
}

/** Some of its identifiers, or those of an earlier one, are not the object's. */
function unidentified(object: TestObject): TestObject {
  const { entry } = object;
  if (entry === undefined) {
    return object;
  }
  const { ids, ...unborn } = entry;
  return { ...object, ids: new Map(), entry: { ...unborn, state: 'creating' } };
}
