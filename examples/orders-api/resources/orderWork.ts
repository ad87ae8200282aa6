/**
 * What is done to one order once the caller may: shown, changed, cancelled, deleted. The endpoints
 * differ in how they address an order and share these; each takes the call for its body and
 * conditional headers (ETag, If-Match, If-None-Match: RFC 9110 §13).
 */
import type { Call } from '../api';
import { changeOrder, orderView, type Order } from '../data/store';
import type { JsonFields } from '../http/json';
import { empty, failure, json, type HeaderLines, type Reply } from '../http/reply';
import { headerOf } from '../http/request';
import { optionalId, orderChanges, orderDetails } from './fields';

/** The order, or 304 when the caller has this version. */
export function showOrder(call: Call, order: Order): Reply {
  return headerOf(call.request, 'if-none-match') === etagOf(order)
    ? empty(304, validators(order))
    : orderReply(call, 200, order);
}

/** Everything about the order replaced by the body (PUT). */
export function replaceOrder(call: Call, order: Order, fields: JsonFields): Reply {
  return save(call, order, { ...orderDetails(fields), ...assignedOwner(call, fields) });
}

/** The members in the body changed (PATCH). */
export function patchOrder(call: Call, order: Order, fields: JsonFields): Reply {
  return save(call, order, { ...orderChanges(fields), ...assignedOwner(call, fields) });
}

/** The order cancelled; 409 when it is paid. */
export function cancelOrder(call: Call, order: Order): Reply {
  return order.state === 'paid'
    ? failure(409, 'already-paid', 'A paid order cannot be cancelled.')
    : save(call, order, { state: 'cancelled' });
}

/** The order and its attachments gone. */
export function deleteOrder(call: Call, order: Order): Reply {
  const { orders, attachments } = call.api.store;
  orders.delete(order.id);
  for (const attachment of attachments.values()) {
    if (attachment.orderId === order.id) {
      attachments.delete(attachment.id);
    }
  }
  return empty(204);
}

/** An order as an answer, with its ETag. */
export function orderReply(call: Call, status: number, order: Order, headers: HeaderLines = []): Reply {
  return json(status, orderView(call.api.store, order), [...validators(order), ...headers]);
}

/** The owner a body assigns: nobody, except with the flaw owner-assignment. */
export function assignedOwner(call: Call, fields: JsonFields): { readonly ownerId?: bigint } {
  const ownerId = call.api.flaws.has('owner-assignment') ? optionalId(fields, 'customerId') : undefined;
  return ownerId === undefined || !call.api.store.users.has(ownerId) ? {} : { ownerId };
}

function save(call: Call, order: Order, change: Parameters<typeof changeOrder>[2]): Reply {
  const expected = headerOf(call.request, 'if-match');
  if (expected !== undefined && expected !== '*' && expected !== etagOf(order)) {
    return failure(412, 'changed-meanwhile', 'Read the order again and send its ETag as If-Match.');
  }
  return orderReply(call, 200, changeOrder(call.api.store, order, change));
}

function validators(order: Order): HeaderLines {
  return [
    ['ETag', etagOf(order)],
    ['Cache-Control', 'private, no-store'],
  ];
}

function etagOf(order: Order): string {
  return `"${order.id}-${order.version}"`;
}
