/**
 * From what a valid chain file says to the chain the engine runs: defaults filled in, shorthands
 * (one status, one selector among the members) spelled out.
 *
 * Members the model does not know are left behind here; in the file they survive every edit.
 */
import type { ExactNumber, JsonObject, JsonValue } from '../json/json';
import type {
  Auth,
  Body,
  Chain,
  ChainRequest,
  ChainStatus,
  Check,
  Expectation,
  Extraction,
  Field,
  MultipartPart,
  Operator,
  Retry,
  Selector,
} from '../model';

/** A chain file that fulfils its schema. */
export interface ChainShape {
  readonly name: string;
  readonly description?: string;
  readonly status?: ChainStatus;
  readonly environment?: string;
  readonly tags?: readonly string[];
  readonly requires?: readonly string[];
  readonly variables?: JsonObject;
  readonly auth?: Auth;
  readonly requests: readonly RequestShape[];
}

/** A request of such a file. */
export interface RequestShape {
  readonly id: string;
  readonly name?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly method: string;
  readonly url: string;
  readonly query?: readonly FieldShape[];
  readonly headers?: readonly FieldShape[];
  readonly auth?: Auth;
  readonly body?: BodyShape;
  readonly extract?: readonly ExtractionShape[];
  readonly expect?: ExpectationShape;
  readonly retry?: RetryShape;
  readonly timeoutMs?: WrittenNumber;
  readonly redirects?: 'follow' | 'manual';
  readonly disabled?: boolean;
}

/** Exact where it has more digits than a double holds. */
export type WrittenNumber = number | ExactNumber;

type FieldShape = Omit<Field, 'disabled'> & { readonly disabled?: boolean };
type PartShape = Omit<MultipartPart, 'disabled'> & { readonly disabled?: boolean };

/** Exactly one of the kinds is present. */
interface BodyShape {
  readonly json?: JsonValue;
  readonly text?: string;
  readonly contentType?: string;
  readonly form?: readonly FieldShape[];
  readonly multipart?: readonly PartShape[];
  readonly file?: string;
  readonly graphql?: {
    readonly query: string;
    readonly variables?: JsonValue;
    readonly operationName?: string;
  };
}

interface ExtractionShape extends Omit<Extraction, 'select' | 'all' | 'optional'> {
  readonly path?: string;
  readonly regex?: string;
  readonly css?: string;
  readonly attribute?: string;
  readonly xpath?: string;
  readonly all?: boolean;
  readonly optional?: boolean;
}

type CheckShape = { readonly path?: string; readonly name?: string } & {
  readonly [Name in Operator['operator']]?: JsonValue;
};

interface ExpectationShape {
  readonly status?: StatusShape | readonly StatusShape[];
  readonly headers?: readonly CheckShape[];
  readonly body?: readonly CheckShape[];
  readonly maxDurationMs?: WrittenNumber;
}

type StatusShape = WrittenNumber | string;

interface RetryShape {
  readonly times: WrittenNumber;
  readonly delayMs?: WrittenNumber;
  readonly until?: CheckShape;
}

/** Milliseconds between two attempts where the file does not say. */
const DEFAULT_RETRY_DELAY = 1000;

/** The chain a valid file describes. */
export function chainFrom(shape: ChainShape): Chain {
  return chainWith(shape, shape.requests.map(requestFrom));
}

/** A chain whose requests are known already. */
export function chainWith(shape: Omit<ChainShape, 'requests'>, requests: readonly ChainRequest[]): Chain {
  return {
    name: shape.name,
    ...present(shape, 'description', 'environment'),
    ...(shape.auth === undefined ? {} : { auth: authFrom(shape.auth) }),
    status: shape.status ?? 'draft',
    tags: shape.tags ?? [],
    requires: shape.requires ?? [],
    variables: shape.variables ?? {},
    requests,
  };
}

/** The request a valid file describes. */
export function requestFrom(shape: RequestShape): ChainRequest {
  return {
    id: shape.id,
    name: shape.name ?? shape.id,
    ...present(shape, 'description'),
    tags: shape.tags ?? [],
    method: shape.method,
    url: shape.url,
    query: fieldsFrom(shape.query),
    headers: fieldsFrom(shape.headers),
    auth: authFrom(shape.auth ?? { type: 'inherit' }),
    ...(shape.body === undefined ? {} : { body: bodyFrom(shape.body) }),
    extract: (shape.extract ?? []).map(extractionFrom),
    expect: expectationFrom(shape.expect ?? {}),
    ...(shape.retry === undefined ? {} : { retry: retryFrom(shape.retry) }),
    ...(shape.timeoutMs === undefined ? {} : { timeoutMs: numberFrom(shape.timeoutMs) }),
    redirects: shape.redirects ?? 'follow',
    disabled: shape.disabled ?? false,
  };
}

/** Every member that the model knows is a text; one that is none would be taken for a text with references. */
function authFrom(auth: Auth): Auth {
  const texts = Object.entries(auth).filter(([, value]: [string, unknown]) => typeof value === 'string');
  return Object.fromEntries(texts) as unknown as Auth;
}

function fieldsFrom(shapes: readonly FieldShape[] = []): readonly Field[] {
  return shapes.map(({ name, value, disabled = false }) => ({ name, value, disabled }));
}

function bodyFrom(shape: BodyShape): Body {
  const { json, text, form, multipart, file, graphql } = shape;
  if (text !== undefined) {
    return { kind: 'text', text, ...present(shape, 'contentType') };
  }
  if (form !== undefined) {
    return { kind: 'form', fields: fieldsFrom(form) };
  }
  if (multipart !== undefined) {
    return { kind: 'multipart', parts: multipart.map(partFrom) };
  }
  if (file !== undefined) {
    return { kind: 'file', path: file, ...present(shape, 'contentType') };
  }
  if (graphql !== undefined) {
    return { kind: 'graphql', query: graphql.query, ...present(graphql, 'variables', 'operationName') };
  }
  return { kind: 'json', value: json ?? null };
}

function partFrom(shape: PartShape): MultipartPart {
  return {
    name: shape.name,
    ...present(shape, 'value', 'file', 'fileName', 'contentType'),
    disabled: shape.disabled ?? false,
  };
}

function extractionFrom(shape: ExtractionShape): Extraction {
  const select = selectorFrom(shape);
  return {
    variable: shape.variable,
    from: shape.from,
    ...present(shape, 'name'),
    ...(select === undefined ? {} : { select }),
    ...present(shape, 'decode'),
    all: shape.all ?? false,
    optional: shape.optional ?? false,
  };
}

function selectorFrom(shape: ExtractionShape): Selector | undefined {
  const { path, regex, css, xpath } = shape;
  if (path !== undefined) {
    return { kind: 'path', path };
  }
  if (regex !== undefined) {
    return { kind: 'regex', regex };
  }
  if (css !== undefined) {
    return { kind: 'css', css, ...present(shape, 'attribute') };
  }
  return xpath === undefined ? undefined : { kind: 'xpath', xpath };
}

function expectationFrom({ status, headers = [], body = [], maxDurationMs }: ExpectationShape): Expectation {
  return {
    ...(status === undefined ? {} : { status: statusesFrom(status) }),
    headers: headers.map((check) => checkFrom(check, 'name')),
    body: body.map((check) => checkFrom(check, 'path')),
    ...(maxDurationMs === undefined ? {} : { maxDurationMs: numberFrom(maxDurationMs) }),
  };
}

function statusesFrom(status: StatusShape | readonly StatusShape[]): readonly (number | string)[] {
  const list: readonly StatusShape[] = isList(status) ? status : [status];
  return list.map((one) => (typeof one === 'string' ? one : numberFrom(one)));
}

function retryFrom({ times, delayMs = DEFAULT_RETRY_DELAY, until }: RetryShape): Retry {
  return {
    times: numberFrom(times),
    delayMs: numberFrom(delayMs),
    ...(until === undefined ? {} : { until: checkFrom(until, 'path', 'name') }),
  };
}

/** The comparisons a check may hold, in the order they are made. */
export const operatorNames: readonly Operator['operator'][] = [
  'equals',
  'notEquals',
  'exists',
  'matches',
  'contains',
  'lessThan',
  'greaterThan',
  'type',
  'schema',
];

/** `targets` are the members that say which part; a header check has no `path`, and so on. */
function checkFrom(shape: CheckShape, ...targets: ('path' | 'name')[]): Check {
  const operators = operatorNames
    .filter((operator) => shape[operator] !== undefined)
    .map(
      // The schema has checked that the operand fits its operator.
      (operator) => ({ operator, value: shape[operator] }) as Operator,
    );
  return { ...present(shape, ...targets), operators };
}

/** The double nearest to a number of a file. */
export function numberFrom(written: WrittenNumber): number {
  return typeof written === 'number' ? written : Number(written.text);
}

function isList<Item>(value: Item | readonly Item[]): value is readonly Item[] {
  return Array.isArray(value);
}

/** Those of the named members that the file has. */
function present<Shape extends object, Name extends keyof Shape>(
  shape: Shape,
  ...names: readonly Name[]
): Pick<Shape, Name> {
  const kept = names.filter((name) => shape[name] !== undefined).map((name) => [name, shape[name]]);
  return Object.fromEntries(kept) as Pick<Shape, Name>;
}
