/**
 * Header lines that many messages of a run have in common. A page writes such a set once, and messages refer to it
 * next to the lines that are their own.
 */

/** Lines that several messages have in common. */
export interface LineSet {
  /** Of its element on the page. */
  readonly id: string;
  readonly lines: readonly string[];
}

/** The lines of a message. */
export interface SplitLines {
  readonly own: readonly string[];
  /** Absent when all lines are its own. */
  readonly shared?: LineSet;
}

/** The sets of the messages of a page, and what each message adds to its set. */
export interface SharedLines {
  readonly sets: readonly LineSet[];
  readonly split: (lines: readonly string[]) => SplitLines;
}

/** Finds what messages have in common. */
export function shareLines(messages: readonly (readonly string[])[]): SharedLines {
  const counts = countsOf(messages.flat());
  const isCommon = (line: string): boolean =>
    !CHANGING.test(line) && (counts.get(line) ?? 0) * RARE > messages.length;
  const keyOf = (lines: readonly string[]): string => lines.filter(isCommon).join('\n');
  const sets = new Map(
    [...countsOf(messages.map(keyOf))]
      .filter(([key, count]) => count >= FEWEST_MESSAGES && key.includes('\n'))
      .map(([key], index) => [key, { id: `h${index + 1}`, lines: key.split('\n') }]),
  );
  return {
    sets: [...sets.values()],
    split(lines) {
      const shared = sets.get(keyOf(lines));
      return shared === undefined ? { own: lines } : { own: lines.filter((line) => !isCommon(line)), shared };
    },
  };
}

/** Different in most messages: each of their values would make a set of its own. */
const CHANGING = /^(?:date|content-length|etag):/i;
/** A line is common when more than one of so many messages has it. */
const RARE = 50;
const FEWEST_MESSAGES = 3;

function countsOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}
