/** Where the units of a decoded text come from: one note for many units, the rest is read again from there. */

/** A place of a source; offsets in code units, `end` exclusive. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** The place in the source of the decoded units from `start` to `end`. */
export type FindSource = (start: number, end: number) => Place;

/** A decoded offset, the source offset it comes from, and in which way. */
interface Note {
  readonly decoded: number;
  readonly source: number;
  readonly mode: number;
}

/** Notes in the order of decoded offsets. */
export interface Places {
  /** Takes a note, unless the last one is near. */
  readonly note: (decoded: number, source: number, mode: number) => void;
  /** Takes a note in any case: units before it say nothing of those after it. */
  readonly begin: (decoded: number, source: number, mode: number) => void;
  /** The decoded offset from which {@link note} takes the next one. */
  readonly next: () => number;
  /** The last note at or before a decoded offset. */
  readonly before: (decoded: number) => Note;
  /** Forgets the notes from a decoded offset on. */
  readonly cut: (decoded: number) => void;
}

/** Decoded code units between two notes. */
const STRIDE = 32;

/** No notes yet. */
export function createPlaces(): Places {
  const decodedAt: number[] = [];
  const sourceAt: number[] = [];
  const modeAt: number[] = [];
  let next = 0;
  const begin = (decoded: number, source: number, mode: number): void => {
    decodedAt.push(decoded);
    sourceAt.push(source);
    modeAt.push(mode);
    next = decoded + STRIDE;
  };
  return {
    begin,
    note(decoded, source, mode) {
      if (decoded >= next) {
        begin(decoded, source, mode);
      }
    },
    next: () => next,
    before(decoded) {
      let low = 0;
      let high = decodedAt.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >>> 1;
        if ((decodedAt[middle] ?? 0) <= decoded) {
          low = middle;
        } else {
          high = middle - 1;
        }
      }
      return { decoded: decodedAt[low] ?? 0, source: sourceAt[low] ?? 0, mode: modeAt[low] ?? 0 };
    },
    cut(decoded) {
      while ((decodedAt.at(-1) ?? -1) >= decoded) {
        decodedAt.pop();
        sourceAt.pop();
        modeAt.pop();
      }
      next = decoded;
    },
  };
}
