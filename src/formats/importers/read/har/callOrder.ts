/**
 * Calls in the order in which they were started. Some tools write them in the order in which they ended, and
 * merged recordings follow each other. A call without a time stays behind its predecessor.
 */
import { memberOf, textOf, type Foreign } from '../../shape/externalJson';

/** A call at its place in time. */
interface OrderedCall {
  readonly item: Foreign;
  /** Its number in the recording, from 0. */
  readonly entry: number;
}

/** Calls in order. */
export interface CallOrder {
  readonly calls: readonly OrderedCall[];
  /** How many came after one that was started later. */
  readonly late: number;
}

/** Puts calls in the order of their start; those of one moment stay as they are. */
export function inOrderOfTime(items: readonly Foreign[]): CallOrder {
  let [latest, before, late] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  const timed = items.map((item, entry) => {
    const written = Date.parse(textOf(memberOf(item, 'startedDateTime')) ?? '');
    const startedAt = Number.isNaN(written) ? before : written;
    late += startedAt < latest ? 1 : 0;
    latest = Math.max(latest, startedAt);
    before = startedAt;
    return { item, entry, startedAt };
  });
  return { calls: late === 0 ? timed : timed.sort(byStart), late };
}

/** Times can be infinite, and the difference of two infinite ones is NaN. */
function byStart(
  { startedAt: one }: { readonly startedAt: number },
  { startedAt: other }: { readonly startedAt: number },
): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
