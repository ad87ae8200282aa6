/** How often requests were really sent to each operation of a description. */
import { defined } from '../defined';
import { groupPairs } from '../groupBy';
import { innermostParts } from '../result/partTree';
import type { RequestResult } from '../result/result';
import type { ApiListing, DescribedOperation } from './apiListing';
import { assignToOperations, operationText } from './assignToOperations';
import type { SentRequest } from './matchOperation';

/** An operation, and how often it was called. */
export interface SentCount {
  /** `GET /orders/{id}`. */
  readonly operation: string;
  /** Counts from 1; absent where it cannot be told. */
  readonly line?: number;
  readonly count: number;
}

/** Counts what results show, by the files that operations are described in. Retries count. */
export function countSent(
  api: ApiListing<DescribedOperation>,
  results: readonly RequestResult[],
): ReadonlyMap<string, readonly SentCount[]> {
  const { calls } = assignToOperations(api, results.flatMap(sentIn), (sent) => sent);
  return groupPairs(
    api.operations.map((operation) => {
      const { file, line } = operation.place;
      const sent = calls.get(operation) ?? [];
      const count = sent.reduce((sum, { call }) => sum + call.times, 0);
      return [file, { operation: operationText(operation), ...defined({ line }), count }] as const;
    }),
  );
}

/** What was sent, and how often. */
interface Sent extends SentRequest {
  readonly times: number;
}

/** What a result with parts has itself is their sum. */
function sentIn(result: RequestResult): readonly Sent[] {
  const { parts = [] } = result;
  const sent = parts.length === 0 ? [result] : innermostParts(parts);
  return sent.flatMap(({ exchange, attempts }) =>
    exchange === undefined
      ? []
      : [{ method: exchange.request.method, url: exchange.request.url, times: attempts }],
  );
}
