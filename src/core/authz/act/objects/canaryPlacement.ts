/**
 * Where texts are planted in the objects of a run. What a matrix names under `canary` is planted there and nowhere
 * else. Otherwise names are the first guess, and what an owner reads of the first object is the proof: where the
 * text is not in it, texts of the creation that the owner reads are tried one after the other.
 */
import type { AuthzContext } from '../context';
import { requestOf } from '../../matrix/findByName';
import type { MatrixResource } from '../../model/matrix';
import { echoedTexts } from '../../request/echoedTexts';
import type { Objects } from './objects';
import type { Target, TargetMade } from './target';
import type { TestObject } from '../inventory/testObject';
import type { Session } from '../sessions/sessions';

/** Whether the owner's look at an object shows the text that was planted in it. */
function showsPlanted({ object, view }: Target): boolean {
  return view?.body.content.includes(object.canary) === true;
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
