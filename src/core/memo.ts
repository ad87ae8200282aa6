/**
 * Remembered answers about short texts: header lines, names and addresses come again with every exchange
 * of a run. What is long, or was asked long ago, is computed again, so that memory stays small.
 */

/** Gives the answer for a text, from memory when it is there. */
export interface Memo<T extends NonNullable<unknown>> {
  readonly of: (text: string) => T;
  /** For when the answers have changed. */
  readonly forget: () => void;
}

/** Longest text that is remembered. */
const MAX_LENGTH = 256;

/**
 * A memory of what `answer` says, which must say the same for the same text until it is cleared.
 *
 * @param limit how many texts are remembered; one more, and all are forgotten
 */
export function createMemo<T extends NonNullable<unknown>>(
  answer: (text: string) => T,
  limit = 1024,
): Memo<T> {
  const answers = new Map<string, T>();
  const of = (text: string): T => {
    if (text.length > MAX_LENGTH) {
      return answer(text);
    }
    const known = answers.get(text);
    if (known !== undefined) {
      return known;
    }
    if (answers.size >= limit) {
      answers.clear();
    }
    const kept = copyOf(text);
    const found = answer(kept);
    answers.set(kept, found);
    return found;
  };
  return {
    of,
    forget() {
      answers.clear();
    },
  };
}

/** Length from which a part of a text keeps the whole text in memory; V8 copies what is shorter. */
const PART_LENGTH = 13;

/** A copy that keeps nothing else alive, as V8 flattens joined texts into new ones. */
function copyOf(text: string): string {
  return text.length < PART_LENGTH ? text : ` ${text}`.slice(1);
}
