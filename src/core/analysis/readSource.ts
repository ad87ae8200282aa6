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
import type { TextRange } from '../problem';
import type { ChainSource, HeadMarks, RequestSource } from './chainSource';
import { checkParts, checkWhole, withRequests, type ChainParts, type PlacedReading } from './checkParts';
import { headMarks } from './marks';
import { placeHead, readHead, type HeadReading } from './readHead';
import type { RequestReading } from './readRequest';
import { createRequestMemory, type RequestMemory } from './requestMemory';
import { splitRequests, type RequestList } from './splitRequests';

/** Reads the text of a chain file; `file` is its workspace path. Never throws. */
export type ReadChainSource = (text: string, file: string) => ChainSource;

/**
 * A reader that remembers the requests of the text it read last; one for each file that is open.
 *
 * What it gives depends on the text alone, never on what was read before.
 */
export function createChainReader(): ReadChainSource {
  let last: readonly RequestReading[] = [];
  let lastHead: HeadReading | undefined;
  return (text, file) => {
    const { source, readings, head } = readSource(text, file, {
      requests: createRequestMemory(last),
      head: lastHead,
    });
    last = readings;
    lastHead = head;
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
  readonly marks: HeadMarks;
}

/** What is known of the text before. */
interface Memory {
  readonly requests: RequestMemory;
  readonly head: HeadReading | undefined;
}

function readSource(
  text: string,
  file: string,
  memory: Memory,
): {
  readonly source: ChainSource;
  readonly readings: readonly RequestReading[];
  readonly head: HeadReading | undefined;
} {
  const lineStarts = lineStartsIn(text);
  const list = splitRequests(text, memory.requests.endOfKnown);
  const parts = (list && cutParts(text, file, list, memory)) ?? parseParts(text, file, memory.requests);
  const { head, requests, marks, document } = parts;
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
    marks,
    problems,
    ...defined({ chain }),
  };
  return { source, readings: requests.map(({ reading }) => reading), head: parts.reading };
}

/** Reads the requests and the rest apart; nothing when the rest is not an object with one list. */
function cutParts(text: string, file: string, list: RequestList, memory: Memory): FoundParts | undefined {
  const from = list.start + 1;
  const outside = text.slice(0, from) + text.slice(list.end - 1);
  const reading = memory.head?.text === outside ? memory.head : readHead(outside);
  if (reading === undefined) {
    return undefined;
  }
  const requests = list.items.map((item, index) => placed(text, item, index, memory.requests));
  const isSeparable = !reading.hasFaults && requests.every((request) => request.reading.isWhole);
  return {
    ...placeHead(reading, text, from, list.end - 1 - from),
    reading,
    requests,
    ...(isSeparable ? {} : { document: parseDocument(text, file) }),
  };
}

/** Parses the text as a whole and reads the requests that are found in it. */
function parseParts(text: string, file: string, memory: RequestMemory): FoundParts {
  const document = parseDocument(text, file);
  const { root } = document;
  const items = itemsAt(root, ['requests']);
  const head = root?.kind === 'object' ? withRequests(root, []) : undefined;
  return {
    ...defined({ head }),
    marks: headMarks(text, head),
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
