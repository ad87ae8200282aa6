/** Orders by path: /api/orders and /api/orders/{order_id}. The order of another is 404. */
import { parameter, type Call } from '../api';
import { requireCaller } from '../access/caller';
import { mayAccess, withOrder } from '../access/guard';
import type { OrderAction } from '../access/orderAccess';
import { scopeOf } from '../access/policy';
import { throughSharedCache } from '../access/sharedCache';
import { addOrder, orderView, type Order } from '../data/store';
import { cutIntoPages, pageReply } from '../http/paging';
import { json, type Reply } from '../http/reply';
import { fieldsOf } from '../http/request';
import { optionalText, orderDetails } from './fields';
import {
  assignedOwner,
  cancelOrder,
  deleteOrder,
  orderReply,
  patchOrder,
  replaceOrder,
  showOrder,
} from './orderWork';

/** The caller's orders, oldest first; all orders for roles that may read any. */
export function listOrders(call: Call): Reply {
  const { store, flaws } = call.api;
  const { user, role } = requireCaller(call);
  const all = [...store.orders.values()];
  const everybody = scopeOf(role, 'order.read') === 'any' || flaws.has('list-leaks');
  const visible = everybody ? all : all.filter((order) => order.ownerId === user.id);
  const appended = flaws.has('list-leaks-later-page') ? all.filter((order) => !visible.includes(order)) : [];
  const pages = [visible, appended].flatMap((orders) =>
    cutIntoPages(
      call.request,
      orders.map((order) => orderView(store, order)),
    ),
  );
  return pageReply(call.request, pages, visible.length);
}

/** A new order of the caller: 201 with Location and ETag. A cookie session remembers it as lastOrder. */
export function createOrder(call: Call): Reply {
  const { user, session } = requireCaller(call);
  const fields = fieldsOf(call.request);
  const { store, ids, now } = call.api;
  const owner = { ownerId: user.id, ...assignedOwner(call, fields) };
  const order = addOrder(store, ids, { ...orderDetails(fields), ...owner, createdAt: now() });
  const remembered = `lastOrder=${order.id}; Path=/; SameSite=Lax`;
  return orderReply(call, 201, order, [
    ['Location', `/api/orders/${order.id}`],
    ...(session.csrfToken === undefined ? [] : [['Set-Cookie', remembered] as const]),
  ]);
}

/** One order. */
export function getOrder(call: Call): Reply {
  const several = severalOrders(call);
  return several === undefined
    ? throughSharedCache(call, parameter(call, 'order_id'), () =>
        withOrder(call, { ...byPath(call, 'order.read'), carryOut: (order) => showOrder(call, order) }),
      )
    : json(
        200,
        several.map((order) => orderView(call.api.store, order)),
      );
}

const EVERY_ORDER: ReadonlySet<string> = new Set(['*', 'null', '0', '-1']);

/** The flaws wildcard-id and id-list-unchecked: the orders that one id stands for; undefined where it is one id. */
function severalOrders(call: Call): readonly Order[] | undefined {
  const { store, flaws } = call.api;
  const id = parameter(call, 'order_id');
  if (flaws.has('wildcard-id') && EVERY_ORDER.has(id)) {
    requireCaller(call);
    return [...store.orders.values()];
  }
  const orders = id.split(',').flatMap((each) => store.orders.get(each) ?? []);
  const [first] = orders;
  return flaws.has('id-list-unchecked') &&
    id.includes(',') &&
    first !== undefined &&
    mayAccess(call, requireCaller(call), { action: 'order.read', address: 'path' }, first)
    ? orders
    : undefined;
}

/** An order replaced. */
export function putOrder(call: Call): Reply {
  return withOrder(call, {
    ...byPath(call, 'order.update'),
    carryOut: (order) => {
      const fields = fieldsOf(call.request);
      const named = optionalText(fields, 'id');
      return replaceOrder(call, orderToPut(call, order, named), fields);
    },
  });
}

/** Parts of an order changed. */
export function changeParts(call: Call): Reply {
  return withOrder(call, {
    ...byPath(call, 'order.update'),
    carryOut: (order) => patchOrder(call, order, fieldsOf(call.request)),
  });
}

/** An order deleted: 204. */
export function removeOrder(call: Call): Reply {
  return withOrder(call, {
    ...byPath(call, 'order.delete'),
    carryOut: (order) => deleteOrder(call, order),
  });
}

/** An order cancelled. */
export function cancelByPath(call: Call): Reply {
  return withOrder(call, {
    ...byPath(call, 'order.update'),
    carryOut: (order) => cancelOrder(call, order),
  });
}

function byPath(call: Call, action: OrderAction) {
  return { action, address: 'path', orderId: parameter(call, 'order_id') } as const;
}

function orderToPut(call: Call, checked: Order, named: string | undefined): Order {
  const { store, flaws } = call.api;
  return named !== undefined && flaws.has('body-path-disagreement')
    ? (store.orders.get(named) ?? checked)
    : checked;
}
