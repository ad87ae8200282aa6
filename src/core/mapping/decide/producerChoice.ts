/** What choosing producers decides: for each slot the place its value came from, and the runners-up. */
import type { Evidence } from '../match/evidence';
import type { ResponseValue } from '../read/responseValue';
import type { Slot } from '../read/slots';

/** A slot, and where its value came from. */
export interface Choice {
  readonly slot: Slot;
  /** The value that both have: all of the slot's, or a part. */
  readonly value: string;
  readonly chosen: Scored;
  /** Other places that may be meant, best first. */
  readonly alternatives: readonly Scored[];
}

/** A place, and what speaks for it. */
export interface Scored {
  readonly responseValue: ResponseValue;
  readonly evidence: readonly Evidence[];
  readonly score: number;
  /** The page has the very link that was followed. */
  readonly isFollowed?: boolean;
  /** A random id says that it is the item that is sent. */
  readonly isSameItem?: boolean;
  /**
   * Places of the request that is answered with it that send a recorded value of the same thing: as long as they
   * do, the answer says nothing new. Empty for a live source; absent until that was judged.
   */
  readonly recordedIn?: readonly Slot[];
}

/** Whether a second session speaks against a place. */
export function isContradicted({ evidence }: Scored): boolean {
  return evidence.some(({ code }) => code === 'contradicted');
}
