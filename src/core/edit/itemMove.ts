/**
 * Moving items of a list as edits of the text: every item takes its own comments and formatting along.
 *
 * Where items share lines, only the items change places: a line comment moved in front of something else
 * in its line would swallow it.
 */
import { arrangeBlocks, blocksOf, haveLines } from './itemBlocks';
import type { ArrayNode } from '../json/jsonTree';
import type { TextEdit } from './textEdit';

/** From which index to which; `to` is the index after the move. */
export interface Move {
  readonly from: number;
  readonly to: number;
}

/** The edits that move an item; none when it stays, or when either index is outside the list. */
export function moveItem(text: string, list: ArrayNode, move: Move): readonly TextEdit[] {
  return reorderItems(text, list, orderAfter(list.items.length, [move]));
}

/**
 * The edits that give a list another order; none when it is the one it has.
 *
 * @param order the index of every item, at its new place
 */
export function reorderItems(text: string, list: ArrayNode, order: readonly number[]): readonly TextEdit[] {
  if (order.every((index, place) => index === place)) {
    return [];
  }
  return haveLines(text, list, blocksOf(text, list))
    ? arrangeBlocks(text, list, order)
    : exchangeItems(text, list, order);
}

/** The order of `count` items after moves, one after another; moves from or to outside the list do nothing. */
export function orderAfter(count: number, moves: readonly Move[]): readonly number[] {
  const order = Array.from({ length: count }, (_, index) => index);
  for (const { from, to } of moves) {
    if (order[from] !== undefined && order[to] !== undefined) {
      order.splice(to, 0, ...order.splice(from, 1));
    }
  }
  return order;
}

/** The order of `count` items with the picked ones together in front of the item at `before`, or at the end. */
export function orderWith(count: number, picked: readonly number[], before: number): readonly number[] {
  const all = orderAfter(count, []);
  const moved = all.filter((index) => picked.includes(index));
  const others = all.filter((index) => !picked.includes(index));
  const place = others.filter((index) => index < before).length;
  return [...others.slice(0, place), ...moved, ...others.slice(place)];
}

/** The order of `count` items with each picked one a place further up (-1) or down (1), as far as there is room. */
export function orderShifted(count: number, picked: readonly number[], step: -1 | 1): readonly number[] {
  const order = [...orderAfter(count, [])];
  const indices = picked
    .filter((index) => index >= 0 && index < count)
    .sort((one, other) => step * (other - one));
  for (const index of indices) {
    const neighbour = order[index + step];
    if (neighbour !== undefined && !picked.includes(neighbour)) {
      order.splice(index + step, 1, index);
      order.splice(index, 1, neighbour);
    }
  }
  return order;
}

/** Each place gets the text of the item that belongs there. */
function exchangeItems(text: string, { items }: ArrayNode, order: readonly number[]): readonly TextEdit[] {
  return items.flatMap((place, index) => {
    const item = items[order[index] ?? index];
    return item === undefined || item === place
      ? []
      : [{ offset: place.start, length: place.end - place.start, text: text.slice(item.start, item.end) }];
  });
}
