/**
 * What is wrong with a chain file that was read in parts: the same as chainFile.ts finds in the whole, for
 * it is chainFile.ts that is asked as soon as one part is not sound.
 */
import { checkChain, isOfVersion } from '../files/chainFile';
import { chainFrom, chainWith } from '../files/chainShape';
import { laterInRequest } from '../files/laterFeatures';
import type { JsonValue } from '../json/json';
import { memberOf, parseDocument, syntaxProblems, type JsonDocument } from '../json/jsonDocument';
import { MAX_FAULTS, type ArrayNode, type JsonNode, type ObjectNode } from '../json/jsonTree';
import type { ChainSource, RequestSource } from './chainSource';
import type { HeadReading } from './readHead';
import type { RequestReading } from './readRequest';
import { moveTree } from './treeOffsets';

/** A file cut into its requests and the rest. */
export interface ChainParts {
  /** The file's object with an empty list in place of the requests; absent when there is none. */
  readonly head?: ObjectNode;
  /** What that says; absent when the file could only be read as a whole. */
  readonly reading?: HeadReading;
  readonly requests: readonly PlacedReading[];
}

/** A request as read, and its place in the file. */
export interface PlacedReading {
  readonly reading: RequestReading;
  readonly source: RequestSource;
}

/** The chain of a file, if it has no error, and its problems. */
export type CheckedSource = Pick<ChainSource, 'chain' | 'problems'>;

/** Checks a file as a whole. `written` is its value, for those who have it. */
export function checkWhole(document: JsonDocument, written?: JsonValue): CheckedSource {
  const { content, problems } = checkChain(document, written);
  return content === undefined ? { problems } : { chain: chainFrom(content), problems };
}

/**
 * Checks a file by its parts: faults are in its requests alone, and each request is one value from end to
 * end. `document` is that of the file, without its tree.
 */
export function checkParts(document: JsonDocument, { head, reading, requests }: ChainParts): CheckedSource {
  const faults = requests.flatMap(({ reading, source: { start: base } }) =>
    reading.faults.map((fault) => ({ ...fault, start: fault.start + base, end: fault.end + base })),
  );
  if (head === undefined || reading === undefined || faults.length >= MAX_FAULTS) {
    return checkWhole(parseDocument(document.text, document.file));
  }
  if (faults.length > 0) {
    const problems = syntaxProblems(document, faults);
    return checkWhole({ ...document, root: withRequests(head, placedTrees(requests)), problems });
  }
  const sound = requests.flatMap(({ source }) => source.request ?? []);
  const ids = new Set(sound.map(({ id }) => id));
  const rest = reading.value;
  const shape = ids.size === requests.length ? reading.withRequests(requests.length) : undefined;
  const chain = shape === undefined ? undefined : chainWith(shape, sound);
  if (chain !== undefined && isOfVersion(rest, chain)) {
    return { chain, problems: [] };
  }
  return checkWhole(
    { ...document, root: withRequests(head, placedTrees(requests)) },
    { ...rest, requests: requests.map(({ reading }) => reading.value ?? null) },
  );
}

/** The file's object with other items in its list of requests. */
export function withRequests(head: ObjectNode, items: readonly JsonNode[]): ObjectNode {
  const member = memberOf(head, 'requests');
  const list = member?.value;
  if (list?.kind !== 'array') {
    return head;
  }
  const filled: ArrayNode = { ...list, items };
  return {
    ...head,
    members: head.members.map((other) => (other === member ? { ...other, value: filled } : other)),
  };
}

/** The trees of the requests; those that no problem of the file can point into keep their own offsets. */
function placedTrees(requests: readonly PlacedReading[]): readonly JsonNode[] {
  const seen = new Set<string>();
  return requests.map(({ source: { tree, start, id, request } }) => {
    const isBeyondDoubt = request !== undefined && !seen.has(id) && laterInRequest(request) === undefined;
    seen.add(id);
    return isBeyondDoubt ? tree : moveTree(tree, (offset) => offset + start);
  });
}
