/**
 * From what a valid chain file says to the chain the engine runs: defaults filled in, shorthands
 * (one status, one selector among the members) spelled out.
 *
 * Members the model does not know are left behind here; in the file they survive every edit.
 */
import { defined } from '../defined';
import type { WrittenNumber } from '../json/json';
import type {
  Auth,
  Body,
  Chain,
  ChainRequest,
  Check,
  Comparison,
  Condition,
  Expectation,
  Extraction,
  Field,
  Loop,
  MultipartPart,
  Operator,
  Retry,
  Selector,
  Stream,
} from '../model';
import type {
  WrittenAuth,
  WrittenBody,
  WrittenCall,
  WrittenChain,
  WrittenComparison,
  WrittenExpectation,
  WrittenExtraction,
  WrittenField,
  WrittenLoop,
  WrittenOperators,
  WrittenPart,
  WrittenRequest,
  WrittenRetry,
  WrittenStream,
} from './writtenChain';

type WrittenStatus = WrittenNumber | string;

/** Milliseconds between two attempts where the file does not say. */
const DEFAULT_RETRY_DELAY = 1000;

/** The chain a valid file describes. */
export function chainFrom(shape: WrittenChain): Chain {
  return chainWith(shape, shape.requests.map(requestFrom));
}

/** A chain whose requests are known already. */
export function chainWith(shape: WrittenChain, requests: readonly ChainRequest[]): Chain {
  return {
    name: shape.name,
    ...defined({ description: shape.description, environment: shape.environment, openapi: shape.openapi }),
    ...defined({ auth: shape.auth && authFrom(shape.auth) }),
    status: shape.status ?? 'draft',
    tags: shape.tags ?? [],
    requires: shape.requires ?? [],
    variables: shape.variables ?? {},
    ...defined({ data: shape.data }),
    independentRows: shape.independentRows ?? false,
    requests,
  };
}

/** The request, or the call of another chain, that a valid file describes. */
export function requestFrom(shape: WrittenRequest | WrittenCall): ChainRequest {
  return isWrittenCall(shape) ? callFrom(shape) : ownRequestFrom(shape);
}

/** Whether an item of a chain is another chain that is run in its place. */
export function isWrittenCall(shape: WrittenRequest | WrittenCall): shape is WrittenCall {
  return 'chain' in shape;
}

/** What of an item of a chain is the same for requests and calls. */
function itemFrom(
  shape: WrittenRequest | WrittenCall,
): Pick<ChainRequest, 'id' | 'name' | 'description' | 'tags' | 'when' | 'forEach' | 'delayMs' | 'disabled'> {
  return {
    id: shape.id,
    name: shape.name ?? shape.id,
    ...defined({ description: shape.description }),
    tags: shape.tags ?? [],
    ...defined({
      when: shape.when && conditionFrom(shape.when),
      forEach: shape.forEach && loopFrom(shape.forEach),
      delayMs: shape.delayMs && pauseFrom(shape.delayMs),
    }),
    disabled: shape.disabled ?? false,
  };
}

/** The method of a call, where requests have theirs. */
export const CALL = 'CALL';

function callFrom(shape: WrittenCall): ChainRequest {
  const { chain, with: given = {}, take = [] } = shape;
  return {
    ...itemFrom(shape),
    call: { chain, with: given, take },
    method: CALL,
    url: chain,
    query: [],
    headers: [],
    auth: { type: 'none' },
    extract: [],
    expect: { headers: [], body: [] },
    redirects: 'follow',
  };
}

function ownRequestFrom(shape: WrittenRequest): ChainRequest {
  return {
    ...itemFrom(shape),
    method: shape.method,
    url: shape.url,
    query: fieldsFrom(shape.query),
    headers: fieldsFrom(shape.headers),
    ...defined({ variables: shape.variables }),
    auth: authFrom(shape.auth ?? { type: 'inherit' }),
    ...defined({ body: shape.body && bodyFrom(shape.body) }),
    extract: (shape.extract ?? []).map(extractionFrom),
    expect: expectationFrom(shape.expect ?? {}),
    ...defined({
      retry: shape.retry && retryFrom(shape.retry),
      stream: shape.stream && streamFrom(shape.stream),
    }),
    ...(shape.timeoutMs === undefined ? {} : { timeoutMs: numberFrom(shape.timeoutMs) }),
    redirects: shape.redirects ?? 'follow',
  };
}

/** Every member that the model knows is a text; one that is none would be taken for a text with references. */
function authFrom(auth: WrittenAuth): Auth {
  const texts = Object.entries(auth).filter(([, value]: [string, unknown]) => typeof value === 'string');
  return Object.fromEntries(texts) as unknown as Auth;
}

function fieldsFrom(shapes: readonly WrittenField[] = []): readonly Field[] {
  return shapes.map(({ name, value, disabled = false }) => ({ name, value, disabled }));
}

function bodyFrom(shape: WrittenBody): Body {
  const { json, text, form, multipart, file, graphql } = shape;
  if (text !== undefined) {
    return { kind: 'text', text, ...defined({ contentType: shape.contentType }) };
  }
  if (form !== undefined) {
    return { kind: 'form', fields: fieldsFrom(form) };
  }
  if (multipart !== undefined) {
    return { kind: 'multipart', parts: multipart.map(partFrom) };
  }
  if (file !== undefined) {
    return { kind: 'file', path: file, ...defined({ contentType: shape.contentType }) };
  }
  if (graphql !== undefined) {
    return {
      kind: 'graphql',
      query: graphql.query,
      ...defined({ variables: graphql.variables, operationName: graphql.operationName }),
    };
  }
  return { kind: 'json', value: json ?? null };
}

function partFrom(shape: WrittenPart): MultipartPart {
  return {
    name: shape.name,
    ...defined({
      value: shape.value,
      file: shape.file,
      fileName: shape.fileName,
      contentType: shape.contentType,
    }),
    disabled: shape.disabled ?? false,
  };
}

function extractionFrom(shape: WrittenExtraction): Extraction {
  const select = selectorFrom(shape);
  return {
    variable: shape.variable,
    from: shape.from,
    ...defined({ name: shape.name }),
    ...defined({ select }),
    ...defined({ decode: shape.decode }),
    all: shape.all ?? false,
    optional: shape.optional ?? false,
  };
}

function selectorFrom(shape: WrittenExtraction): Selector | undefined {
  const { path, regex, css, xpath } = shape;
  if (path !== undefined) {
    return { kind: 'path', path };
  }
  if (regex !== undefined) {
    return { kind: 'regex', regex };
  }
  if (css !== undefined) {
    return { kind: 'css', css, ...defined({ attribute: shape.attribute }) };
  }
  return xpath === undefined ? undefined : { kind: 'xpath', xpath };
}

function expectationFrom({
  status,
  headers = [],
  body = [],
  maxDurationMs,
  contract,
}: WrittenExpectation): Expectation {
  return {
    ...(status === undefined ? {} : { status: statusesFrom(status) }),
    headers: headers.map((check) => checkFrom(check, { name: check.name })),
    body: body.map((check) => checkFrom(check, { path: check.path })),
    ...(maxDurationMs === undefined ? {} : { maxDurationMs: numberFrom(maxDurationMs) }),
    ...(contract === true ? { contract } : {}),
  };
}

function statusesFrom(status: WrittenStatus | readonly WrittenStatus[]): readonly (number | string)[] {
  const list: readonly WrittenStatus[] = isList(status) ? status : [status];
  return list.map((one) => (typeof one === 'string' ? one : numberFrom(one)));
}

function conditionFrom(shape: NonNullable<WrittenRequest['when']>): Condition {
  if (isList<unknown>(shape)) {
    return { needs: 'all', comparisons: shape.map(comparisonFrom) };
  }
  return shape.any === undefined
    ? // The schema has checked that it is a comparison.
      { needs: 'all', comparisons: [comparisonFrom(shape as WrittenComparison)] }
    : { needs: 'any', comparisons: shape.any.map(comparisonFrom) };
}

function loopFrom({ in: list = [], as = '', when, max, page }: WrittenLoop): Loop {
  if (page !== undefined) {
    const { next, until } = page;
    return {
      kind: 'pages',
      next,
      until: checkFrom(until, { path: until.path, name: until.name }),
      max: numberFrom(page.max ?? DEFAULT_PAGES),
    };
  }
  return {
    kind: 'items',
    in: list,
    as,
    ...defined({ when: when && conditionFrom(when) }),
    max: numberFrom(max ?? DEFAULT_ITEMS),
  };
}

/** How many items a loop may have, and how many pages, where the file does not say. */
const DEFAULT_ITEMS = 1000;
const DEFAULT_PAGES = 100;

function comparisonFrom(shape: WrittenComparison): Comparison {
  return { value: shape.value, operators: operatorsFrom(shape) };
}

function pauseFrom(shape: WrittenNumber | string): number | string {
  return typeof shape === 'string' ? shape : numberFrom(shape);
}

function retryFrom({ times, delayMs = DEFAULT_RETRY_DELAY, until }: WrittenRetry): Retry {
  return {
    times: numberFrom(times),
    delayMs: numberFrom(delayMs),
    ...defined({ until: until && checkFrom(until, { path: until.path, name: until.name }) }),
  };
}

function streamFrom({ until, maxEvents = DEFAULT_EVENTS, maxMs = DEFAULT_STREAM_MS }: WrittenStream): Stream {
  return {
    ...defined({ until: until && checkFrom(until, { path: until.path }) }),
    maxEvents: numberFrom(maxEvents),
    maxMs: numberFrom(maxMs),
  };
}

/** How much of a stream is read where the file does not say. */
const DEFAULT_EVENTS = 100;
const DEFAULT_STREAM_MS = 10_000;

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

/** What part of the response a check is about, where it says so. */
interface CheckTarget {
  readonly path?: string | undefined;
  readonly name?: string | undefined;
}

function checkFrom(shape: WrittenOperators, target: CheckTarget): Check {
  return { ...defined(target), operators: operatorsFrom(shape) };
}

function operatorsFrom(shape: WrittenOperators): readonly Operator[] {
  return operatorNames
    .filter((operator) => shape[operator] !== undefined)
    .map(
      // The schema has checked that the operand fits its operator.
      (operator) => ({ operator, value: shape[operator] }) as Operator,
    );
}

/** The double nearest to a number of a file. */
export function numberFrom(written: WrittenNumber): number {
  return typeof written === 'number' ? written : Number(written.text);
}

function isList<Item>(value: Item | readonly Item[]): value is readonly Item[] {
  return Array.isArray(value);
}
