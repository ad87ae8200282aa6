/**
 * The one gate to an order: who asks, for which order, to do what. The handler hands in what should
 * happen (`carryOut`); the guard decides whether it does. With that in its hands it can also model
 * refusals that do harm, which is what refusals.ts is about.
 *
 * Correct behaviour: 401 without a caller; 403 when the role has no grant for the action, whether
 * the order exists or not; 404 for the order of another, exactly as for one that does not exist.
 */
import type { Call } from '../api';
import type { Order } from '../data/store';
import type { FlawName } from '../flawCatalogue';
import type { Reply } from '../http/reply';
import { failure } from '../http/reply';
import type { Caller } from './caller';
import { findCaller, requireCaller } from './caller';
import { scopeOf } from './policy';
import type { OrderAccess, OrderAction, OrderAddress } from './orderAccess';
import { missingOrder, refuse } from './refusals';

/** Carries the access out if the caller may, else refuses it. */
export function withOrder(call: Call, access: OrderAccess): Reply {
  const { store, flaws } = call.api;
  const order = store.orders.get(access.orderId);
  if (order !== undefined && isOpenToAnybody(call, access)) {
    return access.carryOut(order);
  }
  const caller = requireCaller(call);
  if (scopeOf(caller.role, access.action) === 'none' && !bypasses(call, access)) {
    return order === undefined ? forbidden() : refuse({ call, caller, access, order, correct: forbidden() });
  }
  if (order === undefined) {
    return missingOrder(call);
  }
  if (mayAccess(call, caller, access, order)) {
    return breaksForOwner(call, access) ?? access.carryOut(order);
  }
  const correct = flaws.has('existence-oracle') ? forbidden() : missingOrder(call);
  return refuse({ call, caller, access, order, correct });
}

/** Whether this caller may do this to this order, flaws included. */
export function mayAccess(
  call: Call,
  caller: Caller,
  access: Pick<OrderAccess, 'action' | 'address'>,
  order: Order,
): boolean {
  const scope = scopeOf(caller.role, access.action);
  return scope === 'any' || (scope === 'own' && order.ownerId === caller.user.id) || bypasses(call, access);
}

/** The refusal of something the caller's role has no grant for. */
export function forbidden(): Reply {
  return failure(403, 'forbidden', 'Your role has no grant for this.');
}

const PATH_FLAWS: Readonly<Record<OrderAction, FlawName>> = {
  'order.read': 'read-any-order',
  'order.update': 'update-any-order',
  'order.delete': 'delete-any-order',
};

const ADDRESS_FLAWS: Readonly<Record<Exclude<OrderAddress, 'path' | 'related'>, FlawName>> = {
  query: 'by-query-unchecked',
  body: 'by-body-unchecked',
  form: 'by-form-unchecked',
  cookie: 'by-cookie-unchecked',
  graphql: 'graphql-unchecked',
};

function bypasses(call: Call, { action, address }: Pick<OrderAccess, 'action' | 'address'>): boolean {
  const flaw = flawOf(action, address);
  return !call.guarded || (flaw !== undefined && call.api.flaws.has(flaw));
}

function flawOf(action: OrderAction, address: OrderAddress): FlawName | undefined {
  if (address === 'related') {
    return undefined;
  }
  return address === 'path' ? PATH_FLAWS[action] : ADDRESS_FLAWS[address];
}

function isOpenToAnybody(call: Call, { action, address }: OrderAccess): boolean {
  return (
    call.api.flaws.has('anonymous-read') &&
    action === 'order.read' &&
    address === 'path' &&
    findCaller(call) === undefined
  );
}

function breaksForOwner(call: Call, { action, orderId }: OrderAccess): Reply | undefined {
  const { flaws, unreadable } = call.api;
  if (action === 'order.read' && unreadable.has(orderId)) {
    return failure(503, 'unavailable', 'This order cannot be read at the moment.');
  }
  if (action === 'order.update' && flaws.has('update-refused-to-all')) {
    return missingOrder(call);
  }
  return action === 'order.delete' && flaws.has('over-restricted') ? forbidden() : undefined;
}
