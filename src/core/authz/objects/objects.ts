/**
 * The objects that an authorization run tests on: created as their owner with a planted text, read by their
 * owner, deleted at the end. One is attacked until it is no longer what it was; then a new one takes its place.
 */
import type { RunPlan } from '../../run/plan';
import { canaryFor } from '../request/absentId';
import type { CellStep, Leftover, StepKind } from '../result/authzResult';
import type { AuthzContext } from '../run/context';
import { giveBirth } from './births';
import type { BirthPorts } from './births';
import { changeEntry } from './changes';
import type { Change } from './changes';
import { createObject } from './createObject';
import { createInventory } from './inventory';
import { deleteObject, lookAt } from './look';
import type { MatrixResource } from '../matrix/matrix';
import { removeEverything } from './removeEverything';
import type { Answer, Values } from '../run/sender';
import type { Session, Sessions } from '../run/sessions';
import type { Look, Made, TestObject } from './testObject';

/** Creates, shows and deletes. */
export interface Objects {
  readonly create: (resource: MatrixResource, owner: Session) => Promise<Made>;
  /** Sends requests that others need, as somebody with these values; what they create is deleted in the end. */
  produce(plan: RunPlan, owner: Session, values: Values): Promise<readonly Answer[]>;
  /** An attack may create it; told again once more of it is known. */
  expect(object: TestObject): Promise<void>;
  /** Takes over an object that an attack created, so that it is deleted in the end. */
  adopt(object: TestObject): Promise<void>;
  /** Sends the resource's `read` as the owner. */
  look(object: TestObject, step: StepKind): Promise<Look>;
  /** Deletes it as its owner, unless it is known to be gone; tried again in the end when it fails. */
  remove(object: TestObject): Promise<readonly CellStep[]>;
  /** It is not there: nothing came of what the ledger was told would be created, or it was deleted on purpose. */
  forget(object: Pick<TestObject, 'entry'>): Promise<void>;
  /** Something is or may be there that cannot be put in order; what is known of it stays in the ledger. */
  leave(object: TestObject, reason: string): Promise<void>;
  /** An attack is about to change what was there before the run. */
  changing(change: Change): Promise<void>;
  /** It is as its owner wants it. */
  settled(object: TestObject): Promise<void>;
  /** Deletes everything that is still there; what cannot be deleted is left over. */
  removeAll(): Promise<void>;
  readonly leftovers: readonly Leftover[];
}

/** Makes the objects of a run. */
export function createObjects(context: AuthzContext, sessions: Sessions): Objects {
  const inventory = createInventory(context.ports.ledger);
  const births: BirthPorts = { context, inventory };
  const granted = { context, sessions };
  const canaries = createCanaries(context);
  return {
    async create(resource, owner) {
      const create = (): Promise<Made> => createObject(births, resource, owner, canaries(owner));
      const first = await create();
      if (first.ok || first.expired !== true) {
        return first;
      }
      // The owner's credentials had ended; with new ones it may be created.
      await sessions.renew(owner);
      return create();
    },
    async produce(plan, owner, values) {
      const canaryOf = canaries(owner);
      const memo = new Map(owner.memo);
      return (await giveBirth(births, { plan, owner, values, memo, canaryOf })).answers;
    },
    expect: inventory.expect,
    adopt: inventory.adopt,
    look: (object, step) => lookAt(granted, object, step),
    async remove(object) {
      if (!inventory.isThere(object)) {
        return [];
      }
      const { steps, failure } = await deleteObject(granted, object);
      await (failure === undefined ? inventory.strike(object) : undefined);
      return steps;
    },
    forget: inventory.strike,
    leave: inventory.leave,
    async changing(change) {
      // What belongs to a throw-away user is deleted, not put right.
      if (change.object.owner.standIn === undefined) {
        await inventory.changing(change.object, changeEntry(context, change));
      }
    },
    settled: inventory.settled,
    removeAll: () => removeEverything(granted, inventory),
    leftovers: inventory.leftovers,
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
