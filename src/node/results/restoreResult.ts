/** A result with every body whole again, for reports and exports that need them. */
import type { ExecutionResult, RequestResult } from '../../core/result/result';
import { changeBodies, restoreBody, type BodyStore } from './bodyStore';

/**
 * Reads the long bodies of a result back, one after the other, because there may be more of them than files
 * may be open. Rejects with a UserError when one is not there any more.
 */
export async function restoreResult(
  result: ExecutionResult,
  store: BodyStore | undefined,
): Promise<ExecutionResult> {
  if (store === undefined) {
    return result;
  }
  const requests: RequestResult[] = [];
  for (const request of result.requests) {
    requests.push(await changeBodies(request, (body) => restoreBody(body, store)));
  }
  return { ...result, requests };
}
