/**
 * The flaw cached-leak: a shared cache in front of the API whose key is the request target alone.
 * It keeps what one caller was shown and gives it to the next; any write empties it.
 */
import type { Call } from '../api';
import type { Reply } from '../http/reply';
import { withHeaders } from '../http/reply';

const MAX_ENTRIES = 1000;

/** The answer from the cache, or a fresh one that is kept when it is a 200. */
export function throughSharedCache(call: Call, produce: () => Reply): Reply {
  const { cache, flaws } = call.api;
  if (!flaws.has('cached-leak')) {
    return produce();
  }
  const key = call.request.target;
  const cached = cache.get(key);
  if (cached !== undefined) {
    return withHeaders(cached, [
      ['X-Cache', 'HIT'],
      ['Age', '1'],
    ]);
  }
  const reply = produce();
  if (reply.status === 200 && cache.size < MAX_ENTRIES) {
    cache.set(key, reply);
  }
  return withHeaders(reply, [['X-Cache', 'MISS']]);
}

/** Forgets every answer after a request that may have changed something. */
export function invalidateSharedCache(call: Call): void {
  if (call.request.method !== 'GET' && call.request.method !== 'HEAD') {
    call.api.cache.clear();
  }
}
