/**
 * The same orders by every address of orderAddresses.ts: GET shows, PUT replaces, PATCH changes and
 * DELETE deletes what the request names. For clients that cannot send a body with GET or DELETE there
 * are POST /api/orders/lookup, /update and /cancel, addressed by body.
 */
import type { Call } from '../api';
import { withOrder } from '../access/guard';
import type { OrderAction } from '../access/orderAccess';
import type { Order } from '../data/store';
import type { Reply } from '../http/reply';
import type { Route } from '../http/router';
import { ADDRESSED_PATHS, bodyOf, byBody, type AddressedPath } from './orderAddresses';
import { cancelOrder, deleteOrder, patchOrder, replaceOrder, showOrder } from './orderWork';

interface Work {
  readonly action: OrderAction;
  readonly carryOut: (call: Call, order: Order) => Reply;
}

const SHOW: Work = { action: 'order.read', carryOut: showOrder };
const REPLACE: Work = {
  action: 'order.update',
  carryOut: (call, order) => replaceOrder(call, order, bodyOf(call)),
};
const CHANGE: Work = {
  action: 'order.update',
  carryOut: (call, order) => patchOrder(call, order, bodyOf(call)),
};
const CANCEL: Work = { action: 'order.update', carryOut: cancelOrder };
const DELETE: Work = { action: 'order.delete', carryOut: deleteOrder };

const BY_BODY: Omit<AddressedPath, 'template'> = { address: 'body', name: byBody };

/** The operations on an addressed order. */
export const ADDRESSED_ROUTES: readonly Route[] = [
  route('POST', { ...BY_BODY, template: '/api/orders/lookup' }, SHOW),
  route('POST', { ...BY_BODY, template: '/api/orders/update' }, CHANGE),
  route('POST', { ...BY_BODY, template: '/api/orders/cancel' }, CANCEL),
  ...ADDRESSED_PATHS.flatMap((path) => [
    route('GET', path, SHOW),
    route('PUT', path, REPLACE),
    route('PATCH', path, CHANGE),
    route('DELETE', path, DELETE),
  ]),
];

function route(method: string, { template, address, name }: AddressedPath, work: Work): Route {
  return {
    method,
    template,
    handle: (call) => {
      const { usedId, unguarded, ...ids } = name(call);
      const used = usedId === undefined ? undefined : call.api.store.orders.get(usedId);
      return withOrder(unguarded === undefined ? call : { ...call, guarded: false }, {
        action: work.action,
        address,
        ...ids,
        carryOut: (order) => work.carryOut(call, used ?? order),
      });
    },
  };
}
