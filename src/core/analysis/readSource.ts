/**
 * Reading a chain file for the editor, again and again: a keystroke costs the request it changes, for
 * the others are known by their text.
 *
 * What is wrong with a file is for chainFile.ts to say: when every part is sound the whole is, and
 * otherwise the whole is checked there. A text that cannot be cut into requests is parsed as one.
 */
import { defined } from '../defined';
import {
  itemsAt,
  lineStartsIn,
  nodeAt,
  parseDocument,
  type JsonDocument,
  type JsonPath,
} from '../json/jsonDocument';
import { parseTree } from '../json/jsonTree';
import type { TextRange } from '../problem';
import type { ChainSource, RequestSource } from './chainSource';
import { checkParts, checkWhole, withRequests, type ChainParts, type PlacedReading } from './checkParts';
import { headMarks } from './marks';
import type { RequestReading } from './readRequest';
import { createRequestMemory, type RequestMemory } from './requestMemory';
import { splitRequests, type RequestList } from './splitRequests';
import { moveObject } from './treeOffsets';

/** Reads the text of a chain file; `file` is its workspace path. Never throws. */
export type ReadChainSource = (text: string, file: string) => ChainSource;

/**
 * A reader that remembers the requests of the text it read last; one for each file that is open.
 *
 * What it gives depends on the text alone, never on what was read before.
 */
export function createChainReader(): ReadChainSource {
  let last: readonly RequestReading[] = [];
  return (text, file) => {
    const { source, readings } = readSource(text, file, createRequestMemory(last));
    last = readings;
    return source;
  };
}

/** The range of the value at a path of a request; absent when the request has none there. */
export function nodeRange({ tree, start }: RequestSource, path: JsonPath): TextRange | undefined {
  const node = nodeAt(tree, path);
  return node === undefined ? undefined : { start: node.start + start, end: node.end + start };
}

/** The parts of a file, and the whole, where only that can be checked. */
interface FoundParts extends ChainParts {
  readonly document?: JsonDocument;
}

function readSource(
  text: string,
  file: string,
  memory: RequestMemory,
): { readonly source: ChainSource; readonly readings: readonly RequestReading[] } {
  const lineStarts = lineStartsIn(text);
  const list = splitRequests(text, memory.endOfKnown);
  const parts = (list && cutParts(text, file, list, memory)) ?? parseParts(text, file, memory);
  const { head, requests, document } = parts;
  const { chain, problems } =
    document === undefined
      ? checkParts({ file, text, lineStarts, problems: [] }, parts)
      : checkWhole(document);
  const source = {
    file,
    text,
    lineStarts,
    ...defined({ head }),
    requests: requests.map((request) => request.source),
    marks: headMarks(text, head),
    problems,
    ...defined({ chain }),
  };
  return { source, readings: requests.map(({ reading }) => reading) };
}

/** Reads the requests and the rest apart; nothing when the rest is not an object with one list. */
function cutParts(
  text: string,
  file: string,
  list: RequestList,
  memory: RequestMemory,
): FoundParts | undefined {
  const from = list.start + 1;
  const length = list.end - 1 - from;
  const { root, faults } = parseTree(text.slice(0, from) + text.slice(list.end - 1));
  if (root?.kind !== 'object' || root.members.filter(({ name }) => name === 'requests').length !== 1) {
    return undefined;
  }
  const requests = list.items.map((item, index) => placed(text, item, index, memory));
  const isSeparable = faults.length === 0 && requests.every(({ reading }) => reading.isWhole);
  return {
    head: moveObject(root, (offset) => (offset < from ? offset : offset + length)),
    requests,
    ...(isSeparable ? {} : { document: parseDocument(text, file) }),
  };
}

/** Parses the text as a whole and reads the requests that are found in it. */
function parseParts(text: string, file: string, memory: RequestMemory): FoundParts {
  const document = parseDocument(text, file);
  const { root } = document;
  const items = itemsAt(root, ['requests']);
  return {
    ...(root?.kind === 'object' ? { head: withRequests(root, []) } : {}),
    requests: items.flatMap((item, index) =>
      item.kind === 'object' ? [placed(text, item, index, memory)] : [],
    ),
    document,
  };
}

function placed(text: string, range: TextRange, index: number, memory: RequestMemory): PlacedReading {
  const { start, end } = range;
  const reading = memory.read(text, range, index);
  const { id, name, method, disabled, tree, marks, request } = reading;
  const parts = { start, end, index, id, name, method, disabled, tree, marks };
  return { reading, source: request === undefined ? parts : { ...parts, request } };
}
