/**
 * The same orders addressed by query (/api/order?order_id=) and by body ({ orderId }). An id that
 * is sent twice, or that is no string, is refused; the flaws query-pollution, duplicate-key and
 * type-confusion check one value and use another.
 */
import type { Call } from '../api';
import { withOrder } from '../access/guard';
import type { OrderAction, OrderAddress } from '../access/orderAccess';
import type { Order } from '../data/store';
import type { JsonFields, JsonValue } from '../http/json';
import { JsonFields as Fields } from '../http/json';
import type { Reply } from '../http/reply';
import { badRequest, fieldsOf, queryOf } from '../http/request';
import { cancelOrder, deleteOrder, patchOrder, showOrder } from './orderWork';

/** GET /api/order?order_id= */
export function getByQuery(call: Call): Reply {
  return withQuery(call, 'order.read', (order) => showOrder(call, order));
}

/** PATCH /api/order?order_id= */
export function patchByQuery(call: Call): Reply {
  return withQuery(call, 'order.update', (order) => patchOrder(call, order, fieldsOf(call.request)));
}

/** DELETE /api/order?order_id= */
export function deleteByQuery(call: Call): Reply {
  return withQuery(call, 'order.delete', (order) => deleteOrder(call, order));
}

/** POST /api/orders/lookup */
export function lookupByBody(call: Call): Reply {
  return withBody(call, 'order.read', (order) => showOrder(call, order));
}

/** POST /api/orders/update */
export function updateByBody(call: Call): Reply {
  return withBody(call, 'order.update', (order, fields) => patchOrder(call, order, fields));
}

/** POST /api/orders/cancel */
export function cancelByBody(call: Call): Reply {
  return withBody(call, 'order.update', (order) => cancelOrder(call, order));
}

type Work = (order: Order, fields: JsonFields) => Reply;

function withQuery(call: Call, action: OrderAction, work: (order: Order) => Reply): Reply {
  const values = queryOf(call.request).getAll('order_id');
  const [checked] = values;
  const used = values.at(-1);
  if (checked === undefined || used === undefined) {
    throw badRequest('missing-parameter', 'Send the id of the order as order_id.');
  }
  if (values.length > 1 && !call.api.flaws.has('query-pollution')) {
    throw badRequest('repeated-parameter', 'Send order_id once.');
  }
  return checkOneUseOther(call, { action, address: 'query', checked, used }, work);
}

function withBody(call: Call, action: OrderAction, work: Work): Reply {
  const { flaws } = call.api;
  const fields = fieldsOf(call.request, { allowDuplicates: flaws.has('duplicate-key') });
  const used = idText(call, fields.get('orderId'));
  const checked = idText(call, fields.first('orderId'));
  const confused = typeof fields.get('orderId') !== 'string';
  return checkOneUseOther(
    confused ? { ...call, guarded: false } : call,
    { action, address: 'body', checked, used },
    (order) => work(order, fields),
  );
}

interface Pair {
  readonly action: OrderAction;
  readonly address: OrderAddress;
  readonly checked: string;
  readonly used: string;
}

function checkOneUseOther(
  call: Call,
  { action, address, checked, used }: Pair,
  work: (order: Order) => Reply,
): Reply {
  return withOrder(call, {
    action,
    address,
    orderId: checked,
    carryOut: (order) => work(call.api.store.orders.get(used) ?? order),
  });
}

function idText(call: Call, value: JsonValue | undefined): string {
  const text = call.api.flaws.has('type-confusion') ? unwrap(value) : value;
  if (typeof text !== 'string') {
    throw badRequest('invalid-field', 'Send orderId as a string.');
  }
  return text;
}

function unwrap(value: JsonValue | undefined): JsonValue | undefined {
  if (value instanceof Fields) {
    return value.get('id');
  }
  return typeof value === 'object' && value !== null ? value[0] : value;
}
