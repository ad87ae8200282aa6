/**
 * The objects that an authorization run tests on: created as their owner with a planted text, read by their
 * owner, deleted at the end. One is attacked until it is no longer what it was; then a new one takes its place.
 */
import type { ChainRequest } from '../../model';
import type { RecordedResponse } from '../../result';
import { canaryFor } from '../request/absentId';
import type { CellStep, Leftover, StepKind } from '../result/authzResult';
import type { AuthzContext } from '../run/context';
import { createObject } from './createObject';
import { statusAccepted } from '../verdict/denial';
import { faultText } from '../run/faultText';
import type { MatrixResource, RequestName } from '../matrix/matrix';
import { failureOf } from '../run/sender';
import { sendGranted } from '../run/sendGranted';
import type { GrantedPorts } from '../run/sendGranted';
import type { Session, Sessions } from '../run/sessions';
import { isMissing, isSuccess } from '../run/status';
import { idTexts, knownOf, showsObject } from './testObject';
import type { Look, Made, TestObject } from './testObject';

/** Creates, shows and deletes. */
export interface Objects {
  create(resource: MatrixResource, owner: Session): Promise<Made>;
  /** Takes over an object that an attack created, so that it is deleted in the end. */
  adopt(object: TestObject): Promise<void>;
  /** Sends the resource's `read` as the owner. */
  look(object: TestObject, step: StepKind): Promise<Look>;
  /** Deletes it as its owner, unless it is known to be gone; tried again in the end when it fails. */
  remove(object: TestObject): Promise<readonly CellStep[]>;
  /** Nothing came of what the ledger was told would be created. */
  forget(object: TestObject): Promise<void>;
  /** Something is or may be there that cannot be deleted; what is known of it stays in the ledger. */
  leave(object: TestObject, reason: string): Promise<void>;
  /** It was deleted on purpose. */
  markGone(object: TestObject): Promise<void>;
  /** Deletes everything that is still there; what cannot be deleted is left over. */
  removeAll(): Promise<void>;
  readonly leftovers: readonly Leftover[];
}

/** Makes the objects of a run. */
export function createObjects(context: AuthzContext, sessions: Sessions): Objects {
  const source = { context, sessions };
  const alive = new Map<string, TestObject>();
  const counters = new Map<string, number>();
  const leftovers: Leftover[] = [];
  const nextKey = (resource: string, owner: string): string => {
    const count = (counters.get(`${resource} ${owner}`) ?? 0) + 1;
    counters.set(`${resource} ${owner}`, count);
    return `${resource} ${owner} ${count}`;
  };
  const markGone = async ({ entry }: TestObject): Promise<void> => {
    if (entry !== undefined && alive.delete(entry.id)) {
      await context.ports.ledger.write({ ...entry, state: 'gone' });
    }
  };
  const adopt = async (object: TestObject): Promise<void> => {
    if (object.entry !== undefined) {
      alive.set(object.entry.id, object);
      await context.ports.ledger.write(object.entry);
    }
  };
  const remove = async (object: TestObject): Promise<Removal> => {
    if (object.entry === undefined || !alive.has(object.entry.id)) {
      return { steps: [] };
    }
    const removal = await removeOne(source, object);
    if (removal.failure === undefined) {
      await markGone(object);
    }
    return removal;
  };
  return {
    async create(resource, owner) {
      const canary = canaryFor(context.seed, nextKey(resource.name, owner.user.name), context.ports.hash);
      const first = await createObject(context, resource, owner, canary);
      const made = first.ok || first.expired !== true ? first : await again(source, resource, owner, canary);
      const object = made.ok ? made.object : made.stray;
      if (object !== undefined) {
        await adopt(object);
      }
      return made;
    },
    adopt,
    look: (object, step) => look(source, object, step),
    remove: async (object) => (await remove(object)).steps,
    async forget({ entry }) {
      if (entry !== undefined) {
        await context.ports.ledger.write({ ...entry, state: 'gone' });
      }
    },
    async leave(object, reason) {
      leftovers.push(leftoverOf(object, reason));
      if (object.entry !== undefined) {
        await context.ports.ledger.write(object.entry);
      }
    },
    markGone,
    async removeAll() {
      for (const object of [...alive.values()]) {
        // One that cannot be dealt with keeps no other from being deleted.
        const { failure } = await remove(object).catch((error: unknown) => ({ failure: faultText(error) }));
        if (failure !== undefined) {
          leftovers.push(leftoverOf(object, failure));
        }
      }
      alive.clear();
    },
    leftovers,
  };
}

/** What came of deleting an object. */
interface Removal {
  readonly steps: readonly CellStep[];
  /** Why it is or may be still there. */
  readonly failure?: string;
}

/** The owner's credentials had ended; with new ones it may be created. */
async function again(
  { context, sessions }: GrantedPorts,
  resource: MatrixResource,
  owner: Session,
  canary: string,
): Promise<Made> {
  await sessions.renew(owner);
  return createObject(context, resource, owner, canary);
}

async function look(source: GrantedPorts, object: TestObject, step: StepKind): Promise<Look> {
  const { resource, owner } = object;
  if (resource.read === undefined) {
    return { steps: [], failure: `The resource ${resource.name} has no "read".` };
  }
  const { request, answers } = await sendAsOwner(source, object, resource.read, step);
  const answer = answers.at(-1);
  const steps = answers.map((one) => one.step);
  if (answer?.response === undefined) {
    const why = answer === undefined ? 'It was not sent.' : failureOf(answer);
    return {
      steps,
      failure: `${owner.user.name} got no answer. ${why ?? ''}`,
    };
  }
  const accepted = statusAccepted(answer.response, request, source.context.loaded.matrix.denied);
  return {
    steps,
    response: answer.response,
    ...(accepted
      ? {}
      : {
          failure: `${owner.user.name} got ${answer.response.status} when reading the own ${resource.name}.`,
        }),
  };
}

async function removeOne(source: GrantedPorts, object: TestObject): Promise<Removal> {
  const { resource } = object;
  if (resource.delete === undefined) {
    return { steps: [], failure: `The resource ${resource.name} has no "delete".` };
  }
  const { request, answers } = await sendAsOwner(source, object, resource.delete, 'teardown');
  const steps = answers.map(({ step }) => step);
  const response = answers.at(-1)?.response;
  if (response !== undefined && (isMissing(response.status) || isAccepted(source, request, response))) {
    return { steps };
  }
  // An API may say in its own words that there is nothing to delete.
  const seen = await look(source, object, 'teardown');
  if (isGone(seen, object)) {
    return { steps: [...steps, ...seen.steps] };
  }
  const failure =
    response === undefined ? 'Deleting it was not answered.' : `Deleting it got ${response.status}.`;
  return { steps: [...steps, ...seen.steps], failure };
}

/** An error page shows no object either, and tells nothing about it. */
function isGone({ response, failure }: Look, object: TestObject): boolean {
  if (response === undefined || isMissing(response.status)) {
    return response !== undefined;
  }
  const isView = failure === undefined || isSuccess(response.status);
  return isView && !showsObject(response, object);
}

function isAccepted({ context }: GrantedPorts, request: ChainRequest, response: RecordedResponse): boolean {
  return statusAccepted(response, request, context.loaded.matrix.denied);
}

function sendAsOwner(
  source: GrantedPorts,
  object: TestObject,
  name: RequestName,
  step: StepKind,
): ReturnType<typeof sendGranted> {
  return sendGranted(source, object.owner, name, { step, values: () => knownOf(object), memo: object.memo });
}

function leftoverOf({ resource, owner, ids }: TestObject, reason: string): Leftover {
  return { resource: resource.name, owner: owner.user.name, ids: idTexts(ids), reason };
}
