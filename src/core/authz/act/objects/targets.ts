/**
 * The objects that cells ask about, each with its owner's view: one per resource and owner, used as long as
 * nothing changed it. The owner looks again right before an attack that may change it, unless that look was the
 * last request of the run: what other requests changed in between is not an effect of the attack.
 */
import type { RecordedResponse } from '../../../result/result';
import type { CellStep, StepKind } from '../../model/authzResult';
import type { MatrixResource } from '../../model/matrix';
import { changesSince, conflictSentence, seenAgain } from './changesByOthers';
import type { Objects } from './objects';
import { withPlantedText } from './canaryPlacement';
import type { Look, Made, TestObject } from '../inventory/testObject';
import type { AuthzContext } from '../context';
import type { Session } from '../sessions/sessions';
import { volatilePaths } from '../../judge/stateDiff';
import type { TargetMade, Target } from './target';

/** A target as its owner sees it now. */
type Current = TargetMade & {
  /** Whether other requests of the run changed it since the last look. */
  readonly conflict: boolean;
};

/** The targets of a run. */
export interface Targets {
  /** The intact object of a user, made when there is none. */
  of(resource: MatrixResource, owner: Session): Promise<TargetMade>;
  /** The target as its owner sees it now; another object when this one does not exist any more. */
  current(target: Target, operation: string): Promise<Current>;
  /** What the owner sees now. */
  look(object: TestObject, step?: StepKind): Promise<Look>;
  /** The owner's last look becomes the one to compare with. */
  keep(target: Target, view: RecordedResponse): void;
  /** The object is not what it was: the next cell gets another one. `holder` deletes it, who may have taken it over. */
  replace(target: Target, holder: Session): Promise<readonly CellStep[]>;
  /** The objects that are attacked, of every owner. */
  all(): readonly Target[];
  /** What other requests than attacks changed between two looks of an owner; each once. Whole sentences. */
  conflicts(): readonly string[];
}

/** An object that nobody looked at yet. */
export function unseen(made: Made): TargetMade {
  return made.ok
    ? { ok: true, target: { object: made.object, volatile: new Set(), steps: made.object.steps } }
    : made;
}

/** Makes the targets of a run. */
export function createTargets(objects: Objects, context: AuthzContext): Targets {
  const { exchanges } = context.sender;
  const { of, all, store, replace } = createStore(objects, context);
  const conflicts = new Set<string>();
  return {
    of,
    async current(target, operation) {
      const { object, seenAt = 0 } = target;
      const failure = objects.whyNotOwned(object);
      if (failure !== undefined) {
        return { ok: false, failure, steps: target.steps, conflict: false };
      }
      if (target.view === undefined || seenAt === exchanges.length) {
        return { ok: true, target, conflict: false };
      }
      const others = changesSince(exchanges, seenAt, object.resource);
      const again = seenAgain(target, await objects.look(object, 'owner-read'), others.length > 0);
      const conflict = again.differs && others.length > 0;
      if (conflict) {
        conflicts.add(conflictSentence(object, operation, others));
      }
      if (again.ok) {
        return { ok: true, target: store(again.target), conflict };
      }
      if (object.entry === undefined) {
        return { ...again, conflict };
      }
      await replace(target, object.owner);
      return { ...(await of(object.resource, object.owner)), conflict };
    },
    look: (object, step = 'after-read') => objects.look(object, step),
    keep: (target, view) => {
      store({ ...target, view });
    },
    replace,
    all,
    conflicts: () => [...conflicts],
  };
}

interface Store extends Pick<Targets, 'of' | 'replace' | 'all'> {
  /** Takes the place of what is known of the same object; its owner has just looked at it. */
  readonly store: (target: Target) => Target;
}

function createStore(objects: Objects, context: AuthzContext): Store {
  const known = new Map<string, Target>();
  const firsts = new Map<string, RecordedResponse>();
  const make = async (resource: MatrixResource, owner: Session): Promise<TargetMade> => {
    const made = await objects.create(resource, owner);
    if (!made.ok || resource.read === undefined) {
      return unseen(made);
    }
    const look = (object: TestObject): Promise<TargetMade> => firstLook(object, objects);
    const seen = await look(made.object);
    return seen.ok ? { ok: true, target: await withPlantedText(context, objects, seen.target, look) } : seen;
  };
  const store = (target: Target): Target => {
    const key = keyOf(target.object);
    const seen = { ...target, seenAt: context.sender.exchanges.length };
    if (known.get(key)?.object === target.object) {
      known.set(key, seen);
    }
    return seen;
  };
  return {
    store,
    all: () => [...known.values()],
    async of(resource, owner) {
      const key = keyOf({ resource, owner });
      const intact = known.get(key);
      if (intact !== undefined) {
        const failure = objects.whyNotOwned(intact.object);
        return failure === undefined
          ? { ok: true, target: intact }
          : { ok: false, failure, steps: intact.steps };
      }
      const made = await make(resource, owner);
      if (!made.ok) {
        return made;
      }
      const first =
        made.target.object.entry === undefined ? (firsts.get(key) ?? made.target.view) : undefined;
      const target = first === undefined ? made.target : { ...made.target, first };
      if (first !== undefined) {
        firsts.set(key, first);
      }
      known.set(key, target);
      return { ok: true, target: store(target) };
    },
    async replace({ object }, holder) {
      const key = keyOf(object);
      if (known.get(key)?.object === object) {
        known.delete(key);
      }
      return objects.remove({ ...object, owner: holder });
    },
  };
}

function keyOf({ resource, owner }: Pick<TestObject, 'resource' | 'owner'>): string {
  return JSON.stringify([resource.name, owner.user.name]);
}

/** The view before any attack: it must show the planted text where the matrix says it is. */
async function firstLook(object: TestObject, objects: Objects): Promise<TargetMade> {
  const { resource, owner, canary } = object;
  const look = await objects.look(object, 'owner-read');
  const steps = [...object.steps, ...look.steps];
  const view = look.response;
  if (view === undefined || look.failure !== undefined) {
    return { ok: false, failure: look.failure ?? 'The object could not be read.', steps };
  }
  if (resource.create !== undefined && resource.canary.length > 0 && !view.body.content.includes(canary)) {
    return {
      ok: false,
      failure: `What ${owner.user.name} reads of the own ${resource.name} does not hold the planted text. Correct "canary" of ${resource.name}: it names fields of the request that creates it, which "read" shows.`,
      steps,
    };
  }
  const { response: newest = view, failure, steps: furtherSteps } = await objects.look(object, 'owner-read');
  return {
    ok: true,
    target: {
      object,
      // What was still being created at the first read is compared in its current state.
      view: failure === undefined ? newest : view,
      volatile: volatilePaths(view, newest),
      steps: [...steps, ...furtherSteps],
    },
  };
}
