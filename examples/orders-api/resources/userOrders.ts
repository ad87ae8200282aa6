/** The orders of a user: /api/users/{user_id}/orders. Those of another are 404. */
import { idOf, parameter, type Call } from '../api';
import { requireCaller } from '../access/caller';
import { opens } from '../access/guard';
import { missingOrder } from '../access/refusals';
import { ordersOf, orderView } from '../data/store';
import { cutIntoPages, pageReply } from '../http/paging';
import type { Reply } from '../http/reply';

/** The orders of a user, oldest first. */
export function listUserOrders(call: Call): Reply {
  const { store, flaws } = call.api;
  const caller = requireCaller(call);
  const userId = idOf(parameter(call, 'user_id'));
  const open = opens(caller, 'order.read', userId) || flaws.has('nested-parent-unchecked') || !call.guarded;
  if (!open || !store.users.has(userId)) {
    return missingOrder(call);
  }
  const orders = ordersOf(store, userId).map((order) => orderView(store, order));
  return pageReply(call.request, cutIntoPages(call.request, orders), orders.length);
}
