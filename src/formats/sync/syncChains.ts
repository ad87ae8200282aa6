/**
 * Chains that follow a description of their API: what was added, changed and removed, operation by operation, and what
 * that means for each request. Without an older description only what the newer one says for certain counts.
 */
import { defined } from '../../core/defined';
import type { FilePlace } from '../../core/errors';
import { groupPairs } from '../../core/groupBy';
import type { ChainRequest } from '../../core/model';
import { operationText } from '../../core/openapi/assignToOperations';
import { effectiveAuth } from '../../core/prepare/references';
import type { Comparison, RequestDifference } from '../../core/openapi/namedDescription';
import { undescribedRequests } from '../../core/openapi/undescribedRequests';
import type { Operation } from '../importers/read/openapi/operations';
import type { OpenedSpec } from '../importers/read/openapi/readOpenapi';
import { createSourceLines } from '../importers/read/openapi/sourceLines';
import { apiVersion, type ApiVersion } from './apiVersion';
import {
  editsOf,
  requestsIn,
  withoutLosses,
  withVariables,
  type ChainEdit,
  type ChainToSync,
  type RequestInText,
} from './chainText';
import type { Point } from './correction';
import { createFinder, pairOperations, type FoundOperation, type OperationPair } from './pairOperations';
import { movedCall } from './movePoints';
import { reviewRequest } from './reviewRequest';

/** What a description and chains come to. */
export interface Sync {
  /** In the order of the newer description, then what it does not have. Those without a change or a point are left out. */
  readonly operations: readonly SyncedOperation[];
  readonly chains: readonly SyncedChain[];
  /** Operations that no request calls; with an older description those that are new. */
  readonly uncalled: readonly string[];
}

/** An operation, or a request that is none. */
export interface SyncedOperation {
  /** `GET /orders/{id}`. */
  readonly operation: string;
  readonly change: OperationPair['change'] | 'gone' | 'undescribed';
  /** What it was before it was moved. */
  readonly from?: string;
  /** Where the newer description has it. */
  readonly place?: FilePlace;
  /** Requests that call it. */
  readonly requests: readonly SyncedRequest[];
}

/** A request. */
export interface SyncedRequest {
  readonly place: FilePlace;
  readonly id: string;
  readonly points: readonly Point[];
}

/** A chain. */
export interface SyncedChain {
  readonly file: string;
  /** The changes of each request, and of the constants. */
  readonly edits: readonly ChainEdit[];
}

/** Holds chains against a description, and against an older one of the same API. */
export function syncChains(
  chains: readonly ChainToSync[],
  { newer, older }: { readonly newer: OpenedSpec; readonly older?: OpenedSpec },
): Sync {
  const [now, before] = [apiVersion(newer), older && apiVersion(older)];
  const pairs = pairOperations(now, before);
  const context = { now, before, find: createFinder(pairs, now, before) };
  const synced = chains.map((chain) => syncChain(chain, context));
  const requests = groupPairs(synced.flatMap(({ found }) => found));
  const undescribed = synced.flatMap((one) => one.undescribed);
  const lineOf = createSourceLines(newer.files);
  const placeOf = ({ operation }: Operation): FilePlace => ({
    file: operation.file,
    line: lineOf(operation),
  });
  return {
    operations: [
      ...pairs.pairs.map(({ change, before: old, after }) => ({
        operation: operationText(after),
        change,
        ...(change === 'moved' && old !== undefined ? { from: operationText(old) } : {}),
        place: placeOf(after),
        requests: requests.get(after) ?? [],
      })),
      ...pairs.gone.map((operation) => ({
        operation: operationText(operation),
        change: 'gone' as const,
        requests: requests.get(operation) ?? [],
      })),
      ...undescribed,
    ].filter(({ change, requests: of }) => change !== 'same' || of.some(({ points }) => points.length > 0)),
    chains: synced.map(({ file, edits }) => ({ file, edits })),
    uncalled: pairs.pairs
      .filter(({ change, after }) => !requests.has(after) && (older === undefined || change === 'new'))
      .map(({ after }) => operationText(after)),
  };
}

interface SyncContext {
  readonly now: ApiVersion;
  readonly before: ApiVersion | undefined;
  readonly find: (request: ChainRequest) => FoundOperation | undefined;
}

/** A chain with its requests by their operations. */
interface ReviewedChain extends SyncedChain {
  readonly found: readonly (readonly [Operation, SyncedRequest])[];
  readonly undescribed: readonly SyncedOperation[];
}

function syncChain(chain: ChainToSync, context: SyncContext): ReviewedChain {
  const requests = requestsIn(chain);
  const compared = new Map(requests.map(({ request }) => [request, context.now.compare(request)]));
  const undescribed = undescribedRequests([...compared.keys()], (request) => compared.get(request));
  const reviewed = requests.map((one) => {
    const found = context.find(one.request);
    return { ...one, found, points: found === undefined ? [] : pointsOf(one, chain, found, context) };
  });
  return {
    file: chain.file,
    edits: editsOf(chain.text, reviewed),
    found: reviewed.flatMap(({ request: { id }, found, points, place }) => {
      const operation = found && ('gone' in found ? found.gone : found.pair.after);
      return operation === undefined ? [] : [[operation, { place, id, points }] as const];
    }),
    undescribed: reviewed.flatMap(({ request, found, place }) =>
      found === undefined && undescribed.has(request)
        ? [
            {
              operation: operationText({ method: request.method, path: request.url }),
              change: 'undescribed' as const,
              requests: [{ place, id: request.id, points: [UNDESCRIBED] }],
            },
          ]
        : [],
    ),
  };
}

const UNDESCRIBED: Point = {
  kind: 'open',
  text: 'The description has no such operation. Correct the method or the URL, or add it there.',
};

const GONE: Point = {
  kind: 'open',
  text: 'It calls an operation that is no longer described. Remove it, or correct its method and URL.',
};

/** What the descriptions say of a request. */
function pointsOf(
  { request, written, node }: RequestInText,
  { text, chain, variables }: ChainToSync,
  found: FoundOperation,
  { now, before }: SyncContext,
): readonly Point[] {
  if ('gone' in found) {
    return [GONE];
  }
  const { pair, movedWith } = found;
  const [old, after] = [pair.before && before?.callOf(pair.before), now.callOf(pair.after)];
  const moved = old && movedWith && movedCall(request, { before: old, after }, movedWith);
  const points = reviewRequest({
    request,
    auth: effectiveAuth(request, chain),
    written,
    differences: differencesIn(now.compare({ ...request, ...moved })),
    ...defined({ before: old, moved }),
    after,
  });
  return withVariables(withoutLosses(text, node, points), written, variables, after.constants);
}

function differencesIn(comparison: Comparison): readonly RequestDifference[] {
  return comparison.kind === 'described' ? comparison.differences : [];
}
