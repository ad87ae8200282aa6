/**
 * The objects that an authorization run tests on: created as their owner with a planted text, read by their
 * owner, deleted at the end. One is attacked until an attack changes it; then a new one takes its place.
 */
import type { RunPlan } from '../../../run/plan';
import { canaryFor } from '../../request/nonexistentId';
import type { CellStep, Leftover, StepKind } from '../../model/authzResult';
import type { AuthzContext } from '../context';
import { requestOf } from '../../matrix/findByName';
import { maySend, type Sendable } from '../creation/creationProof';
import { createWithPrerequisites } from '../creation/createWithPrerequisites';
import type { Creating } from '../creation/clientChosenIds';
import { changeEntry, type Change } from './changesToExisting';
import { createObject } from '../creation/createObject';
import { createExisting } from '../inventory/existingIds';
import { isAnonymous } from '../../matrix/grants';
import { createInventory, type Adoption } from '../inventory/inventory';
import {
  confirmReturned,
  type SentCreation,
  type CreationPorts,
  type CreationOutcome,
} from '../creation/returnedObject';
import { deleteObject, lookAt } from './readAndDelete';
import { plantNothing } from '../creation/plantNothing';
import type { MatrixOperation, MatrixResource } from '../../model/matrix';
import { createNewObjectCheck, type RecordedObject } from '../inventory/newObjects';
import { verifyDeletions, readListsBefore } from './verifyDeletion';
import { deleteAll } from './deleteAll';
import type { Answer, Values } from '../sender/sender';
import { repeatAfterSignIn } from '../sessions/sendAuthorized';
import type { Session, Sessions } from '../sessions/sessions';
import type { Look, Made, TestObject } from '../inventory/testObject';
import { undoOf } from './undoInstructions';

/** Creates, shows and deletes. */
export interface Objects {
  readonly create: (resource: MatrixResource, owner: Session) => Promise<Made>;
  /** Sends requests that others need, as somebody with these values; what they create is deleted in the end. */
  produce(plan: RunPlan, owner: Session, values: Values): Promise<readonly Answer[]>;
  /** An attack may create it; called again when more is known. */
  expect(object: TestObject): Promise<void>;
  /** Takes over an object that an attack created, so that it is deleted in the end, when it is proved that it did. */
  adopt(object: TestObject): Promise<Adoption>;
  /** Whether a request may be sent that may create something under identifiers of the client's choice. */
  maySend(creating: Creating): Promise<Sendable>;
  /** The same if it is proved to be new; otherwise it is left alone, with the reason. */
  confirm(object: TestObject, asked: SentCreation): Promise<CreationOutcome>;
  /** The object, its entry telling what the list of its owner showed before anything was created. */
  listedBefore(object: RecordedObject): Promise<RecordedObject>;
  /** Why an object is not the run's any more, and must not be attacked; absent when it is. */
  whyNotOwned(object: TestObject): string | undefined;
  /** Sends the resource's `read` as the owner. */
  look(object: TestObject, step: StepKind): Promise<Look>;
  /** Deletes it as its owner, unless it is known to be gone; tried again in the end when it fails. */
  remove(object: TestObject): Promise<readonly CellStep[]>;
  /** Deleting it was accepted; the end of the run proves that it is gone. */
  deleted(object: TestObject): Promise<void>;
  /** It does not exist: what the ledger expects was not created, or it was deleted on purpose. */
  discard(object: Pick<TestObject, 'entry'>): Promise<void>;
  /** Something exists or may exist that cannot be cleaned up; its entry stays in the ledger. */
  markLeftover(object: TestObject, reason: string): Promise<void>;
  /** An attack is about to change what was there before the run. */
  changing(change: Change): Promise<void>;
  /**
   * Somebody carried out a function that concerns no object: nothing in the matrix undoes it, which is reported
   * once.
   */
  carriedOut(operation: MatrixOperation, user: Session): void;
  /** It is as its owner wants it. */
  restored(object: TestObject): Promise<void>;
  /** An attack may have given a user access to it, who then can delete it. */
  accessibleTo(object: Pick<TestObject, 'entry'>, user: Session): void;
  /**
   * Deletes everything that is still there; what cannot be deleted is left over. What its owner is refused to
   * delete is deleted as the user who may have got access last, or as everybody in turn.
   */
  removeAll(others?: 'withAccess' | 'everybody'): Promise<void>;
  readonly leftovers: readonly Leftover[];
  /** What was deleted and is not proved to be gone. Whole sentences. */
  readonly doubts: readonly string[];
}

/** Makes the objects of a run. */
export function createObjects(context: AuthzContext, sessions: Sessions): Objects {
  const existing = createExisting(context, sessions);
  const inventory = createInventory(context.ports.ledger, existing, (object) => undoOf(context, object));
  const granted = { context, sessions };
  const creationPorts: CreationPorts = {
    context,
    inventory,
    existing,
    newObjects: createNewObjectCheck(context, existing, inventory),
    look: (object, step) => lookAt(granted, object, step),
  };
  const canaries = createCanaries(context);
  const doubts: string[] = [];
  const functions = new Set<string>();
  const lastAccess = new Map<string, string>();
  const { users } = context.loaded.matrix;
  const named = users.filter((user) => !isAnonymous(user)).map(({ name }) => name);
  return {
    async create(resource, owner) {
      const create = (): Promise<Made> => createObject(creationPorts, resource, owner, canaries(owner));
      const { last: made } = await repeatAfterSignIn({ sessions, user: owner }, create, (first) =>
        first.ok ? undefined : first.answer,
      );
      const plantAgain = !made.ok && made.refused === true ? plantNothing(context, resource) : undefined;
      if (plantAgain === undefined) {
        return made;
      }
      const second = await create();
      if (!second.ok) {
        plantAgain();
      }
      return second;
    },
    async produce(plan, owner, values) {
      const canaryOf = canaries(owner);
      const memo = new Map(owner.memo);
      return (await createWithPrerequisites(creationPorts, { plan, owner, values, memo, canaryOf })).answers;
    },
    expect: inventory.expect,
    adopt: inventory.adopt,
    maySend: (creating) => maySend(creationPorts, creating),
    confirm: (object, asked) => confirmReturned(creationPorts, object, asked),
    listedBefore: (object) => creationPorts.newObjects.before(object),
    whyNotOwned: inventory.whyNotOwned,
    look: creationPorts.look,
    async remove(object) {
      if (!inventory.isPresent(object)) {
        return [];
      }
      const { steps, failure, proved } = await deleteObject(granted, object);
      if (failure === undefined) {
        await (proved === true ? inventory.discard(object) : inventory.deleted(object));
      }
      return steps;
    },
    deleted: inventory.deleted,
    discard: inventory.discard,
    markLeftover: inventory.markLeftover,
    async changing(change) {
      // What belongs to a throw-away user is deleted, not restored.
      if (change.object.owner.standIn === undefined) {
        await inventory.changing(change.object, changeEntry(context, change));
      }
    },
    restored: inventory.restored,
    carriedOut({ name, request }, { user }) {
      const key = JSON.stringify([name, user.name]);
      if (!functions.has(key)) {
        functions.add(key);
        inventory.addLeftover(functionLeftover(context, { name, request, user: user.name }));
      }
    },
    accessibleTo({ entry }, { user }) {
      if (entry !== undefined) {
        lastAccess.set(entry.id, user.name);
      }
    },
    async removeAll(others = 'withAccess') {
      const lists = await readListsBefore(granted, inventory);
      await deleteAll(granted, inventory, ({ entry, owner }) =>
        named.filter(
          (name) =>
            name !== owner.user.name && (others === 'everybody' || name === lastAccess.get(entry?.id ?? '')),
        ),
      );
      doubts.push(...(await verifyDeletions({ ...granted, inventory, existing }, lists)));
    },
    doubts,
    leftovers: inventory.leftovers,
  };
}

function functionLeftover(
  { loaded }: AuthzContext,
  { name, request, user }: Pick<MatrixOperation, 'name' | 'request'> & { readonly user: string },
): Leftover {
  const { method, url } = requestOf(loaded, request).request;
  return {
    resource: name,
    owner: user,
    ids: {},
    carriedOut: true,
    reason: `Nothing in the matrix undoes ${method} ${url}. Name the resource that it changes, or check it by hand.`,
  };
}

/** The texts of an owner's objects, counted by resource. */
function createCanaries({
  seed,
  ports,
}: AuthzContext): (owner: Session) => (resource: MatrixResource) => string {
  const counters = new Map<string, number>();
  return ({ user }) =>
    ({ name }) => {
      const key = `${name} ${user.name}`;
      const count = (counters.get(key) ?? 0) + 1;
      counters.set(key, count);
      return canaryFor(seed, `${key} ${count}`, ports.hash);
    };
}
