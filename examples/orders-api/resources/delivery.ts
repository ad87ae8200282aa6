/**
 * GET /api/orders/{order_id}/events: how an order gets to its customer, as server-sent events. The stream does not
 * end with the last event: like many real ones it stays open and sends a comment now and then.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { parameter, type Call } from '../api';
import { withOrder } from '../access/guard';
import type { Order } from '../data/store';
import { eventStream, type Reply } from '../http/reply';

const STATES = ['ordered', 'packed', 'shipped', 'delivered'];
const STEP_MS = 20;
const KEEP_ALIVE_MS = 1000;

/** The way of one order, an event for each state that it comes to. */
export function followDelivery(call: Call): Reply {
  return withOrder(call, {
    action: 'order.read',
    address: 'related',
    orderId: parameter(call, 'order_id'),
    carryOut: (order) => eventStream((closed) => deliver(order, AbortSignal.any([closed, call.api.closing]))),
  });
}

async function* deliver({ id }: Order, closed: AbortSignal): AsyncGenerator<string> {
  for (const [index, state] of STATES.entries()) {
    yield `id: ${index + 1}\nevent: delivery\ndata: ${JSON.stringify({ orderId: id, state })}\n\n`;
    await pause(STEP_MS, closed);
  }
  while (!closed.aborted) {
    yield ': nothing new\n\n';
    await pause(KEEP_ALIVE_MS, closed);
  }
}

async function pause(ms: number, closed: AbortSignal): Promise<void> {
  try {
    await wait(ms, undefined, { signal: closed });
  } catch {
    // Closed meanwhile: nobody hears what would come.
  }
}
