/**
 * The objects that cells ask about, each with its owner's view: one per resource and owner, used as long as
 * nothing changed it. The view after an attack that changed nothing is the view before the next one.
 */
import type { RecordedResponse } from '../../result/result';
import type { CellStep } from '../result/authzResult';
import type { MatrixResource } from '../matrix/matrix';
import type { Objects } from './objects';
import type { Look, Made, TestObject } from './testObject';
import type { Session } from '../run/sessions';
import { volatilePaths } from '../verdict/stateDiff';

/** An object and what its owner saw last. */
export interface Target {
  readonly object: TestObject;
  /** Absent when the resource has no `read`. */
  readonly view?: RecordedResponse;
  /** Where the view differs from look to look though nobody wrote. */
  readonly volatile: ReadonlySet<string>;
  readonly steps: readonly CellStep[];
}

/** A target, or why there is none. */
export type TargetMade =
  | { readonly ok: true; readonly target: Target }
  | { readonly ok: false; readonly failure: string; readonly steps: readonly CellStep[] };

/** The targets of a run. */
export interface Targets {
  /** The intact object of a user, made when there is none. */
  of(resource: MatrixResource, owner: Session): Promise<TargetMade>;
  /** What the owner sees now. */
  look(object: TestObject): Promise<Look>;
  /** The owner's last look becomes the one to compare with. */
  keep(target: Target, view: RecordedResponse): void;
  /** The object is not what it was: the next cell gets another one. `holder` deletes it, who may have taken it over. */
  replace(target: Target, holder: Session): Promise<readonly CellStep[]>;
}

/** An object that nobody looked at yet. */
export function unseen(made: Made): TargetMade {
  return made.ok
    ? { ok: true, target: { object: made.object, volatile: new Set(), steps: made.object.steps } }
    : made;
}

/** Makes the targets of a run. */
export function createTargets(objects: Objects): Targets {
  const known = new Map<string, Target>();
  const make = async (resource: MatrixResource, owner: Session): Promise<TargetMade> => {
    const made = await objects.create(resource, owner);
    if (!made.ok) {
      return made;
    }
    return resource.read === undefined ? unseen(made) : firstLook(made.object, objects);
  };
  return {
    async of(resource, owner) {
      const key = keyOf(resource, owner);
      const intact = known.get(key);
      if (intact !== undefined) {
        return { ok: true, target: intact };
      }
      const made = await make(resource, owner);
      if (made.ok) {
        known.set(key, made.target);
      }
      return made;
    },
    look: (object) => objects.look(object, 'after-read'),
    keep(target, view) {
      const key = keyOf(target.object.resource, target.object.owner);
      if (known.get(key)?.object === target.object) {
        known.set(key, { ...target, view });
      }
    },
    async replace({ object }, holder) {
      const key = keyOf(object.resource, object.owner);
      if (known.get(key)?.object === object) {
        known.delete(key);
      }
      return objects.remove({ ...object, owner: holder });
    },
  };
}

function keyOf(resource: MatrixResource, owner: Session): string {
  return JSON.stringify([resource.name, owner.user.name]);
}

/** The view before any attack: it must show the planted text where the matrix says it stands. */
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
      // What was still being made when it was first read is compared as it is now.
      view: failure === undefined ? newest : view,
      volatile: volatilePaths(view, newest),
      steps: [...steps, ...furtherSteps],
    },
  };
}
