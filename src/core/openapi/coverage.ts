/**
 * How much of a described API chains call, use and check. What a body is made of counts by its members; those of answers
 * only where a request extracts or checks them.
 */
import { pathTemplate } from '../authz/model/cellId';
import { defined } from '../defined';
import type { FilePlace } from '../errors';
import type { ChainRequest } from '../model';
import { memberText, type ApiListing, type DescribedOperation } from './apiListing';
import { assignToOperations, operationText, type Call } from './assignToOperations';
import type { SentRequest } from './matchOperation';
import { leadsTo, parameterKey, useOf } from './requestUse';
import { coverStatuses, type Covered, type ExpectedStatus, type StatusCoverage } from './statusCoverage';

/** What chains do with an operation. */
export interface OperationCoverage extends StatusCoverage {
  readonly method: string;
  readonly path: string;
  readonly operationId?: string;
  /** Where it is described. */
  readonly place: FilePlace;
  /** The requests that call it: `orders.chain.json#list`. */
  readonly requests: readonly string[];
  /** `query page`. */
  readonly parameters: Covered;
  /** Members of the body that is sent: `items[].sku`. */
  readonly body: Covered;
  /** Members of successful answers. */
  readonly response: Covered;
  /** Whether a cell of an authorization matrix tests it; absent without a matrix. */
  readonly authorization?: boolean;
}

/** How many of how many. */
export interface CoverageSum {
  readonly covered: number;
  readonly total: number;
}

/** What is counted, in the order of reports. */
export const measures = [
  'operations',
  'statuses',
  'parameters',
  'body',
  'response',
  'authorization',
] as const;
/** One of them. */
export type Measure = (typeof measures)[number];

/** The coverage of a description. */
export interface ApiCoverage {
  /** The description as the user named it. */
  readonly of: string;
  /** Where status codes are from: what chains expect, or what results show. */
  readonly statusesFrom: 'chains' | 'results';
  /** `authorization` is absent without a matrix. */
  readonly sums: Readonly<Partial<Record<Measure, CoverageSum>>>;
  /** In the order of the description. */
  readonly operations: readonly OperationCoverage[];
  /** Requests that are no operation of the description. */
  readonly unmatched: readonly string[];
}

/** A request of a chain. */
export interface NamedRequest {
  /** Workspace path of its chain. */
  readonly file: string;
  readonly request: ChainRequest;
}

/** An answer that somebody was given. */
export interface SeenAnswer extends SentRequest {
  readonly status: number;
}

/** What a description is held against. */
export interface Calls {
  readonly requests: readonly NamedRequest[];
  /** What results show; absent takes what chains expect. */
  readonly answers?: readonly SeenAnswer[];
  /** What cells of authorization matrices send; absent without a matrix. */
  readonly cells?: readonly SentRequest[];
}

/** Holds a description against chains. */
export function measureCoverage(
  api: ApiListing<DescribedOperation>,
  { requests, answers, cells }: Calls,
): ApiCoverage {
  const called = assignToOperations(api, requests, ({ request }) => request);
  const seen = answers && assignToOperations(api, answers, (answer) => answer).calls;
  const tested = cells && assignToOperations(api, cells, (cell) => cell).calls;
  const operations = api.operations.map((operation) => {
    const calls = called.calls.get(operation) ?? [];
    const statuses =
      seen === undefined
        ? calls.flatMap(({ call }): readonly ExpectedStatus[] => call.request.expect.status ?? ['success'])
        : (seen.get(operation) ?? []).map(({ call }) => call.status);
    return {
      ...coverOperation(operation, calls),
      ...coverStatuses(operation.statuses, statuses),
      ...defined({ authorization: tested?.has(operation) }),
    };
  });
  return {
    of: api.name,
    statusesFrom: answers === undefined ? 'chains' : 'results',
    sums: sumsOf(operations),
    operations,
    unmatched: called.unmatched.map((one) => `${nameOf(one)} ${sentText(one)}`),
  };
}

function coverOperation(
  { method, path, operationId, place, parameters, body, response }: DescribedOperation,
  calls: readonly Call<NamedRequest, DescribedOperation>[],
): Omit<OperationCoverage, keyof StatusCoverage> {
  const uses = calls.map(({ call }) => useOf(call.request));
  const inPath = calls.flatMap((call) =>
    [...call.parameters.keys()].map((name) => parameterKey('path', name)),
  );
  const sent = new Set([...inPath, ...uses.flatMap((use) => use.parameters)]);
  const members = new Set(uses.flatMap((use) => use.body));
  const queries = uses.flatMap((use) => use.response);
  return {
    method,
    path,
    ...defined({ operationId }),
    place,
    requests: calls.map(({ call }) => nameOf(call)),
    parameters: cover(parameters, String, (one) => sent.has(one)),
    body: cover(body, memberText, (steps) => members.has(memberText(steps))),
    response: cover(response, memberText, (steps) => queries.some((query) => leadsTo(query, steps))),
  };
}

function cover<T>(
  items: readonly T[],
  textOf: (item: T) => string,
  isCovered: (item: T) => boolean,
): Covered {
  return {
    covered: items.filter(isCovered).map((item) => textOf(item)),
    missing: items.filter((item) => !isCovered(item)).map((item) => textOf(item)),
  };
}

function sumsOf(operations: readonly OperationCoverage[]): ApiCoverage['sums'] {
  const count = (isCovered: (one: OperationCoverage) => boolean | undefined): CoverageSum => ({
    covered: operations.filter(isCovered).length,
    total: operations.length,
  });
  const sum = (measure: 'statuses' | 'parameters' | 'body' | 'response'): CoverageSum => {
    const covered = operations.reduce((all, one) => all + one[measure].covered.length, 0);
    return { covered, total: operations.reduce((all, one) => all + one[measure].missing.length, covered) };
  };
  const hasCells = operations.some(({ authorization }) => authorization !== undefined);
  return {
    operations: count(({ requests }) => requests.length > 0),
    statuses: sum('statuses'),
    parameters: sum('parameters'),
    body: sum('body'),
    response: sum('response'),
    ...(hasCells ? { authorization: count(({ authorization }) => authorization) } : {}),
  };
}

/** Method and path: what comes before and after it may be secret. */
function sentText({ request }: NamedRequest): string {
  return operationText({ method: request.method, path: pathTemplate(request) });
}

function nameOf({ file, request }: NamedRequest): string {
  return `${file}#${request.id}`;
}
