/** A result with every body whole again, for reports and exports that need them. */
import type { ExecutionResult, RecordedExchange, RequestResult } from '../../core/result/result';
import { restoreBody, type BodyStore } from './bodyStore';

/**
 * Reads the long bodies of a result back, one after the other, because there may be more of them than files
 * may be open. Rejects with a UserError when one is not there any more.
 */
export async function restoreResult(
  result: ExecutionResult,
  store: BodyStore | undefined,
): Promise<ExecutionResult> {
  const requests: RequestResult[] = [];
  for (const request of result.requests) {
    const { exchange } = request;
    requests.push(
      exchange === undefined || store === undefined
        ? request
        : { ...request, exchange: await restoreExchange(exchange, store) },
    );
  }
  return { ...result, requests };
}

async function restoreExchange(exchange: RecordedExchange, store: BodyStore): Promise<RecordedExchange> {
  const { request, response } = exchange;
  return {
    ...exchange,
    request:
      request.body === undefined ? request : { ...request, body: await restoreBody(request.body, store) },
    ...(response === undefined
      ? {}
      : { response: { ...response, body: await restoreBody(response.body, store) } }),
  };
}
