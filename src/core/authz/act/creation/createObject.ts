/**
 * Creating an object as its owner: the requests of the chain that it takes, with a text planted in the last. It
 * is written into the ledger before the first of them is sent.
 */
import { defined } from '../../../defined';
import { planRun, type RunPlan } from '../../../run/plan';
import type { BuiltInMemo } from '../../../prepare/scope';
import type { AuthzContext } from '../context';
import { requestOf } from '../../matrix/findByName';
import type { MatrixResource, RequestName } from '../../model/matrix';
import type { Answer } from '../sender/sender';
import type { Session } from '../sessions/sessions';
import { isRefusal } from '../../response/status';
import {
  createWithPrerequisites,
  type CreationResult,
  type PlannedCreation,
} from './createWithPrerequisites';
import type { CreationPorts } from './returnedObject';
import { identifiers, type Made, type TestObject } from '../inventory/testObject';

/**
 * Creates an object, or takes the one that its owner has anyway. Failures are in the answer; what was or may have
 * been created anyway is in the inventory.
 */
export async function createObject(
  ports: CreationPorts,
  resource: MatrixResource,
  owner: Session,
  canaryOf: PlannedCreation['canaryOf'],
): Promise<Made> {
  const { context } = ports;
  if (owner.failure !== undefined) {
    return { ok: false, failure: owner.failure, steps: owner.steps };
  }
  const memo: BuiltInMemo = new Map(owner.memo);
  const { create } = resource;
  // Where nothing may be created, the user may have one whose identifiers are known.
  if (create === undefined || !context.mayChange) {
    const ids = identifiers(resource, owner, owner.values);
    const canary = canaryOf(resource);
    const object = { resource, owner, canary, produced: new Map(), ids, memo, steps: [] };
    return withAllIds(object, 'Neither the login nor the variables of the user give');
  }
  const plan = creationPlan(context, create, owner);
  const result = await createWithPrerequisites(ports, {
    plan,
    owner,
    values: owner.values,
    memo,
    canaryOf,
    wanted: resource,
  });
  return madeOf(result, { owner, resource });
}

function madeOf(
  { answers, last, problem }: CreationResult,
  { owner, resource }: { owner: Session; resource: MatrixResource },
): Made {
  const failed = answers.find((answer) => answer.failure !== undefined);
  if (failed === undefined && last !== undefined) {
    return { ok: true, object: last };
  }
  const why = failed?.failure ?? problem ?? NOT_DONE;
  const answer = answers.at(-1);
  return {
    ok: false,
    failure: `${owner.user.name} could not create ${resource.name}. ${why}`,
    steps: answers.map(({ step }) => step),
    ...defined({ answer }),
    ...(isRefused(answer) ? { refused: true } : {}),
  };
}

const NOT_DONE = 'Nothing proves that its creation was carried out.';

/** Whether a request was refused for its content, judged by its status. */
function isRefused(answer: Answer | undefined): boolean {
  const status = answer?.response?.status ?? 0;
  return isRefusal(status) && status !== 401 && status !== 429;
}

function withAllIds(object: TestObject, what: string): Made {
  const missing = object.resource.id.find((name) => !object.ids.has(name));
  return missing === undefined
    ? { ok: true, object }
    : {
        ok: false,
        failure: `${what} {{${missing}}}, which identifies ${object.resource.name}.`,
        steps: object.steps,
      };
}

/** The requests that create an object, those included that produce what it needs. */
function creationPlan({ loaded }: AuthzContext, create: RequestName, owner: Session): RunPlan {
  const { loaded: main, request } = requestOf(loaded, create);
  return planRun(
    { main, required: main.required, environment: loaded.environment },
    { kind: 'failed', ids: [request.id] },
    new Set(owner.values.keys()),
  );
}
