/**
 * Which place of the HTTP request a text of a chain file goes to.
 *
 * The same answer as references.ts gives for a chain without faults (a test compares them), but read from
 * the tree, so that it is there while a request is being written.
 */
import { operatorNames } from '../files/chainShape';
import { nodeAt, type JsonPath } from '../json/jsonDocument';
import type { JsonNode, ObjectNode } from '../json/jsonTree';
import type { Location } from '../model';
import { authWords, CONTENT_TYPE, escapePointer, expectLocation, flowLocation } from '../prepare/references';

/**
 * The location of the text at `path` of a request; absent where references are not resolved.
 *
 * @param before the text before the place, as a URL holds path and query in one text
 */
export function locationOf(request: ObjectNode, path: JsonPath, before = ''): Location | undefined {
  switch (path[0]) {
    case 'url':
      return path.length === 1 ? { in: before.includes('?') ? 'query' : 'path' } : undefined;
    case 'query':
      return rowLocation(request, path, 'query');
    case 'headers':
      return rowLocation(request, path, 'header');
    case 'variables':
    case 'with':
      return path.length === 1 ? undefined : { in: 'variables', name: String(path[1]) };
    case 'auth':
      return authLocation(request, path);
    case 'body':
      return bodyLocation(request, path);
    case 'when':
      return path.at(-1) === 'any' || path.length === 1 ? undefined : flowLocation('when');
    case 'forEach':
      return loopLocation(request, path);
    case 'delayMs':
      return path.length === 1 ? flowLocation('delayMs') : undefined;
    case 'expect':
    case 'retry':
    case 'stream':
      return checkLocation(request, path);
    default:
      return undefined;
  }
}

/** The location of a text of an authentication, that of a request or that of its chain. */
export function authLocation(holder: ObjectNode, path: JsonPath): Location | undefined {
  const [, name] = path;
  const isText = path.length === 2 && typeof name === 'string' && !authWords.has(name);
  return isText && textAt(holder, ['auth', 'type']) !== 'inherit' ? { in: 'auth', name } : undefined;
}

/** The path of the row that a path leads into: a query parameter, header or field with its own switch. */
export function rowOf(path: JsonPath): JsonPath | undefined {
  switch (path[0]) {
    case 'query':
    case 'headers':
      return path.slice(0, 2);
    case 'body':
      return path[1] === 'form' || path[1] === 'multipart' ? path.slice(0, 3) : undefined;
    default:
      return undefined;
  }
}

/** The string at a path; absent when there is none. */
export function textAt(root: JsonNode | undefined, path: JsonPath): string | undefined {
  const node = nodeAt(root, path);
  return node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : undefined;
}

/** Whether the value at a path is `true`. */
export function isTrueAt(root: JsonNode | undefined, path: JsonPath): boolean {
  const node = nodeAt(root, path);
  return node?.kind === 'scalar' && node.value === true;
}

/** A path as a JSON pointer (RFC 6901). */
export function pointerOf(path: JsonPath): string {
  return path.map((step) => `/${escapePointer(String(step))}`).join('');
}

const ROW_TEXTS: ReadonlySet<unknown> = new Set(['name', 'value']);
const PART_TEXTS: ReadonlySet<unknown> = new Set(['name', 'value', 'file', 'fileName', 'contentType']);

function rowLocation(
  request: ObjectNode,
  path: JsonPath,
  kind: 'query' | 'header' | 'body',
): Location | undefined {
  const row = rowOf(path) ?? [];
  const texts = path[1] === 'multipart' ? PART_TEXTS : ROW_TEXTS;
  return path.length === row.length + 1 && texts.has(path.at(-1))
    ? { in: kind, name: textAt(request, [...row, 'name']) ?? '' }
    : undefined;
}

function bodyLocation(request: ObjectNode, path: JsonPath): Location | undefined {
  switch (path[1]) {
    case 'json':
      return { in: 'body', name: pointerOf(path.slice(2)) };
    case 'text':
    case 'file':
      return path.length === 2 ? { in: 'body' } : undefined;
    case 'contentType':
      return path.length === 2 && namesItsType(request) ? CONTENT_TYPE : undefined;
    case 'form':
    case 'multipart':
      return rowLocation(request, path, 'body');
    case 'graphql':
      return graphqlLocation(path);
    default:
      return undefined;
  }
}

/** Whether a body is of a kind whose content type is written with it. */
function namesItsType(request: ObjectNode): boolean {
  return ['text', 'file'].some((kind) => nodeAt(request, ['body', kind]) !== undefined);
}

function graphqlLocation(path: JsonPath): Location | undefined {
  const isText = (path[2] === 'query' || path[2] === 'operationName') && path.length === 3;
  return isText || path[2] === 'variables' ? { in: 'body', name: pointerOf(path.slice(2)) } : undefined;
}

const OPERATORS: ReadonlySet<unknown> = new Set(operatorNames);

/** Steps to a check; the next one names the operator. */
const CHECK_LENGTHS: ReadonlyMap<string, number> = new Map([
  ['expect.headers', 3],
  ['expect.body', 3],
  ['retry.until', 2],
  ['stream.until', 2],
]);

/** Steps to `until` of pages; the next one names the operator. */
const PAGES_UNTIL = ['forEach', 'page', 'until'];

function loopLocation(request: ObjectNode, path: JsonPath): Location | undefined {
  const [, member] = path;
  if (member === 'page') {
    const isOperand = PAGES_UNTIL.every((step, index) => path[index] === step) && OPERATORS.has(path[3]);
    return isOperand
      ? expectLocation(textAt(request, [...PAGES_UNTIL, 'path']) ?? textAt(request, [...PAGES_UNTIL, 'name']))
      : undefined;
  }
  return member === 'in' || member === 'when' ? flowLocation('forEach') : undefined;
}

function checkLocation(request: ObjectNode, path: JsonPath): Location | undefined {
  const length = CHECK_LENGTHS.get(`${String(path[0])}.${String(path[1])}`);
  if (length === undefined || !OPERATORS.has(path[length])) {
    return undefined;
  }
  const check = path.slice(0, length);
  const part = path[1] === 'headers' ? undefined : textAt(request, [...check, 'path']);
  const header = path[1] === 'body' ? undefined : textAt(request, [...check, 'name']);
  return expectLocation(part ?? header);
}
