/**
 * Deleting what killed runs left, by the ledger. An object whose creation was never answered is looked for in
 * its owner's list by the text planted in it; nothing is deleted that does not hold that text.
 */
import { parseJson } from '../json';
import { CANARY } from './absentId';
import type { AuthzResult, Leftover } from './authzResult';
import { findPlanted } from './findPlanted';
import type { AuthzPorts } from './context';
import type { LedgerEntry } from './ledger';
import type { LoadedMatrix, MatrixResource } from './matrix';
import { identifiers } from './testObject';
import type { TestObject } from './testObject';
import type { Parts } from './parts';
import { createParts } from './runMatrix';
import type { MatrixRun } from './runMatrix';
import type { Values } from './sender';
import type { Session } from './sessions';

/** What was deleted, and what could not be. */
export interface CleanUp {
  readonly deleted: number;
  readonly left: AuthzResult['leftovers'];
}

/** Deletes what entries of a ledger say. Resolves when all of them were tried or the signal is aborted. */
export async function cleanUp(
  run: MatrixRun,
  ports: AuthzPorts,
  entries: readonly LedgerEntry[],
  signal: AbortSignal,
): Promise<CleanUp> {
  const parts = createParts(run, ports, { signal });
  const left: Leftover[] = [];
  let deleted = 0;
  for (const entry of entries) {
    const reason = signal.aborted ? 'Deleting was cancelled.' : await deleteOne(parts, run.loaded, entry);
    if (reason === undefined) {
      deleted += 1;
    } else {
      left.push({ resource: entry.resource, owner: entry.owner, ids: entry.ids ?? {}, reason });
    }
  }
  return { deleted, left };
}

/** Why the object is still there; absent when it is not. */
async function deleteOne(
  parts: Parts,
  { matrix, environment }: LoadedMatrix,
  entry: LedgerEntry,
): Promise<string | undefined> {
  const resource = matrix.resources.find(({ name }) => name === entry.resource);
  if (resource === undefined || !matrix.users.some(({ name }) => name === entry.owner)) {
    return `The matrix has no resource ${entry.resource} or no user ${entry.owner} any more.`;
  }
  if (entry.environment !== environment?.name) {
    return `It was created in the environment ${entry.environment ?? 'none'}. Choose that one.`;
  }
  const owner = await parts.sessions.of(entry.owner);
  if (owner.failure !== undefined) {
    return owner.failure;
  }
  const found =
    entry.ids === undefined
      ? await findPlanted(parts.context, resource, owner, entry.canary)
      : knownIds(entry);
  if (typeof found === 'string') {
    return found;
  }
  const object = objectOf(resource, owner, entry, found);
  if (found.size === 0) {
    await parts.objects.adopt(object);
    await parts.objects.markGone(object);
    return undefined;
  }
  const stranger = await isStranger(parts, object);
  if (stranger !== undefined) {
    return stranger;
  }
  await parts.objects.adopt(object);
  const before = parts.objects.leftovers.length;
  await parts.objects.remove(object);
  return parts.objects.leftovers[before]?.reason;
}

/** A ledger may have come with a clone: what holds no planted text was not created by a run. */
async function isStranger(parts: Parts, object: TestObject): Promise<string | undefined> {
  const { resource } = object;
  if (resource.read === undefined || resource.canary.length === 0) {
    return undefined;
  }
  const { response, failure } = await parts.objects.look(object, 'owner-read');
  if (response === undefined || failure !== undefined || CANARY.test(response.body.content)) {
    return undefined;
  }
  return 'It does not hold the text that a run planted, so it may be something else and was not deleted.';
}

function objectOf(resource: MatrixResource, owner: Session, entry: LedgerEntry, ids: Values): TestObject {
  return {
    resource,
    owner,
    canary: entry.canary,
    produced: new Map(),
    ids: new Map([...identifiers(resource, owner, owner.values), ...ids]),
    memo: new Map(owner.memo),
    steps: [],
    entry: { ...entry, state: 'created' },
  };
}

function knownIds({ ids = {}, resource }: LedgerEntry): Values {
  return new Map(
    Object.entries(ids).map(([name, text]) => [
      name,
      { value: parseJson(text), producer: { chain: '', id: resource } },
    ]),
  );
}
