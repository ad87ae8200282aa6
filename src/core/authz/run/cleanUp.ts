/**
 * Deleting what killed runs left, and restoring what they changed, by the ledger. An object whose creation was
 * never answered is looked for in its owner's list by the text planted in it; nothing is deleted that does not
 * hold that text.
 */
import type { Derived } from '../../permission/sensitive';
import { jsonEquals, parseJson } from '../../json/json';
import { CANARY } from '../request/nonexistentId';
import type { AuthzResult, Leftover } from '../model/authzResult';
import { findPlanted, withoutText, type Found } from '../act/inventory/findByCanary';
import type { AuthzPorts } from '../act/context';
import { undoChange } from './undoChange';
import { withProof } from '../act/creation/returnedObject';
import { isUnlisted } from '../act/objects/verifyDeletion';
import type { LedgerEntry } from '../act/ledger';
import type { LoadedMatrix, MatrixResource } from '../model/matrix';
import { isMissing } from '../response/status';
import { identifiers, idTexts, type TestObject } from '../act/inventory/testObject';
import { createParts, type MatrixRun, type Parts } from './runParts';
import type { Values } from '../act/sender/sender';
import type { Session } from '../act/sessions/sessions';

/** What was deleted or restored, and what could not be. */
export interface CleanUp {
  readonly deleted: number;
  /** What did not exist any more, or was never created. Absent when there was none. */
  readonly absent?: number;
  /** What was there before a run, and was restored. */
  readonly restored: number;
  readonly left: AuthzResult['leftovers'];
}

/**
 * Deletes what entries of a ledger say, the newest first: what is inside of something else was created after it.
 * Resolves when all of them were tried or the signal is aborted.
 */
export async function cleanUp(
  run: MatrixRun,
  ports: AuthzPorts,
  entries: readonly LedgerEntry[],
  signal: AbortSignal,
): Promise<CleanUp> {
  const parts = createParts(run, ports, { signal });
  const left: Leftover[] = [];
  const deleted = new Set<string>();
  const done = { deleted: 0, absent: 0, restored: 0 };
  for (const entry of entries.toReversed()) {
    const reason = signal.aborted
      ? 'Cleaning up was cancelled.'
      : await cleanUpOne({ parts, deleted }, run.loaded, entry);
    if (reason === undefined) {
      done[entry.state === 'changing' ? 'restored' : deleted.has(entry.id) ? 'deleted' : 'absent'] += 1;
    } else {
      left.push({ resource: entry.resource, owner: entry.owner, ids: entry.ids ?? {}, reason });
    }
  }
  const { absent, ...others } = done;
  return { ...others, ...(absent === 0 ? {} : { absent }), left };
}

/** Why the object still exists or is not restored; absent when it was cleaned up. */
async function cleanUpOne(
  { parts, deleted }: Pick<Source, 'parts' | 'deleted'>,
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
  const { standIn } = entry;
  const owner = await (standIn === undefined
    ? parts.sessions.of(entry.owner)
    : parts.throwAways.signInFromLedger({ owner: entry.owner, standIn }));
  if (owner === undefined) {
    return `The matrix does not say any more how to make a user in the place of ${entry.owner}, who could remove it. Remove it by hand.`;
  }
  if (owner.failure !== undefined) {
    return owner.failure;
  }
  const source = { parts, deleted, resource, owner, entry };
  if (entry.state === 'changing') {
    return undoOne(source);
  }
  if (resource.delete === undefined) {
    return `The resource ${resource.name} has no "delete". Name one in the matrix, or delete it by hand.`;
  }
  return entry.ids === undefined ? deleteUnanswered(source) : deleteKnown(source, entry.ids);
}

/** An object of the ledger, and who deletes it. */
interface Source {
  readonly parts: Parts;
  /** Entries (by their `id`) of what was deleted just now. */
  readonly deleted: Set<string>;
  readonly resource: MatrixResource;
  readonly owner: Session;
  readonly entry: LedgerEntry;
}

/** Its identifiers are those that its owner has today, whatever the ledger says. */
async function undoOne(source: Source): Promise<string | undefined> {
  const { parts, resource, owner, entry } = source;
  const object = { ...objectOf(source, new Map()), ids: identifiers(resource, owner, owner.values) };
  const failure = await undoChange(parts, object, entry);
  return failure ?? noteGone(source);
}

async function deleteUnanswered(source: Source): Promise<string | undefined> {
  const { parts, resource, owner, entry } = source;
  const found: Found =
    entry.planted === false
      ? { kind: 'unlisted', reason: withoutText(resource) }
      : await findPlanted(parts.context, resource, owner, entry.canary);
  switch (found.kind) {
    case 'absent':
      return noteGone(source);
    case 'found':
      return deleteShown(source, withProof(objectOf(source, found.ids), 'marker'), () =>
        Promise.resolve(true),
      );
    case 'unidentified':
    case 'unlisted':
    case 'unknown':
      return `${found.reason} Look for it by hand, and remove the ledger of this matrix below .chainwright/ledger when nothing is left.`;
  }
}

async function deleteKnown(
  source: Source,
  texts: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const { parts, resource, owner, entry } = source;
  if (entry.proof === undefined) {
    return UNPROVED;
  }
  const object = objectOf(
    source,
    knownIds(resource, texts, source.parts.context.sender.learned.ofAny('identifier')),
  );
  const missing = resource.id.find((name) => !object.ids.has(name));
  if (missing !== undefined) {
    return `The ledger does not contain its {{${missing}}}, which identifies ${resource.name}.`;
  }
  return deleteShown(source, object, async () => {
    const found = await findPlanted(parts.context, resource, owner, entry.canary);
    return found.kind === 'found' && areSame(found.ids, object.ids);
  });
}

/**
 * Deletes what its owner is shown with a planted text in it. A ledger may have come with a clone: what holds
 * none was not created by a run, and what nobody sees may be anything.
 */
async function deleteShown(
  source: Source,
  object: TestObject,
  isListed: () => Promise<boolean>,
): Promise<string | undefined> {
  const { objects } = source.parts;
  if (object.resource.read === undefined) {
    if (await isListed()) {
      return deleteIt(source, object);
    }
    const isGone = source.entry.deleted === true && (await isUnlisted(source.parts, object));
    return isGone ? noteGone(source) : NOT_PLANTED;
  }
  const { response, failure } = await objects.look(object, 'teardown');
  if (response !== undefined && isMissing(response.status)) {
    return (await isListed())
      ? 'The list of its owner shows it, but "read" does not find it.'
      : noteGone(source);
  }
  if (response === undefined || failure !== undefined) {
    return `${failure ?? ''} What it holds is not known, so it was not deleted.`.trimStart();
  }
  return CANARY.test(response.body.content) ? deleteIt(source, object) : NOT_PLANTED;
}

const NOT_PLANTED =
  'It does not show the text that a run planted, so it may be something else and was not deleted.';

const UNPROVED =
  'It is noted without proof that a run created it, so it was not deleted. Look for it by hand, and remove the ledger of this matrix below .chainwright/ledger when nothing is left.';

async function deleteIt({ parts, deleted, entry }: Source, object: TestObject): Promise<string | undefined> {
  const before = parts.objects.leftovers.length;
  const adoption = await parts.objects.adopt(object);
  if (!adoption.ok) {
    await parts.context.ports.ledger.write(entry);
    return adoption.reason;
  }
  await parts.objects.removeAll('everybody');
  deleted.add(entry.id);
  return parts.objects.leftovers[before]?.reason;
}

async function noteGone({ parts, entry }: Source): Promise<undefined> {
  await parts.context.ports.ledger.write({ ...entry, state: 'gone' });
}

function areSame(some: Values, others: Values): boolean {
  return [...others].every(([name, { value }]) => {
    const same = some.get(name);
    return same !== undefined && jsonEquals(same.value, value);
  });
}

function objectOf({ resource, owner, entry }: Source, ids: Values): TestObject {
  return {
    resource,
    owner,
    canary: entry.canary,
    produced: new Map(),
    ids: new Map([...identifiers(resource, owner, owner.values), ...ids]),
    memo: new Map(owner.memo),
    steps: [],
    entry: { ...entry, state: 'created', ids: idTexts(ids) },
  };
}

/** Only what identifies the resource: no other variable of a request is for a ledger to set. */
function knownIds(
  { name, id }: MatrixResource,
  texts: Readonly<Record<string, string>>,
  derived: readonly Derived[],
): Values {
  return new Map(
    id.flatMap((variable) => {
      const text = Object.hasOwn(texts, variable) ? texts[variable] : undefined;
      return text === undefined
        ? []
        : [[variable, { value: parseJson(text), producer: { chain: '', id: name }, derived }] as const];
    }),
  );
}
