/**
 * What a run has to clean up before it ends: objects that exist, objects that may have been created, and objects
 * that were there before and may be changed by now. Each is in the ledger before anything happens to it, and what
 * cannot be cleaned up is left over, with the reason.
 */
import { defined } from '../../../defined';
import type { Leftover } from '../../model/authzResult';
import type { Ledger, LedgerEntry } from '../ledger';
import type { MatrixResource } from '../../model/matrix';
import type { Existing } from './existingIds';
import { idTexts, type TestObject } from './testObject';

/** What a run has to clean up. */
export interface Inventory extends Changes {
  /** It may be created. Called again, it updates what is known. */
  readonly expect: (object: TestObject) => Promise<void>;
  /** It exists and the run created it, unless nothing proves that or it was there before: then it is never deleted. */
  readonly adopt: (object: TestObject) => Promise<Adoption>;
  /** It does not exist, or no longer. */
  readonly discard: (object: Pick<TestObject, 'entry'>) => Promise<void>;
  /** It cannot be cleaned up; its entry stays in the ledger. */
  readonly markLeftover: (object: TestObject, reason: string) => Promise<void>;
  /** Deleting it was accepted, which nothing has proved so far. */
  readonly deleted: (object: TestObject) => Promise<void>;
  /** Objects whose deletion is not proved yet. */
  readonly unproved: () => readonly TestObject[];
  readonly isPresent: (object: Pick<TestObject, 'entry'>) => boolean;
  /** Why it is not the run's any more, although it was taken for that; a whole sentence. */
  readonly whyNotOwned: (object: Pick<TestObject, 'entry'>) => string | undefined;
  /** Existing objects, the newest first: what is inside of something else goes before it. */
  readonly present: () => readonly TestObject[];
  readonly expected: () => readonly TestObject[];
  /** Something that is not an object was changed. */
  readonly addLeftover: (leftover: Leftover) => void;
  readonly leftovers: readonly Leftover[];
}

/** Whether an object is the run's; the reason is a whole sentence. */
export type Adoption = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/** What was there before a run and may be changed by it. */
interface Changes {
  /** An attack that is written down as `entry` may change it. */
  readonly changing: (object: TestObject, entry: LedgerEntry) => Promise<void>;
  /** It is as its owner wants it. */
  readonly restored: (object: TestObject) => Promise<void>;
  readonly unrestored: () => readonly TestObject[];
}

/** An inventory of nothing yet. */
export function createInventory(
  ledger: Ledger,
  existing: Pick<Existing, 'why'>,
  undoOf: (object: TestObject) => string | undefined,
): Inventory {
  const present = new Map<string, TestObject>();
  const expected = new Map<string, TestObject>();
  const unproved = new Map<string, TestObject>();
  const notOwned = new Map<string, TestObject>();
  const { drop, ...changes } = createChanges(ledger);
  const leftovers: Leftover[] = [];
  return {
    ...changes,
    leftovers,
    addLeftover: (leftover) => {
      leftovers.push(leftover);
    },
    present: () => [...present.values()].reverse(),
    expected: () => [...expected.values()],
    unproved: () => [...unproved.values()],
    async deleted(object) {
      const { entry, owner, resource } = object;
      if (entry === undefined) {
        return;
      }
      const isKnown = present.delete(entry.id) || expected.delete(entry.id);
      if (isKnown) {
        unproved.set(entry.id, object);
      }
      // Who deleted the own account cannot sign in to prove it. What nobody can read may be gone or not.
      if (isKnown && owner.standIn !== undefined) {
        await ledger.write({ ...entry, state: 'gone' });
      } else if (isKnown && resource.read === undefined) {
        await ledger.write({ ...entry, deleted: true });
      }
    },
    isPresent: ({ entry }) => entry !== undefined && present.has(entry.id),
    whyNotOwned: ({ entry }) => (notOwned.has(entry?.id ?? '') ? NAMED_AGAIN : undefined),
    async expect(object) {
      const { entry } = object;
      if (entry !== undefined && !present.has(entry.id)) {
        // Where the ledger cannot know it nothing is sent, so that there is nothing to look for either.
        await (expected.has(entry.id) ? undefined : ledger.write({ ...entry, state: 'creating' }));
        expected.set(entry.id, object);
      }
    },
    async adopt(object) {
      const { entry } = object;
      if (entry === undefined) {
        return { ok: true };
      }
      const known = [...present.values(), ...notOwned.values()];
      const doubt = present.has(entry.id) ? undefined : doubtOf(object, { existing, known });
      expected.delete(entry.id);
      if (doubt === undefined) {
        present.set(entry.id, object);
        await ledger.write(proved(entry));
        return { ok: true };
      }
      const { sameAs } = doubt;
      if (sameAs?.entry !== undefined && present.delete(sameAs.entry.id)) {
        notOwned.set(sameAs.entry.id, sameAs);
        leftovers.push(leftoverOf(sameAs, NAMED_AGAIN));
        await ledger.write(withoutProof(sameAs.entry));
      }
      if (doubt.isLeft) {
        leftovers.push(leftoverOf(object, doubt.reason));
      }
      await ledger.write(doubt.isLeft ? withoutProof(entry) : { ...entry, state: 'gone' });
      return { ok: false, reason: doubt.reason };
    },
    async discard({ entry }) {
      const isKnown = [present, expected, unproved].some((known) => known.delete(entry?.id ?? ''));
      if (entry !== undefined && isKnown) {
        await ledger.write({ ...entry, state: 'gone' });
      }
    },
    async markLeftover(object, reason) {
      const { entry } = object;
      const undo = undoOf(object);
      leftovers.push({ ...leftoverOf(object, reason), ...defined({ undo }) });
      drop(object);
      const isOpen = [present, expected].some((known) => known.delete(entry?.id ?? ''));
      unproved.delete(entry?.id ?? '');
      if (entry !== undefined && !isOpen) {
        await ledger.write(entry);
      }
    },
  };
}

interface Doubt {
  readonly reason: string;
  /** Whether somebody has to look at it. */
  readonly isLeft: boolean;
  /** An object of an earlier creation by the same request, which is not proved to be new any more. */
  readonly sameAs?: TestObject;
}

/** Why an object is not the run's to delete; absent when it is. */
function doubtOf(
  object: TestObject,
  { existing, known }: { readonly existing: Pick<Existing, 'why'>; readonly known: readonly TestObject[] },
): Doubt | undefined {
  if (object.entry?.proof === undefined) {
    return { reason: `Nothing proves that the run created it. ${NOT_OURS}`, isLeft: true };
  }
  const why = existing.why(object);
  if (why !== undefined) {
    return { reason: `${why} ${NOT_OURS}`, isLeft: true };
  }
  if (object.entry.proof === 'marker' && object.entry.listedBefore === 'unknown') {
    return { reason: `${wasUnlisted(object)} ${NOT_OURS}`, isLeft: true };
  }
  const texts = JSON.stringify(idTexts(object.ids));
  const other = known.find(
    ({ resource, ids }) => isSameKind(resource, object.resource) && JSON.stringify(idTexts(ids)) === texts,
  );
  return other === undefined
    ? undefined
    : {
        reason: `Its creation named the ${object.resource.name} that the run had created before.`,
        isLeft: false,
        ...(isSameCreation(other, object) ? { sameAs: other } : {}),
      };
}

/** The text of the run is also found in what an attack has changed, and a resource may be made of another one. */
function isSameCreation({ resource }: TestObject, later: TestObject): boolean {
  return later.entry?.proof === 'response' && resource.name === later.resource.name;
}

const NAMED_AGAIN =
  'A later creation named it again, so nothing proves that the run created it. It was not deleted; check whether the run changed it.';

/** The text of the run may have been written into something that was there before. */
function wasUnlisted({ resource, owner }: TestObject): string {
  return `It shows a text of the run, and the list of ${owner.user.name} did not tell before whether the ${resource.name} was there already.`;
}

/** What lists showed before matters until it is proved that the run created it. */
function proved({ listedBefore: _listed, ...entry }: LedgerEntry): LedgerEntry {
  return entry;
}

/** Nothing is deleted that the ledger knows without proof. */
function withoutProof({ proof: _none, ...entry }: LedgerEntry): LedgerEntry {
  return { ...entry, state: 'created' };
}

const NOT_OURS = 'It was neither attacked nor deleted; check whether the run changed it.';

function isSameKind(one: MatrixResource, other: MatrixResource): boolean {
  return (
    one.name === other.name ||
    (one.delete !== undefined && JSON.stringify(one.delete) === JSON.stringify(other.delete))
  );
}

function leftoverOf({ resource, owner, ids, entry }: TestObject, reason: string): Leftover {
  return {
    ...{ resource: resource.name, owner: owner.user.name, ids: idTexts(ids), reason },
    ...(entry === undefined ? { changed: true } : {}),
  };
}

interface DroppableChanges extends Changes {
  /** It was reported; its entry stays in the ledger. */
  readonly drop: (object: TestObject) => void;
}

function createChanges(ledger: Ledger): DroppableChanges {
  const changed = new Map<string, { readonly object: TestObject; readonly entry: LedgerEntry }>();
  return {
    unrestored: () => [...changed.values()].map(({ object }) => object),
    drop: (object) => {
      changed.delete(nameOf(object));
    },
    async changing(object, entry) {
      await ledger.write(entry);
      changed.set(nameOf(object), { object, entry });
    },
    async restored(object) {
      const known = changed.get(nameOf(object));
      if (known !== undefined) {
        changed.delete(nameOf(object));
        await ledger.write({ ...known.entry, state: 'gone' });
      }
    },
  };
}

/** A user has one object of a resource that cannot be created. */
function nameOf({ resource, owner }: TestObject): string {
  return JSON.stringify([resource.name, owner.user.name]);
}
