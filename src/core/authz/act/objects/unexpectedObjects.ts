/**
 * Objects that a change created because it did not find what it was to change: found by their text, and
 * deleted. One that exists or may exist and cannot be identified is left and reported.
 */
import type { AuthzContext } from '../context';
import { findPlanted, type Found } from '../inventory/findByCanary';
import { isSuccess } from '../../response/status';
import { createdEntry, entryFor, type TestObject } from '../inventory/testObject';
import type { Objects } from './objects';

/** What the removal of such objects uses. */
export interface RemovalPorts {
  readonly context: AuthzContext;
  readonly objects: Pick<Objects, 'look' | 'discard' | 'markLeftover' | 'adopt' | 'remove'>;
}

/**
 * Deletes what a change created, if anything: under the identifiers asked for, or under others. Where no text could
 * be planted, `byReading` says that reading showed nothing before: what it shows now is the run's.
 */
export async function removeCreated(
  ports: RemovalPorts,
  nothing: TestObject,
  { byReading = false }: { readonly byReading?: boolean } = {},
): Promise<void> {
  const found = await findCreated(ports, nothing, byReading);
  switch (found.kind) {
    case 'absent':
    case 'unlisted':
      return ports.objects.discard(nothing);
    case 'unidentified':
    case 'unknown':
      return ports.objects.markLeftover(unnamed(nothing), found.reason);
    case 'found':
      return removeUnexpected(ports, nothing, { ...found, byReading });
  }
}

async function findCreated(
  { context, objects }: RemovalPorts,
  nothing: TestObject,
  byReading: boolean,
): Promise<Found> {
  const { resource, owner, canary } = nothing;
  if (byReading) {
    const { failure } = await objects.look(nothing, 'calibration');
    return failure === undefined ? { kind: 'found', ids: nothing.ids } : { kind: 'absent' };
  }
  return (await showsText({ objects }, nothing))
    ? { kind: 'found', ids: nothing.ids }
    : findPlanted(
        context,
        resource,
        { ...owner, values: new Map([...owner.values, ...nothing.ids]) },
        canary,
      );
}

async function removeUnexpected(
  { context, objects }: RemovalPorts,
  nothing: TestObject,
  { ids: found, byReading }: { readonly ids: TestObject['ids']; readonly byReading: boolean },
): Promise<void> {
  const { resource, owner, canary } = nothing;
  const ids = new Map([...nothing.ids, ...found]);
  const entry = nothing.entry ?? entryFor(context, resource, owner, canary);
  const created: TestObject = {
    ...nothing,
    ids,
    entry: createdEntry(entry, ids, byReading ? 'reads' : 'marker'),
  };
  // Identifiers from a list may be those of something inside the object: its own view settles it.
  if (found !== nothing.ids && resource.read !== undefined && !(await showsText({ objects }, created))) {
    return objects.markLeftover(
      unnamed(nothing),
      `The list of ${owner.user.name} shows it, but "read" does not find it.`,
    );
  }
  await objects.adopt(created);
  await objects.remove(created);
}

/** The identifiers that were asked for are not those of the existing object. */
function unnamed(nothing: TestObject): TestObject {
  return { ...nothing, ids: new Map() };
}

async function showsText({ objects }: Pick<RemovalPorts, 'objects'>, object: TestObject): Promise<boolean> {
  const { response } = await objects.look(object, 'calibration');
  return (
    response !== undefined && isSuccess(response.status) && response.body.content.includes(object.canary)
  );
}
