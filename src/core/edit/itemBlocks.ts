/**
 * A list that gives each item lines of its own, as blocks: the item, the comments above it, down from the
 * end of the item before, and the remarks to its right. Blocks touch, so a list can be laid out again by
 * moving them about; only commas are corrected.
 */
import type { ArrayNode } from '../json/jsonTree';
import { longestRise } from './longestRise';
import { inOrder, type TextEdit } from './textEdit';
import { commaAfter, endOfRemarks, isLineEnd } from './trivia';

/** An item with what belongs to it, from the end of the block before to the end of its remarks. */
export interface Block {
  readonly start: number;
  readonly end: number;
  readonly itemEnd: number;
  /** Offset of its comma; the last item may have none. */
  readonly comma: number | undefined;
}

/** The text of a block without its comma, which belongs between the two parts. */
export interface BlockText {
  /** From a line break to the end of the item. */
  readonly item: string;
  readonly remarks: string;
}

/** The blocks of a list, in order. */
export function blocksOf(text: string, list: ArrayNode): readonly Block[] {
  let start = headEnd(text, list);
  return list.items.map((item) => {
    const comma = commaAfter(text, item.end);
    const end = endOfRemarks(text, comma === undefined ? item.end : comma + 1);
    const block = { start, end, itemEnd: item.end, comma };
    start = end;
    return block;
  });
}

/** Offset where the first block begins or would begin: after the bracket and the remarks to its right. */
function headEnd(text: string, list: ArrayNode): number {
  return endOfRemarks(text, list.start + 1);
}

/** Whether every block begins and ends at the end of a line; else items share lines. */
export function haveLines(text: string, list: ArrayNode, blocks: readonly Block[]): boolean {
  return [headEnd(text, list), ...blocks.map(({ end }) => end)].every((offset) => isLineEnd(text, offset));
}

/** The text of a block as it can be put elsewhere. */
export function blockText(text: string, { start, end, itemEnd, comma }: Block): BlockText {
  const item = text.slice(start, itemEnd);
  return comma === undefined
    ? { item, remarks: text.slice(itemEnd, end) }
    : { item, remarks: text.slice(itemEnd, comma) + text.slice(comma + 1, end) };
}

/**
 * The edits that lay out a list again. Of its items those stay untouched that keep their order; an item
 * that `arrangement` does not name is cut out.
 *
 * @param arrangement indices of items, each at most once, and new blocks
 */
export function arrangeBlocks(
  text: string,
  list: ArrayNode,
  arrangement: readonly (number | BlockText)[],
): readonly TextEdit[] {
  const blocks = blocksOf(text, list);
  const staying = longestRise(arrangement.filter((entry) => typeof entry === 'number'));
  const trailingComma = blocks.at(-1)?.comma !== undefined;
  const edits: TextEdit[] = [];
  let anchor = headEnd(text, list);
  for (const [position, entry] of arrangement.entries()) {
    const comma = trailingComma || position < arrangement.length - 1;
    const block = typeof entry === 'number' ? blocks[entry] : undefined;
    if (block !== undefined && typeof entry === 'number' && staying.has(entry)) {
      edits.push(...commaEdits(block, comma));
      anchor = block.end;
    } else if (block !== undefined) {
      edits.push({ offset: anchor, length: 0, text: movedText(text, block, comma) });
    } else if (typeof entry === 'object') {
      edits.push({ offset: anchor, length: 0, text: withComma(entry, comma) });
    }
  }
  const cuts = blocks
    .filter((_, index) => !staying.has(index))
    .map(({ start, end }) => ({ offset: start, length: end - start, text: '' }));
  return inOrder([...edits, ...cuts]);
}

function commaEdits({ itemEnd, comma }: Block, wanted: boolean): readonly TextEdit[] {
  if (wanted === (comma !== undefined)) {
    return [];
  }
  return [
    comma === undefined ? { offset: itemEnd, length: 0, text: ',' } : { offset: comma, length: 1, text: '' },
  ];
}

function movedText(text: string, block: Block, comma: boolean): string {
  return comma === (block.comma !== undefined)
    ? text.slice(block.start, block.end)
    : withComma(blockText(text, block), comma);
}

function withComma({ item, remarks }: BlockText, comma: boolean): string {
  return `${item}${comma ? ',' : ''}${remarks}`;
}
