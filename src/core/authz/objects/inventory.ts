/**
 * What a run has to put in order before it ends: objects that are there, objects that may come to be, and objects
 * that were there before and may be changed by now. Each is in the ledger before anything happens to it, and what
 * cannot be put in order is left over, with the reason.
 */
import type { Leftover } from '../result/authzResult';
import type { Ledger, LedgerEntry } from './ledger';
import { idTexts } from './testObject';
import type { TestObject } from './testObject';

/** What a run has to put in order. */
export interface Inventory extends Changes {
  /** It may come to be. Told again, what is known of it is brought up to date. */
  readonly expect: (object: TestObject) => Promise<void>;
  /** It is there. */
  readonly adopt: (object: TestObject) => Promise<void>;
  /** It is not there, or no longer. */
  readonly strike: (object: Pick<TestObject, 'entry'>) => Promise<void>;
  /** It cannot be put in order; what is known of it stays in the ledger. */
  readonly leave: (object: TestObject, reason: string) => Promise<void>;
  readonly isThere: (object: Pick<TestObject, 'entry'>) => boolean;
  /** What is there, the newest first: what is inside of something else goes before it. */
  readonly there: () => readonly TestObject[];
  readonly expected: () => readonly TestObject[];
  readonly leftovers: readonly Leftover[];
}

/** What was there before a run and may be changed by it. */
export interface Changes {
  /** An attack that is written down as `entry` may change it. */
  readonly changing: (object: TestObject, entry: LedgerEntry) => Promise<void>;
  /** It is as its owner wants it. */
  readonly settled: (object: TestObject) => Promise<void>;
  readonly unsettled: () => readonly TestObject[];
}

/** An inventory of nothing yet. */
export function createInventory(ledger: Ledger): Inventory {
  const there = new Map<string, TestObject>();
  const expected = new Map<string, TestObject>();
  const { drop, ...changes } = createChanges(ledger);
  const leftovers: Leftover[] = [];
  return {
    ...changes,
    leftovers,
    there: () => [...there.values()].reverse(),
    expected: () => [...expected.values()],
    isThere: ({ entry }) => entry !== undefined && there.has(entry.id),
    async expect(object) {
      const { entry } = object;
      if (entry !== undefined && !there.has(entry.id)) {
        // Where the ledger cannot know it nothing is sent, so that there is nothing to look for either.
        await (expected.has(entry.id) ? undefined : ledger.write({ ...entry, state: 'creating' }));
        expected.set(entry.id, object);
      }
    },
    async adopt(object) {
      if (object.entry !== undefined) {
        expected.delete(object.entry.id);
        there.set(object.entry.id, object);
        await ledger.write(object.entry);
      }
    },
    async strike({ entry }) {
      if (entry !== undefined && (there.delete(entry.id) || expected.delete(entry.id))) {
        await ledger.write({ ...entry, state: 'gone' });
      }
    },
    async leave(object, reason) {
      const { resource, owner, ids, entry } = object;
      leftovers.push({ resource: resource.name, owner: owner.user.name, ids: idTexts(ids), reason });
      drop(object);
      const isKnown = entry !== undefined && (there.delete(entry.id) || expected.delete(entry.id));
      if (entry !== undefined && !isKnown) {
        await ledger.write(entry);
      }
    },
  };
}

interface DroppableChanges extends Changes {
  /** Somebody was told of it; the ledger goes on knowing it. */
  readonly drop: (object: TestObject) => void;
}

function createChanges(ledger: Ledger): DroppableChanges {
  const changed = new Map<string, { readonly object: TestObject; readonly entry: LedgerEntry }>();
  return {
    unsettled: () => [...changed.values()].map(({ object }) => object),
    drop: (object) => {
      changed.delete(nameOf(object));
    },
    async changing(object, entry) {
      await ledger.write(entry);
      changed.set(nameOf(object), { object, entry });
    },
    async settled(object) {
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
