/**
 * What the requests of a creation create: the object itself, and what the chain makes for it first, such as
 * the project of a task. Everything that is a resource of the matrix gets a text and an entry of the ledger of
 * its own before the first request is sent, so that it is found and deleted whatever becomes of the rest.
 */
import { defined } from '../../../defined';
import type { RunPlan } from '../../../run/plan';
import type { BuiltInMemo } from '../../../prepare/scope';
import { plantedChecks } from '../../request/checksWithCanary';
import type { MatrixResource, RequestName } from '../../model/matrix';
import { plantText } from '../../request/canary';
import type { AuthzContext } from '../context';
import type { Answer, Values } from '../sender/sender';
import type { Session } from '../sessions/sessions';
import { maySend } from './creationProof';
import type { Planting } from '../canaryFields';
import type { RecordedObject } from '../inventory/newObjects';
import type { RepeatedCreation, CreationPorts, CreationOutcome } from './returnedObject';
import { withAnswer, confirmCreation } from './confirmCreation';
import { entryFor, sentWith, type TestObject } from '../inventory/testObject';

/** A plan of requests that may create something, and who sends them. */
export interface PlannedCreation {
  readonly plan: RunPlan;
  readonly owner: Session;
  readonly values: Values;
  readonly memo: BuiltInMemo;
  /** Returns the text for an object of a resource; another one each time. */
  readonly canaryOf: (resource: MatrixResource) => string;
  /** Which of several resources the last request creates. */
  readonly wanted?: MatrixResource;
}

/** Answers to the requests of a plan, and what they created. */
export interface CreationResult {
  readonly answers: readonly Answer[];
  /** The object of the last request of the plan, when that creates a resource and is proved to have. */
  readonly last?: TestObject;
  /** Why a creation was not sent or is not proved. Whole sentences. */
  readonly problem?: string;
}

/** Sends the requests of a plan. What they create is in the inventory afterwards. */
export async function createWithPrerequisites(
  ports: CreationPorts,
  creation: PlannedCreation,
): Promise<CreationResult> {
  const checked = await checkAll(ports, creation);
  if (!checked.ok) {
    return { answers: [], problem: checked.reason };
  }
  const plan = planted(ports.context.planting, creation.plan, checked.pending);
  const pending = sentIn(plan, checked.pending);
  const chosen = { ...creation, values: checked.values };
  const answers = await sendCreation(ports, chosen, plan, pending);
  const confirmed = await confirmAll(ports, chosen, { plan, pending, answers });
  const problem = confirmed.find((one) => one.problem !== undefined)?.problem;
  const last = pending.at(-1) === undefined ? undefined : confirmed.at(-1)?.object;
  return {
    answers,
    ...defined({ last, problem }),
  };
}

type Checked =
  | {
      readonly ok: true;
      readonly pending: readonly (TestObject | undefined)[];
      /** With the identifiers that were read before: the requests are sent with the same ones. */
      readonly values: Values;
    }
  | { readonly ok: false; readonly reason: string };

/** What the requests of a plan may create, after a look at what exists. */
async function checkAll(ports: CreationPorts, creation: PlannedCreation): Promise<Checked> {
  const { plan } = creation;
  const pending: (TestObject | undefined)[] = [];
  let { values } = creation;
  for (const item of plan.items) {
    const object = pendingObjectOf(ports.context, creation, item);
    if (object === undefined) {
      pending.push(undefined);
      continue;
    }
    const sendable = await maySend(ports, { object, item, plan, values });
    if (!sendable.ok) {
      return sendable;
    }
    const entered = await ports.newObjects.before(object);
    values = new Map([...values, ...sendable.ids]);
    pending.push(sendable.isShownAbsent ? { ...entered, shownAbsent: sendable.ids } : entered);
  }
  return { ok: true, pending, values };
}

async function sendCreation(
  { context, inventory }: CreationPorts,
  { owner, values, memo }: Pick<PlannedCreation, 'owner' | 'values' | 'memo'>,
  plan: RunPlan,
  pending: readonly (TestObject | undefined)[],
): Promise<readonly Answer[]> {
  for (const object of pending) {
    await (object === undefined ? undefined : inventory.expect(object));
  }
  return context.sender.send({ caller: owner, plan, values, step: 'create', memo });
}

interface Sent {
  readonly plan: RunPlan;
  readonly pending: readonly (TestObject | undefined)[];
  readonly answers: readonly Answer[];
}

async function confirmAll(
  ports: CreationPorts,
  creation: PlannedCreation,
  { plan, pending, answers }: Sent,
): Promise<readonly CreationOutcome[]> {
  const confirmed: CreationOutcome[] = [];
  for (const [index, object] of pending.entries()) {
    const [item, written] = [plan.items[index], creation.plan.items[index]];
    if (object !== undefined && item !== undefined && written !== undefined) {
      const values = answers[index - 1]?.values ?? creation.values;
      const repeat = (): Promise<RepeatedCreation> =>
        repeatCreation(ports, {
          ...creation,
          values,
          wanted: object.resource,
          plan: { ...creation.plan, items: [written] },
        });
      confirmed.push(await confirmCreation(ports, object, { answers, answer: answers[index], item, repeat }));
    }
  }
  return confirmed;
}

/** The same request for another object, with a text and generated values of its own; only a POST makes another one. */
async function repeatCreation(ports: CreationPorts, creation: PlannedCreation): Promise<RepeatedCreation> {
  const memo = new Map(creation.owner.memo);
  const other = { ...creation, memo };
  const [first] = creation.plan.items.flatMap((item) => pendingObjectOf(ports.context, other, item) ?? []);
  const plan = planted(ports.context.planting, creation.plan, [first]);
  const [item] = plan.items;
  if (first === undefined || item === undefined) {
    throw new Error('a creation is sent again for an object');
  }
  const [pending = first] = sentIn(plan, [await ports.newObjects.before(first)]);
  const [answer] = await sendCreation(ports, other, plan, [pending]);
  const object = answer === undefined ? pending : withAnswer(pending, answer, [answer]);
  return { request: item.request, answer, object };
}

function pendingObjectOf(
  context: AuthzContext,
  { plan, owner, memo, canaryOf, wanted }: PlannedCreation,
  item: RunPlan['items'][number],
): RecordedObject | undefined {
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

/** The objects as the requests of a plan create them. */
function sentIn(
  { items }: RunPlan,
  pending: readonly (TestObject | undefined)[],
): readonly (TestObject | undefined)[] {
  return pending.map((object, index) => {
    const item = items[index];
    return object === undefined || item === undefined ? object : sentWith(object, item.request);
  });
}

/**
 * Each request with the text of what it creates, and what it expects besides that text. It is sent once: sent
 * again it would create another one.
 */
function planted(planting: Planting, plan: RunPlan, pending: readonly (TestObject | undefined)[]): RunPlan {
  return {
    ...plan,
    items: plan.items.map((item, index) => {
      const object = pending[index];
      if (object === undefined) {
        return item;
      }
      const { retry: _retry, ...once } = item.request;
      const request = plantText(once, { ...planting.of(object.resource), text: object.canary });
      return { ...item, request: { ...request, expect: plantedChecks(once, request) } };
    }),
  };
}
