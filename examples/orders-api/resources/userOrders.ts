/**
 * Orders nested under their owner: /api/users/{user_id}/orders and …/orders/{order_id}. Both ids
 * count: the caller must be that user (or have a grant for any order), and the order must be that
 * user's. Anything else is 404; a role without the grant gets 403.
 */
import type { Call } from '../api';
import { idParameter, parameter } from '../api';
import type { Caller } from '../access/caller';
import { requireCaller } from '../access/caller';
import { forbidden } from '../access/guard';
import type { OrderAction } from '../access/orderAccess';
import { scopeOf } from '../access/policy';
import type { Order } from '../data/store';
import { ordersOf, orderView } from '../data/store';
import { cutIntoPages, pageReply } from '../http/paging';
import type { Reply } from '../http/reply';
import { failure } from '../http/reply';
import { fieldsOf } from '../http/request';
import { deleteOrder, patchOrder, showOrder } from './orderWork';

/** The orders of a user. */
export function listUserOrders(call: Call): Reply {
  const caller = requireCaller(call);
  const userId = idParameter(call, 'user_id');
  if (!opensParent(call, caller, 'order.read') || !call.api.store.users.has(userId)) {
    return missing();
  }
  const orders = ordersOf(call.api.store, userId).map((order) => orderView(call.api.store, order));
  return pageReply(call.request, cutIntoPages(call.request, orders), orders.length);
}

/** One order of a user. */
export function getUserOrder(call: Call): Reply {
  return withUserOrder(call, 'order.read', (order) => showOrder(call, order));
}

/** Parts of one order of a user changed. */
export function patchUserOrder(call: Call): Reply {
  return withUserOrder(call, 'order.update', (order) => patchOrder(call, order, fieldsOf(call.request)));
}

/** One order of a user deleted. */
export function deleteUserOrder(call: Call): Reply {
  return withUserOrder(call, 'order.delete', (order) => deleteOrder(call, order));
}

function withUserOrder(call: Call, action: OrderAction, work: (order: Order) => Reply): Reply {
  const caller = requireCaller(call);
  if (scopeOf(caller.role, action) === 'none') {
    return forbidden();
  }
  const order = call.api.store.orders.get(parameter(call, 'order_id'));
  return order !== undefined && opensParent(call, caller, action) && belongs(call, order)
    ? work(order)
    : missing();
}

function opensParent(call: Call, { user, role }: Caller, action: OrderAction): boolean {
  return (
    !call.guarded ||
    idParameter(call, 'user_id') === user.id ||
    scopeOf(role, action) === 'any' ||
    call.api.flaws.has('nested-parent-unchecked')
  );
}

function belongs(call: Call, order: Order): boolean {
  return order.ownerId === idParameter(call, 'user_id') || call.api.flaws.has('nested-child-unchecked');
}

function missing(): Reply {
  return failure(404, 'no-such-order', 'There is no such order under this user.');
}
