/**
 * Moving an item of a list as an edit of the text: the item takes its own comments and formatting along.
 *
 * To an item belong the comments above it, down from the end of the item before, and the remarks to its
 * right. Where items share lines, only the items change places: a line comment moved in front of something
 * else in its line would swallow it.
 */
import type { ArrayNode, JsonNode } from './jsonTree';
import { inOrder } from './textEdit';
import type { TextEdit } from './textEdit';
import { commaAfter, endOfRemarks, isLineEnd } from './trivia';

/** From which index to which; `to` is the index after the move. */
export interface Move {
  readonly from: number;
  readonly to: number;
}

/** The edits that move an item; none when it stays, or when either index is outside the list. */
export function moveItem(text: string, list: ArrayNode, move: Move): readonly TextEdit[] {
  const { items } = list;
  if (move.from === move.to || items[move.from] === undefined || items[move.to] === undefined) {
    return [];
  }
  const blocks = blocksOf(text, list);
  const haveLines = [...blocks.map(({ start }) => start), blocks.at(-1)?.end ?? 0].every((offset) =>
    isLineEnd(text, offset),
  );
  return haveLines ? moveBlock(text, blocks, move) : rotateItems(text, items, move);
}

/** An item with what belongs to it, from the end of the block before to the end of its remarks. */
interface Block {
  readonly start: number;
  readonly end: number;
  readonly itemEnd: number;
  /** Offset of its comma; the last item may have none. */
  readonly comma: number | undefined;
}

function blocksOf(text: string, list: ArrayNode): readonly Block[] {
  let start = endOfRemarks(text, list.start + 1);
  return list.items.map((item) => {
    const comma = commaAfter(text, item.end);
    const block = {
      start,
      end: endOfRemarks(text, comma === undefined ? item.end : comma + 1),
      itemEnd: item.end,
      comma,
    };
    start = block.end;
    return block;
  });
}

function moveBlock(text: string, blocks: readonly Block[], { from, to }: Move): readonly TextEdit[] {
  const [moved, place, last] = [blocks[from], blocks[to], blocks.at(-1)];
  if (moved === undefined || place === undefined || last === undefined) {
    return [];
  }
  const becomesLast = to === blocks.length - 1;
  const commaMoves = last.comma === undefined && (moved === last || becomesLast);
  return inOrder([
    { offset: moved.start, length: moved.end - moved.start, text: '' },
    ...(commaMoves ? [becomesLast ? addComma(last) : removeComma(blocks.at(-2))] : []),
    {
      offset: to < from ? place.start : place.end,
      length: 0,
      text: commaMoves ? withCommaToggled(text, moved) : blockText(text, moved),
    },
  ]);
}

function addComma({ itemEnd }: Block): TextEdit {
  return { offset: itemEnd, length: 0, text: ',' };
}

/** Every item but the last has a comma. */
function removeComma(block: Block | undefined): TextEdit {
  return { offset: block?.comma ?? 0, length: block?.comma === undefined ? 0 : 1, text: '' };
}

function blockText(text: string, { start, end }: Pick<Block, 'start' | 'end'>): string {
  return text.slice(start, end);
}

/** The text of a block, with a comma if it had none, and without one if it had. */
function withCommaToggled(text: string, { start, end, itemEnd, comma }: Block): string {
  return comma === undefined
    ? `${text.slice(start, itemEnd)},${text.slice(itemEnd, end)}`
    : text.slice(start, comma) + text.slice(comma + 1, end);
}

/** The items between `from` and `to` each take the place of their neighbour. */
function rotateItems(text: string, items: readonly JsonNode[], { from, to }: Move): readonly TextEdit[] {
  const order = items.map((_, index) => index);
  order.splice(to, 0, ...order.splice(from, 1));
  return items.flatMap((place, index) => {
    const item = items[order[index] ?? index];
    return item === undefined || item === place
      ? []
      : [{ offset: place.start, length: place.end - place.start, text: blockText(text, item) }];
  });
}
