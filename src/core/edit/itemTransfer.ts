/**
 * Taking items out of one list and putting them into another, as edits of the texts. Comments go with the
 * items as in a move; the new place decides indentation and line breaks.
 *
 * Where items share lines, the comments around an item stay behind: their owner is unknown.
 */
import { entryIndent } from './entryEdit';
import { arrangeBlocks, blockText, blocksOf, haveLines, type BlockText } from './itemBlocks';
import { layoutOf } from './jsonText';
import type { ArrayNode } from '../json/jsonTree';
import type { TextEdit } from './textEdit';
import { commaAfter, indentAt, skipSpacesBack } from './trivia';

/** An item on its way from one list to another. */
export interface TakenItem extends BlockText {
  /** Indentation of the lines it comes from. */
  readonly indent: string;
}

/** The items at `picked` with their comments; those that are not there are left out. */
export function takeItems(text: string, list: ArrayNode, picked: readonly number[]): readonly TakenItem[] {
  const blocks = blocksOf(text, list);
  const lines = haveLines(text, list, blocks);
  const indent = entryIndent(text, list);
  return picked.flatMap((index) => {
    const block = blocks[index];
    if (block === undefined) {
      return [];
    }
    return [lines ? { ...blockText(text, block), indent } : takeBare(text, list, index)];
  });
}

/** The item at `index` without the comments around it. */
export function takeBare(text: string, list: ArrayNode, index: number): TakenItem {
  const item = list.items[index];
  const indent = item === undefined ? '' : indentAt(text, item.start);
  return { item: `\n${indent}${text.slice(item?.start ?? 0, item?.end ?? 0)}`, remarks: '', indent };
}

/** The edits that cut out the items at `picked` with their comments; absent where items share lines. */
export function cutLines(
  text: string,
  list: ArrayNode,
  picked: readonly number[],
): readonly TextEdit[] | undefined {
  const kept = [...list.items.keys()].filter((index) => !picked.includes(index));
  return haveLines(text, list, blocksOf(text, list)) ? arrangeBlocks(text, list, kept) : undefined;
}

/** The edits that put items in front of the one at `index`, or at the end. */
export function putItems(
  text: string,
  list: ArrayNode,
  index: number,
  items: readonly TakenItem[],
): readonly TextEdit[] {
  const written = items.map((item) => fitted(item, text, entryIndent(text, list)));
  if (!haveLines(text, list, blocksOf(text, list))) {
    return written.length === 0 ? [] : [putIntoLine(text, list, index, written)];
  }
  const all = [...list.items.keys()];
  return arrangeBlocks(text, list, [...all.slice(0, index), ...written, ...all.slice(index)]);
}

/** New lines in the middle of one: what follows gets a line of its own, lest a remark swallow it. */
function putIntoLine(text: string, list: ArrayNode, index: number, items: readonly BlockText[]): TextEdit {
  const lineBreak = layoutOf(text).lineBreak + indentAt(text, list.start);
  const [next, last] = [list.items[index], list.items.at(-1)];
  if (next !== undefined) {
    const start = skipSpacesBack(text, next.start);
    return {
      offset: start,
      length: next.start - start,
      text: joined(items, ',') + lineBreak,
    };
  }
  if (last !== undefined) {
    const comma = commaAfter(text, last.end);
    return comma === undefined
      ? { offset: last.end, length: 0, text: `,${joined(items, '')}${lineBreak}` }
      : { offset: comma + 1, length: 0, text: joined(items, ',') + lineBreak };
  }
  const start = skipSpacesBack(text, list.end - 1);
  return { offset: start, length: list.end - 1 - start, text: joined(items, '') + lineBreak };
}

/** Items with commas in between, and `end` after the last one. */
function joined(items: readonly BlockText[], end: '' | ','): string {
  return items
    .map(({ item, remarks }, index) => item + (index < items.length - 1 ? ',' : end) + remarks)
    .join('');
}

/** The item with the line breaks of `text`, its lines moved to another indentation. */
function fitted({ item, remarks, indent }: TakenItem, text: string, newIndent: string): BlockText {
  const { lineBreak } = layoutOf(text);
  const fit = (part: string): string =>
    part.replace(/(?:\r\n?|\n)([ \t]*)/g, (_, spaces: string) =>
      spaces.startsWith(indent) ? lineBreak + newIndent + spaces.slice(indent.length) : lineBreak + spaces,
    );
  return { item: fit(item), remarks: fit(remarks) };
}
