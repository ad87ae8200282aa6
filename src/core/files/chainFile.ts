/**
 * Chain files: the text of a `*.chain.json` as a chain, or what is wrong with it.
 *
 * A file with an error gives no chain at all: running half of it would report success for what was
 * left out. Problems and positions are there in any case, because the editor needs them most while a file
 * is being written. JSONPath, regular expressions and references are not looked into here.
 */
import { chainFrom } from './chainShape';
import type { WrittenChain } from './writtenChain';
import { checkContent, checkFile, sinceVersion2, versionProblems, type FileFormat } from './fileFormat';
import { laterInChain } from './laterFeatures';
import { isObject, readPlainJson, type JsonObject, type JsonValue } from '../json/json';
import {
  memberOf,
  nameRangeOf,
  nodeAt,
  parseDocument,
  problemAt,
  rangeOf,
  withDoubles,
  type JsonDocument,
  type JsonPath,
} from '../json/jsonDocument';
import type { JsonNode, ObjectNode } from '../json/jsonTree';
import { migrate } from './migrations';
import type { Chain } from '../model';
import { hasErrors, type Problem, type TextRange } from '../problem';
import { schemaErrors } from '../validators/chain';

const CHAIN_FORMAT: FileFormat = { migrations: sinceVersion2, schemaErrors };

/** A chain file that was read. */
export interface ChainDocument {
  /** Present when no problem is an error. */
  readonly chain?: Chain;
  /** In the order of the file. */
  readonly problems: readonly Problem[];
  readonly positions: ChainPositions;
}

/** The ranges of everything in a chain file; absent for what is missing. */
export interface ChainPositions {
  readonly document: JsonDocument;
  /** Requests by id, from `{` to `}`; of several with the same id the first. */
  requestRange(id: string): TextRange | undefined;
  /** The value of a request's `id`, quotes included. */
  idRange(id: string): TextRange | undefined;
  /** A value inside a request: `valueRange('create-order', ['headers', 0, 'value'])`. */
  valueRange(id: string, path: JsonPath): TextRange | undefined;
  /** A value outside the requests: `chainRange(['requires', 0])`. */
  chainRange(path: JsonPath): TextRange | undefined;
  /** The name of a member, quotes included: `nameRange(['variables', 'quantity'])`. */
  nameRange(path: JsonPath): TextRange | undefined;
}

/** Reads a chain file. `file` names it in problems. */
export function readChain(text: string, file: string): ChainDocument {
  const document = parseDocument(text, file);
  const { content, problems } = checkChain(document);
  const positions = positionsIn(document, idsOf(document));
  return content === undefined ? { problems, positions } : { chain: chainFrom(content), problems, positions };
}

/**
 * Reads a chain file for callers that need no positions: for a sound one without comments in half
 * the time and memory of {@link readChain}, with the same chain and problems.
 */
export function readChainOnly(text: string, file: string): Omit<ChainDocument, 'positions'> {
  const chain = soundChain(text);
  return chain === undefined ? readChain(text, file) : { chain, problems: [] };
}

/** The chain of a text that is plain JSON and has no problems. */
function soundChain(text: string): Chain | undefined {
  const written = readPlainJson(text);
  const migrated =
    written !== undefined && isObject(written) ? migrate(written, CHAIN_FORMAT.migrations) : undefined;
  if (migrated?.ok !== true || !isWrittenChain(migrated.file)) {
    return undefined;
  }
  const shape = migrated.file;
  const ids = new Set(shape.requests.map(({ id }) => id));
  const chain = ids.size === shape.requests.length ? chainFrom(shape) : undefined;
  return chain !== undefined && isOfVersion(written, chain) ? chain : undefined;
}

/** Whether a file uses nothing that its format version does not have. */
export function isOfVersion(written: JsonValue | undefined, chain: Chain): boolean {
  const version = written !== undefined && isObject(written) ? written['formatVersion'] : undefined;
  return version !== 1 || laterInChain(chain) === undefined;
}

/** What a chain file says; `content` is present only when nothing is wrong. */
export interface CheckedChain {
  readonly content?: WrittenChain;
  /** In the order of the file. */
  readonly problems: readonly Problem[];
}

/** Checks a chain file: syntax, version, schema, ids. `written` is its value, for those who have it. */
export function checkChain(document: JsonDocument, written?: JsonValue): CheckedChain {
  const { content, problems } =
    written === undefined ? checkFile(document, CHAIN_FORMAT) : checkContent(document, written, CHAIN_FORMAT);
  // The schema has checked the shape.
  const shape = content as unknown as WrittenChain | undefined;
  const later = shape === undefined ? undefined : laterInChain(chainFrom(shape));
  const all = [
    ...problems,
    ...versionProblems(document, later),
    ...duplicateIds(document, idsOf(document)),
  ].sort((one, other) => one.range.start - other.range.start);
  return shape === undefined || hasErrors(all) ? { problems: all } : { content: shape, problems: all };
}

/** Whether a value of the current version fulfils the schema of chain files. */
export function isWrittenChain(value: JsonObject): value is WrittenChain {
  return schemaErrors(withDoubles(value)).length === 0;
}

/** A request that has an id, and the node of the id. */
interface IdentifiedRequest {
  readonly id: string;
  readonly idNode: JsonNode;
  readonly request: ObjectNode;
}

function idsOf({ root }: JsonDocument): readonly IdentifiedRequest[] {
  const list = nodeAt(root, ['requests']);
  return list?.kind === 'array' ? list.items.flatMap(identified) : [];
}

function identified(request: JsonNode): readonly IdentifiedRequest[] {
  const idNode = request.kind === 'object' ? memberOf(request, 'id')?.value : undefined;
  return request.kind === 'object' && idNode?.kind === 'scalar' && typeof idNode.value === 'string'
    ? [{ id: idNode.value, idNode, request }]
    : [];
}

function duplicateIds(document: JsonDocument, ids: readonly IdentifiedRequest[]): readonly Problem[] {
  const seen = new Set<string>();
  return ids.flatMap(({ id, idNode }) => {
    if (!seen.has(id)) {
      seen.add(id);
      return [];
    }
    return [
      problemAt(document, idNode, {
        code: 'duplicate-id',
        severity: 'error',
        message: `The id ${JSON.stringify(id)} is used by an earlier request. Choose another one.`,
        request: id,
      }),
    ];
  });
}

function positionsIn(document: JsonDocument, ids: readonly IdentifiedRequest[]): ChainPositions {
  const byId = new Map(ids.toReversed().map((identity) => [identity.id, identity]));
  return {
    document,
    requestRange: (id) => rangeOfNode(byId.get(id)?.request),
    idRange: (id) => rangeOfNode(byId.get(id)?.idNode),
    valueRange: (id, path) => rangeOfNode(nodeAt(byId.get(id)?.request, path)),
    chainRange: (path) => rangeOf(document, path),
    nameRange: (path) => nameRangeOf(document, path),
  };
}

function rangeOfNode(node: JsonNode | undefined): TextRange | undefined {
  return node === undefined ? undefined : { start: node.start, end: node.end };
}
