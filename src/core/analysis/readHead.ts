/**
 * What a chain file says besides its requests, read by itself: while requests are written it stays the same, and rows of
 * data in it may be thousands.
 */
import { isWrittenChain } from '../files/chainFile';
import type { WrittenChain } from '../files/writtenChain';
import { isObject, type JsonObject } from '../json/json';
import { valueOf } from '../json/jsonDocument';
import { parseTree, type ObjectNode } from '../json/jsonTree';
import type { HeadMarks } from './chainSource';
import { headMarks } from './marks';
import { moveObject } from './treeOffsets';

/** The text of a file with an empty list of requests, read. */
export interface HeadReading {
  readonly text: string;
  /** Offsets of `text`. */
  readonly tree: ObjectNode;
  readonly hasFaults: boolean;
  readonly value: JsonObject;
  /** The file with that many sound requests; absent where it does not fulfil its schema even then. */
  readonly withRequests: (count: number) => WrittenChain | undefined;
  /** Offsets of `text`; worked out at the first call. */
  readonly marks: () => HeadMarks;
}

/** The head of a file, at its place around the requests. */
export interface PlacedHead {
  readonly head: ObjectNode;
  readonly marks: HeadMarks;
}

/** Reads a head; nothing when it is not an object with one list of requests. */
export function readHead(text: string): HeadReading | undefined {
  const { root, faults } = parseTree(text);
  if (root?.kind !== 'object' || root.members.filter(({ name }) => name === 'requests').length !== 1) {
    return undefined;
  }
  const value = valueOf(root);
  if (!isObject(value)) {
    return undefined;
  }
  const known = new Map<number, WrittenChain | undefined>();
  let marks: HeadMarks | undefined;
  return {
    text,
    tree: root,
    hasFaults: faults.length > 0,
    value,
    withRequests: (count) => {
      if (!known.has(count)) {
        const file: JsonObject = { ...value, requests: Array.from({ length: count }, () => SOUND_REQUEST) };
        known.set(count, isWrittenChain(file) ? file : undefined);
      }
      return known.get(count);
    },
    marks: () => {
      marks ??= headMarks(text, root);
      return marks;
    },
  };
}

const SOUND_REQUEST = { id: 'request', method: 'GET', url: '/' } as const;

/**
 * A head in the text that it was cut out of.
 *
 * @param from where requests of `length` are in the text
 */
export function placeHead(reading: HeadReading, text: string, from: number, length: number): PlacedHead {
  const head = moveObject(reading.tree, (offset) => (offset < from ? offset : offset + length));
  const isLast = reading.tree.members.at(-1)?.name === 'requests';
  return { head, marks: isLast ? reading.marks() : headMarks(text, head) };
}
