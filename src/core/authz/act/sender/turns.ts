/**
 * Whose turn it is when several workers send at a time. What a server asked to wait for is sent again alone: a
 * server that limits requests then gets no more of them at a time than one worker would send.
 */
import { oneByOne } from '../../../oneByOne';

/** Lets work begin. */
export interface Turns {
  /** Begins once nobody works alone; others work meanwhile. */
  together<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Begins once everything that was begun has ended; everything else waits for it. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Nobody works yet. */
export function createTurns(): Turns {
  const inTurn = oneByOne();
  const begun = new Set<Promise<unknown>>();
  const waiting = new Set<Promise<unknown>>();
  return {
    async together(work) {
      while (waiting.size > 0) {
        await Promise.allSettled(waiting);
      }
      return during(begun, work());
    },
    alone: (work) =>
      during(
        waiting,
        inTurn(async () => {
          await Promise.allSettled(begun);
          return work();
        }),
      ),
  };
}

/** Keeps work in a set until it has ended. */
async function during<Result>(set: Set<Promise<unknown>>, work: Promise<Result>): Promise<Result> {
  set.add(work);
  try {
    return await work;
  } finally {
    set.delete(work);
  }
}
