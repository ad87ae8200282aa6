/**
 * The ledger of what authorization runs create. Every object is written down before it is created and again
 * once it is known or gone, so that what a killed run left can be found and deleted.
 */

/** What is known of one object. */
export interface LedgerEntry {
  /** Of the object; several entries may follow each other. */
  readonly id: string;
  /** Workspace path of the matrix. */
  readonly matrix: string;
  /** Name of the environment it was created in. */
  readonly environment?: string;
  readonly resource: string;
  readonly owner: string;
  /** The text planted in it, by which it is found when its creation was not answered. */
  readonly canary: string;
  readonly state: 'creating' | 'created' | 'gone';
  /** Values of the identifying variables as JSON text, once they are known. */
  readonly ids?: Readonly<Record<string, string>>;
}

/** Keeps entries. */
export interface Ledger {
  /** Resolves when the entry would survive a crash. */
  write(entry: LedgerEntry): Promise<void>;
}

/** What may still be there: the last entry of each object, those that are gone left out. */
export function openEntries(entries: readonly LedgerEntry[]): readonly LedgerEntry[] {
  const last = new Map(entries.map((entry) => [entry.id, entry]));
  return [...last.values()].filter(({ state }) => state !== 'gone');
}
