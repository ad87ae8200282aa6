/** Chains whose requests are sent again only where that changes nothing twice. */
import type { LoadedChain } from './plan';

/** Methods that do the same when a request is sent again (RFC 9110 §9.2.2). */
const IDEMPOTENT = /^(?:GET|HEAD|OPTIONS|TRACE|PUT|DELETE)$/i;

/** Whether a request with this method does the same when it is sent again. */
export function isIdempotent(method: string): boolean {
  return IDEMPOTENT.test(method);
}

/** A plan knows its chains by their objects, and one chain may be in several of its lists. */
const known = new WeakMap<LoadedChain, LoadedChain>();

/** The chain without the retries of requests that are not idempotent; for the same object the same. */
export function sentOnce(loaded: LoadedChain): LoadedChain {
  const found = known.get(loaded) ?? withoutRetries(loaded);
  known.set(loaded, found);
  return found;
}

function withoutRetries({ file, chain }: LoadedChain): LoadedChain {
  const requests = chain.requests.map((request) => {
    const { retry: _retry, ...once } = request;
    return isIdempotent(request.method) ? request : once;
  });
  return { file, chain: { ...chain, requests } };
}
