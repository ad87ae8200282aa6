/** Chains whose requests are sent again only where that changes nothing twice. */
import type { LoadedChain } from './plan';

/** Methods that do the same when a request is sent again (RFC 9110 §9.2.2). */
const IDEMPOTENT = /^(?:GET|HEAD|OPTIONS|TRACE|PUT|DELETE)$/i;

/** Whether a request with this method does the same when it is sent again. */
export function isIdempotent(method: string): boolean {
  return IDEMPOTENT.test(method);
}

/** The chain without the retries of requests that are not idempotent. */
export function sentOnce({ file, chain }: LoadedChain): LoadedChain {
  const requests = chain.requests.map((request) => {
    const { retry: _retry, ...once } = request;
    return isIdempotent(request.method) ? request : once;
  });
  return { file, chain: { ...chain, requests } };
}
