/**
 * The OpenAPI documents that an Arazzo document needs next to it, one for each server: the operations that its steps call,
 * and nothing more.
 */
import type { JsonObject, JsonValue } from '../../../core/json/json';

/** A call of an operation. */
export interface OperationCall {
  readonly method: string;
  /** The path: literal parts, and the wanted name of each parameter. */
  readonly path: readonly (string | { readonly name: string })[];
  /** Names of query parameters and headers. */
  readonly query: readonly string[];
  readonly headers: readonly string[];
  /** Of the body; absent when nothing is sent. */
  readonly contentType: string | undefined;
  /** Wanted as the id of the operation. */
  readonly name: string;
}

/** An operation as a step names it. */
export interface NamedOperation {
  readonly operationId: string;
  /** Names of the parameters of the path, in order. */
  readonly parameters: readonly string[];
}

/** The operations of one server. */
export interface OperationList {
  /** The operation that a call means, which is one for all calls of a method and path. */
  readonly add: (call: OperationCall) => NamedOperation;
  readonly document: (title: string) => JsonObject;
}

/** Methods that OpenAPI describes. */
const METHODS: ReadonlySet<string> = new Set('get put post delete options head patch trace'.split(' '));

/** Whether an operation can have a method. */
export function isDescribable(method: string): boolean {
  return METHODS.has(method.toLowerCase());
}

interface Described {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly parameters: readonly string[];
  readonly query: Set<string>;
  readonly headers: Set<string>;
  readonly types: Set<string>;
}

/** Begins without operations of a server, which is an origin and maybe the beginning of a path. */
export function createOperations(server: string): OperationList {
  const all = new Map<string, Described>();
  const paths = new Map<string, KnownPath>();
  return {
    add(call) {
      const method = call.method.toLowerCase();
      const { path, parameters } = pathOf(call.path, paths);
      const key = `${method} ${path}`;
      const ids = new Set([...all.values()].map(({ operationId }) => operationId));
      const operation = all.get(key) ?? {
        ...{ method, path, parameters, operationId: freeName(call.name, ids) },
        ...{ query: new Set<string>(), headers: new Set<string>(), types: new Set<string>() },
      };
      all.set(key, operation);
      call.query.forEach((name) => operation.query.add(name));
      call.headers
        .filter((name) => !/^(?:accept|content-type|authorization|cookie)$/i.test(name))
        .forEach((name) => operation.headers.add(name));
      if (call.contentType !== undefined) {
        operation.types.add(call.contentType);
      }
      return { operationId: operation.operationId, parameters };
    },
    document: (title) => documentOf(title, server, [...all.values()]),
  };
}

interface KnownPath {
  readonly path: string;
  readonly parameters: readonly string[];
}

/** The path with names for its parameters; paths that differ in nothing else are one. */
function pathOf(pieces: OperationCall['path'], known: Map<string, KnownPath>): KnownPath {
  const shape = pieces.map((piece) => (typeof piece === 'string' ? piece : '{}')).join('');
  const there = known.get(shape);
  if (there !== undefined) {
    return there;
  }
  const taken = new Set<string>();
  const parameters: string[] = [];
  const path = pieces
    .map((piece) => {
      if (typeof piece === 'string') {
        return piece;
      }
      const name = freeName(piece.name, taken);
      taken.add(name);
      parameters.push(name);
      return `{${name}}`;
    })
    .join('');
  const made = { path, parameters };
  known.set(shape, made);
  return made;
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  const name = wanted.replace(/[^\w-]+/g, '_') || 'value';
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? name : `${name}_${count}`;
    if (!taken.has(candidate)) {
      return candidate;
    }
  }
}

function documentOf(title: string, server: string, operations: readonly Described[]): JsonObject {
  const paths = new Map<string, [string, JsonValue][]>();
  for (const operation of operations) {
    const methods = paths.get(operation.path) ?? [];
    paths.set(operation.path, [...methods, [operation.method, operationOf(operation)]]);
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1.0.0' },
    servers: [{ url: server }],
    paths: Object.fromEntries([...paths].map(([path, methods]) => [path, Object.fromEntries(methods)])),
  };
}

function operationOf({ operationId, parameters, query, headers, types }: Described): JsonObject {
  const described = [
    ...parameters.map((name) => ({ name, in: 'path', required: true, schema: {} })),
    ...[...query].map((name) => ({ name, in: 'query', schema: {} })),
    ...[...headers].map((name) => ({ name, in: 'header', schema: {} })),
  ];
  return {
    operationId,
    ...(described.length === 0 ? {} : { parameters: described }),
    ...(types.size === 0
      ? {}
      : { requestBody: { content: Object.fromEntries([...types].map((type) => [type, {}])) } }),
    responses: { default: { description: 'Any response' } },
  };
}
