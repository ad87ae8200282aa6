/**
 * One request of a chain file, read by itself: the same text gives the same result at any place in any
 * file, so that it can be remembered.
 */
import { defined } from '../defined';
import { isWrittenChain } from '../files/chainFile';
import { CALL, requestFrom } from '../files/chainShape';
import type { JsonObject, JsonValue } from '../json/json';
import { valueOf } from '../json/jsonDocument';
import { MAX_NESTING, parseTree, type Fault, type ObjectNode } from '../json/jsonTree';
import type { RequestSource } from './chainSource';
import { isTrueAt, textAt } from './locationOf';
import { requestMarks } from './marks';

/** What a request's text says, apart from its place. */
export interface RequestReading extends Omit<RequestSource, 'index' | 'start' | 'end'> {
  readonly text: string;
  /** In the order of the text; offsets count from its start. */
  readonly faults: readonly Fault[];
  /** Its faults are its own: around it, the file reads on as if it had none. */
  readonly isWhole: boolean;
  /** Absent when the text has faults. */
  readonly value?: JsonValue;
}

/** Reads the text of a request, from `{` to `}`. */
export function readRequest(text: string): RequestReading {
  const { root, faults, isTorn } = parseTree(text, MAX_NESTING - CONTAINERS_AROUND);
  const tree: ObjectNode =
    root?.kind === 'object' ? root : { kind: 'object', start: 0, end: text.length, members: [] };
  const value = faults.length === 0 ? valueOf(tree) : undefined;
  const marks = requestMarks(text, tree);
  return {
    text,
    faults,
    isWhole: root !== undefined && isTorn === undefined,
    id: textAt(tree, ['id']) ?? '',
    name: textAt(tree, ['name']) ?? '',
    method: marks.call === undefined ? (textAt(tree, ['method']) ?? '') : CALL,
    disabled: isTrueAt(tree, ['disabled']),
    tree,
    marks,
    ...(value === undefined ? {} : { value, ...soundRequest(value) }),
  };
}

/** The request of a value that fulfils the schema by itself. */
function soundRequest(value: JsonValue): Pick<RequestReading, 'request'> {
  const chain: JsonObject = { ...MINIMAL_CHAIN, requests: [value] };
  return isWrittenChain(chain) ? defined({ request: chain.requests.map(requestFrom)[0] }) : {};
}

/** The file's object and the list. */
const CONTAINERS_AROUND = 2;

/** A chain to put a request into, so that the one schema of chain files judges it. */
const MINIMAL_CHAIN = { formatVersion: 1, name: 'chain' } as const;
