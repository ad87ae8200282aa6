/**
 * A `.bru` file taken apart: blocks of the form `headers {` … `}`, each ended by a line that begins with its
 * closing mark.
 *
 * Bruno's own parser (`@usebruno/lang`) is not used: it takes some 30 µs for each character, so that a thousand
 * requests take a minute and a body of a megabyte half of one, which nothing can cancel. The form is one of
 * lines; the corpus compares the result with Bruno's parser.
 */
import { UserError } from '../../../../core/errors';
import { shorten } from '../../../../core/shownText';

/** A block with its lines, as written. */
export interface BruBlock {
  /** `body:json`. */
  readonly name: string;
  readonly lines: readonly string[];
}

/** Something like `~name: value`, with the annotations above it. */
export interface BruPair {
  readonly name: string;
  readonly value: string;
  readonly isDisabled: boolean;
  /** `@number`, `@description('…')`: names of what is said about it. */
  readonly annotations: readonly string[];
}

/** Takes a file apart. Throws UserError when it has a line outside of blocks, or a block without end. */
export function readBlocks(text: string): readonly BruBlock[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n/);
  return blocksIn(lines, /^([a-z][\w:-]*)\s*([{[])\s*$/i, (at, line) => {
    if (line.trim() !== '') {
      throw unreadable(at, line);
    }
  });
}

/** The blocks inside a block: `response: {`; everything else is skipped. */
export function innerBlocks({ lines }: BruBlock): readonly BruBlock[] {
  return blocksIn(lines.map(withoutIndent), /^([a-z][\w:-]*?)\s*:\s*([{[])\s*$/i, () => undefined);
}

/**
 * @param heading the line that begins a block: its name, and the mark that opens it
 * @param onOther called for lines outside of blocks, and for those that begin a block without an end
 */
function blocksIn(
  lines: readonly string[],
  heading: RegExp,
  onOther: (at: number, line: string) => void,
): readonly BruBlock[] {
  const blocks: BruBlock[] = [];
  // Without it every block that has no end would have all lines behind it looked at.
  const last = new Map(
    ['}', ']'].map((mark) => [mark, lines.findLastIndex((line) => line.startsWith(mark))]),
  );
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const [, name, opening] = heading.exec(line) ?? [];
    const closing = opening === '{' ? '}' : ']';
    const hasEnd = name !== undefined && at < (last.get(closing) ?? -1);
    const end = hasEnd ? lineFrom(lines, at + 1, (one) => one.startsWith(closing)) : undefined;
    if (name === undefined || end === undefined) {
      onOther(at, line);
    } else {
      blocks.push({ name, lines: lines.slice(at + 1, end) });
      at = end;
    }
  }
  return blocks;
}

/** The text of a block without its indentation; empty when the block is missing. */
export function blockText(blocks: readonly BruBlock[], name: string): string {
  const block = blocks.find((one) => one.name === name);
  return outdented(block?.lines ?? []);
}

/** The text of a body, which Bruno sends with the empty lines at its end; empty when there is none. */
export function bodyText(blocks: readonly BruBlock[], name: string): string {
  const { lines = [] } = blocks.find((one) => one.name === name) ?? {};
  const text = lines.map(withoutIndent).join('\n').replace(/^\n+/, '');
  return text.trim() === '' ? '' : text;
}

/** The names and values of a block; none when the block is missing. */
export function blockPairs(blocks: readonly BruBlock[], name: string): readonly BruPair[] {
  return readPairs(blocks.find((one) => one.name === name)?.lines ?? []);
}

/** The items of a block between brackets: `vars:secret [`. */
export function blockItems(blocks: readonly BruBlock[], name: string): readonly string[] {
  const lines = blocks.find((one) => one.name === name)?.lines ?? [];
  return lines
    .map((line) => line.trim().replace(/,$/, ''))
    .filter((item) => item !== '' && !item.startsWith('@'));
}

/** The items of a list in place of a value: `tags: [`, each on a line of its own. */
export function listItems(value: string): readonly string[] {
  return value
    .replace(/^\[|\]$/g, '')
    .split('\n')
    .map((item) => item.trim().replace(/,$/, ''))
    .filter((item) => item !== '');
}

function unreadable(index: number, line: string): UserError {
  return new UserError(
    `Line ${index + 1} is none of a .bru file: ${JSON.stringify(shorten(line, 60))}.`,
    'Save it in Bruno again.',
  );
}

/** The first line from `from` on that is one; absent when none is. */
function lineFrom(
  lines: readonly string[],
  from: number,
  isOne: (line: string) => boolean,
): number | undefined {
  for (let at = from; at < lines.length; at += 1) {
    if (isOne(lines[at] ?? '')) {
      return at;
    }
  }
  return undefined;
}

/** Blocks are indented by two spaces, which are not part of the text. */
function outdented(lines: readonly string[]): string {
  return lines.map(withoutIndent).join('\n').trim();
}

function withoutIndent(line: string): string {
  return line.replace(/^ {1,2}/, '');
}

function readPairs(lines: readonly string[]): readonly BruPair[] {
  const pairs: BruPair[] = [];
  let annotations: string[] = [];
  const lastList = lines.findLastIndex(endsList);
  for (let at = 0; at < lines.length; at += 1) {
    const line = (lines[at] ?? '').trim();
    const value = PAIR.exec(line);
    const annotation = /^@(\w+)(?:\((.*))?$/.exec(line);
    if (annotation !== null) {
      annotations.push(annotation[1] ?? '');
      at = endOfText(lines, at, annotation[2] ?? '');
    } else if (value !== null) {
      const [, off, name = '', first = ''] = value;
      const end = first.trim() === '[' && at > lastList ? at : endOfValue(lines, at, first);
      pairs.push({
        name: unquoted(name.trim()),
        value: end === at ? first.trim() : valueOver(lines.slice(at, end + 1), first),
        isDisabled: off === '~',
        annotations,
      });
      annotations = [];
      at = end;
    }
  }
  return pairs;
}

const PAIR = /^(~)?\s*("(?:[^"\\]|\\.)*"|[^:]*)\s*:(?:\s+(.*)|(.*))$/;

/** The last line of a text between `'''`, which begins in a line; that line when there is none. */
function endOfText(lines: readonly string[], at: number, first: string): number {
  const opening = first.indexOf("'''");
  if (opening === -1 || first.includes("'''", opening + 3)) {
    return at;
  }
  return lineFrom(lines, at + 1, (line) => line.includes("'''")) ?? at;
}

/** The last line of a value: of a text between `'''`, or of a list between brackets. */
function endOfValue(lines: readonly string[], at: number, first: string): number {
  if (first.trim() === '[') {
    return lineFrom(lines, at + 1, endsList) ?? at;
  }
  return first.startsWith("'''") ? endOfText(lines, at, first) : at;
}

function endsList(line: string): boolean {
  return line.trim() === ']';
}

function valueOver(lines: readonly string[], first: string): string {
  const inside = lines.slice(1, -1);
  if (first.trim() === '[') {
    return inside.join('\n');
  }
  const last = (lines.at(-1) ?? '').replace(/'''.*$/s, '');
  const after = (lines.at(-1) ?? '').replace(/^.*?'''/s, '');
  const indent = inside
    .filter((line) => line.trim() !== '')
    .reduce((least, line) => Math.min(least, line.search(/\S/)), Number.POSITIVE_INFINITY);
  const text = [...inside.map((line) => line.slice(Number.isFinite(indent) ? indent : 0)), last.trim()]
    .join('\n')
    .trim();
  return `${text}${after}`;
}

function unquoted(name: string): string {
  return /^".*"$/s.test(name) ? name.slice(1, -1).replace(/\\(["\\])/g, '$1') : name;
}
