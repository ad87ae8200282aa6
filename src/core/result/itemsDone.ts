/** How far a loop has come while it runs: the items, or pages, of the outermost one. */
import { defined } from '../defined';
import type { RunEvent } from './result';

/** Items that are finished, those that were left out included. */
export interface ItemsDone {
  readonly done: number;
  /** All of them; absent for pages, whose number shows at the end. */
  readonly of?: number;
}

/** What an event tells about the loop of its request; absent for parts of an item. */
export function itemsDone({
  result,
  of,
}: Extract<RunEvent, { type: 'part-finished' }>): ItemsDone | undefined {
  const [step, ...inner] = result.at;
  return step?.item === undefined || inner.length > 0
    ? undefined
    : { done: step.item + 1, ...defined({ of }) };
}
