/**
 * The value under the mouse or the caret: which one it is, and where in the HTTP request it goes.
 */
import { defined } from '../defined';
import { numberFromText, type ExactNumber } from '../json/json';
import type { JsonPath } from '../json/jsonDocument';
import type { JsonNode, ObjectNode } from '../json/jsonTree';
import type { Location } from '../model';
import type { TextRange } from '../problem';
import type { ChainSource, RequestSource } from './chainSource';
import { authLocation, locationOf, pointerOf } from './locationOf';
import { contentRange, indexInString } from './stringRange';

/** A text, number, `true` or `false` in a chain file. Ranges are those of the file. */
export interface ValueSite {
  /** Absent outside the requests. */
  readonly request?: RequestSource;
  /** From the request, or from the file outside the requests. */
  readonly path: JsonPath;
  /** Where references in it are resolved; absent where they are not. */
  readonly location?: Location;
  readonly value: string | number | ExactNumber | boolean;
  /** What it says as text: a string itself, a number digit for digit. */
  readonly valueText: string;
  /** Without quotes. */
  readonly range: TextRange;
  /** How many characters of `valueText` are before the offset. */
  readonly index: number;
}

/** The value at an offset, its end included; nothing between values, in names, and at `null`. */
export function siteAt(source: ChainSource, offset: number): ValueSite | undefined {
  const request = requestAt(source, offset);
  const root = request?.tree ?? source.head;
  const found = root === undefined ? undefined : valueAt(source.text, root, request?.start ?? 0, offset);
  if (root === undefined || found === undefined) {
    return undefined;
  }
  const before = found.valueText.slice(0, found.index);
  const location =
    request === undefined ? headLocation(root, found.path) : locationOf(root, found.path, before);
  return {
    ...defined({ request, location }),
    ...found,
  };
}

/** The request that contains an offset, its ends included. */
export function requestAt({ requests }: ChainSource, offset: number): RequestSource | undefined {
  return requests.find((request) => touches(request, offset));
}

function touches({ start, end }: TextRange, offset: number): boolean {
  return start <= offset && offset <= end;
}

interface Leaf {
  readonly node: JsonNode;
  readonly path: JsonPath;
}

function leafAt(root: ObjectNode, offset: number): Leaf | undefined {
  const path: (string | number)[] = [];
  let node: JsonNode = root;
  while (node.kind === 'object' || node.kind === 'array') {
    const inner: { step: string | number; value: JsonNode } | undefined = childAt(node, offset);
    if (inner === undefined) {
      return undefined;
    }
    path.push(inner.step);
    node = inner.value;
  }
  return { node, path };
}

function childAt(
  node: Extract<JsonNode, { kind: 'object' | 'array' }>,
  offset: number,
): { step: string | number; value: JsonNode } | undefined {
  if (node.kind === 'object') {
    const member = node.members.find(({ value }) => touches(value, offset));
    return member === undefined ? undefined : { step: member.name, value: member.value };
  }
  const index = node.items.findIndex((item) => touches(item, offset));
  const value = node.items[index];
  return value === undefined ? undefined : { step: index, value };
}

type Content = Pick<ValueSite, 'value' | 'valueText' | 'range'>;

/** The value at an offset of the text, in a tree whose offsets count from `base`. */
function valueAt(
  text: string,
  root: ObjectNode,
  base: number,
  offset: number,
): Omit<ValueSite, 'request' | 'location'> | undefined {
  const leaf = leafAt(root, offset - base);
  const content = leaf === undefined ? undefined : contentOf(text, leaf.node, base);
  return leaf === undefined || content === undefined || !touches(content.range, offset)
    ? undefined
    : { ...content, path: leaf.path, index: indexOf(text, content, offset) };
}

/** Characters of the value before an offset of the text. */
function indexOf(text: string, { value, range }: Content, offset: number): number {
  return typeof value === 'string' ? indexInString(text, range.start, offset) : offset - range.start;
}

function contentOf(text: string, node: JsonNode, base: number): Content | undefined {
  const range = { start: node.start + base, end: node.end + base };
  if (node.kind === 'number') {
    return { value: numberFromText(node.text), valueText: node.text, range };
  }
  if (node.kind !== 'scalar' || node.value === null) {
    return undefined;
  }
  const { value } = node;
  return typeof value === 'string'
    ? { value, valueText: value, range: contentRange(text, range, value) }
    : { value, valueText: String(value), range };
}

/** The location of a text outside the requests, at `path` of the file's object. */
export function headLocation(head: ObjectNode, path: JsonPath): Location | undefined {
  if (path[0] === 'variables' && path.length > 1) {
    return { in: 'body', name: pointerOf(path.slice(1)) };
  }
  return path[0] === 'auth' ? authLocation(head, path) : undefined;
}
