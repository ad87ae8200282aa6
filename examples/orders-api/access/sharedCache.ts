/**
 * The flaw cached-leak: a shared cache in front of the API whose key is the request target alone. It
 * keeps what one caller was shown and gives it to the next, as long as the order is what it was.
 */
import type { Call } from '../api';
import { withHeaders, type Reply } from '../http/reply';

const MAX_ENTRIES = 1000;

/** The answer about an order from the cache, or a fresh one that is kept when it is a 200. */
export function throughSharedCache(call: Call, orderId: string, produce: () => Reply): Reply {
  const { cache, flaws, store } = call.api;
  if (!flaws.has('cached-leak')) {
    return produce();
  }
  const key = call.request.target;
  const order = store.orders.get(orderId);
  const cached = cache.get(key);
  if (cached !== undefined && cached.order === order) {
    return withHeaders(cached.reply, [
      ['X-Cache', 'HIT'],
      ['Age', '1'],
    ]);
  }
  const reply = produce();
  if (reply.status === 200 && order !== undefined && cache.size < MAX_ENTRIES) {
    cache.set(key, { reply, order });
  }
  return withHeaders(reply, [['X-Cache', 'MISS']]);
}
