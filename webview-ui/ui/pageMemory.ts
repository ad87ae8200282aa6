/**
 * What VS Code keeps of how a page is looked at. A page is destroyed whenever it is hidden; what only the page
 * knows would be lost otherwise.
 */

/** What was kept, and how more is. */
export interface PageMemory {
  /** What was kept last, by whichever version of the page; absent at first. */
  readonly kept: unknown;
  /** Keeps a look: plain data. */
  readonly keep: (look: unknown) => void;
}

/** The members of something that was kept; none if it is not an object. */
export function membersOf(kept: unknown): Readonly<Record<string, unknown>> {
  return typeof kept === 'object' ? { ...kept } : {};
}

/** Whether something that was kept is a text. */
export function isText(kept: unknown): kept is string {
  return typeof kept === 'string';
}

/** Whether something that was kept is a count or an index. */
export function isIndex(kept: unknown): kept is number {
  return Number.isSafeInteger(kept) && Number(kept) >= 0;
}
