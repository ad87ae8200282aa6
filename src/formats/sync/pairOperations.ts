/** The operations of two descriptions of one API, those with another method or path found again by their operationId. */
import { defined } from '../../core/defined';
import type { SentRequest } from '../../core/openapi/matchOperation';
import { compareOperations } from '../importers/read/openapi/compareOperations';
import type { Operation } from '../importers/read/openapi/operations';
import type { ApiVersion } from './apiVersion';

/** An operation of the newer description. */
export interface OperationPair {
  readonly change: 'new' | 'changed' | 'moved' | 'same';
  readonly before?: Operation;
  readonly after: Operation;
}

/** All operations; without an older description they are the same as before. */
export interface OperationPairs {
  readonly pairs: readonly OperationPair[];
  readonly gone: readonly Operation[];
}

/** Pairs the operations. */
export function pairOperations(newer: ApiVersion, older: ApiVersion | undefined): OperationPairs {
  if (older === undefined) {
    return { pairs: newer.operations.map((after) => ({ change: 'same', after })), gone: [] };
  }
  const changes = compareOperations(older, newer);
  const gone = changes.flatMap((one) => (one.change === 'gone' ? [one.before] : []));
  const moved = new Map(
    changes.flatMap((one): [Operation, Operation][] => {
      const [before, ...others] =
        one.change === 'new' ? gone.filter((other) => isCalledAlike(one.after, other)) : [];
      return one.change === 'new' && before && others.length === 0 ? [[one.after, before]] : [];
    }),
  );
  const isMoved = new Set(moved.values());
  return {
    pairs: changes.flatMap((one): readonly OperationPair[] => {
      if (one.change !== 'new') {
        return one.change === 'gone' ? [] : [one];
      }
      const before = moved.get(one.after);
      return [{ change: before === undefined ? 'new' : 'moved', after: one.after, ...defined({ before }) }];
    }),
    gone: gone.filter((one) => !isMoved.has(one)),
  };
}

/** A path of `x-ms-paths` has a query, which a request may have in other places. */
function isCalledAlike(one: Operation, other: Operation): boolean {
  return (
    one.operationId !== undefined &&
    one.operationId === other.operationId &&
    !`${one.path}${other.path}`.includes('?')
  );
}

/** What a request calls. */
export type FoundOperation =
  | { readonly pair: OperationPair; readonly movedWith?: ReadonlyMap<string, string> }
  | { readonly gone: Operation };

/** Finds the operations of requests, those of the older description included. */
export function createFinder(
  { pairs, gone }: OperationPairs,
  newer: ApiVersion,
  older: ApiVersion | undefined,
): (request: SentRequest) => FoundOperation | undefined {
  const byAfter = new Map(pairs.map((pair) => [pair.after, pair]));
  const movedFrom = new Map(
    pairs.flatMap((pair) => (pair.change === 'moved' && pair.before ? [[pair.before, pair] as const] : [])),
  );
  return (request) => {
    const [now, old] = [newer.match(request), older?.match(request)];
    const moved = old && movedFrom.get(old.operation);
    // A path before that of the operation may belong to the server: the longer path is the one that was meant.
    const isOld =
      moved !== undefined &&
      (now === undefined ||
        (now.operation === moved.after && segments(old?.operation) > segments(moved.after)));
    if (isOld) {
      return { pair: moved, ...defined({ movedWith: old?.parameters }) };
    }
    const pair = now && byAfter.get(now.operation);
    if (pair !== undefined) {
      return { pair };
    }
    return old !== undefined && gone.includes(old.operation) ? { gone: old.operation } : undefined;
  };
}

function segments(operation: Operation | undefined): number {
  return operation?.path.split('/').filter((segment) => segment !== '').length ?? 0;
}
