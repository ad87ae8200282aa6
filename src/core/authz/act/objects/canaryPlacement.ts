/**
 * Where texts are planted in the objects of a run. What a matrix names under `canary` is planted there and nowhere
 * else. Otherwise names are the first guess, and what an owner reads of the first object is the proof: where the
 * text is not in it, texts of the creation that the owner reads are tried one after the other.
 */
import type { ChainRequest } from '../../../model';
import { requestOf, type AuthzContext } from '../../matrix/findByName';
import type { MatrixResource } from '../../model/matrix';
import { plantedAt, plantText, type PlantedAt } from '../../request/canary';
import { echoedTexts } from '../../request/echoedTexts';
import type { Objects } from './objects';
import type { Target, TargetMade } from './targets';
import type { TestObject } from '../inventory/testObject';
import type { Session } from '../sessions/sessions';

/** Where texts are planted, by resource. */
export interface Planting {
  readonly of: (resource: MatrixResource) => PlantedAt;
  /** From now on texts are planted there. */
  readonly keep: (resource: MatrixResource, at: PlantedAt) => void;
  /** Whether what an owner reads was looked at already. */
  readonly isObserved: (resource: MatrixResource) => boolean;
  /** It was looked at. */
  readonly observed: (resource: MatrixResource) => void;
}

/** Nothing was planted yet. */
export function createPlanting(): Planting {
  const known = new Map<string, PlantedAt>();
  const observed = new Set<string>();
  return {
    of: ({ name, canary }) => known.get(name) ?? plantedAt(canary),
    keep: ({ name }, at) => {
      known.set(name, at);
    },
    isObserved: ({ name, canary }) => canary.length > 0 || observed.has(name),
    observed: ({ name }) => {
      observed.add(name);
    },
  };
}

/** Whether the owner's look at an object shows the text that was planted in it. */
export function showsPlanted({ object, view }: Target): boolean {
  return view?.body.content.includes(object.canary) === true;
}

/**
 * For a creation that was refused: it may have been for a text that only names told to plant. From now on none is
 * planted; the answer plants it again, when that was not the reason. Absent where there was no such text.
 */
export function plantNothing(
  { loaded, planting }: AuthzContext,
  resource: MatrixResource,
): (() => void) | undefined {
  const { create, canary } = resource;
  const before = planting.of(resource);
  if (
    create === undefined ||
    canary.length > 0 ||
    !plantsAnything(requestOf(loaded, create).request, before)
  ) {
    return undefined;
  }
  planting.keep(resource, { paths: [], free: false });
  return () => {
    planting.keep(resource, before);
  };
}

function plantsAnything(request: ChainRequest, at: PlantedAt): boolean {
  return JSON.stringify(plantText(request, { ...at, text: 'CNRY-' }).body) !== JSON.stringify(request.body);
}

/** Creations that are tried to find out what carries a text. */
const MAX_TRIES = 3;

/**
 * The target, or another one of the same owner whose view shows a planted text. Asked once for a resource: what
 * carried a text in one object does so in all.
 */
export async function withPlantedText(
  { loaded, planting }: AuthzContext,
  objects: Objects,
  target: Target,
  look: (object: TestObject) => Promise<TargetMade>,
): Promise<Target> {
  const { object, view } = target;
  const { resource, owner } = object;
  if (planting.isObserved(resource) || object.entry === undefined || view === undefined) {
    return target;
  }
  planting.observed(resource);
  if (showsPlanted(target) || resource.create === undefined) {
    return target;
  }
  const before = planting.of(resource);
  const { body } = requestOf(loaded, resource.create).request;
  for (const path of body === undefined ? [] : echoedTexts(body, view).slice(0, MAX_TRIES)) {
    planting.keep(resource, { ...before, paths: [path] });
    const other = await plantedObject(objects, owner, resource, look);
    if (other !== undefined) {
      await objects.remove(object);
      return other;
    }
  }
  planting.keep(resource, before);
  return target;
}

async function plantedObject(
  objects: Objects,
  owner: Session,
  resource: MatrixResource,
  look: (object: TestObject) => Promise<TargetMade>,
): Promise<Target | undefined> {
  const made = await objects.create(resource, owner);
  if (!made.ok) {
    return undefined;
  }
  const seen = await look(made.object);
  if (seen.ok && showsPlanted(seen.target)) {
    return seen.target;
  }
  await objects.remove(made.object);
  return undefined;
}
