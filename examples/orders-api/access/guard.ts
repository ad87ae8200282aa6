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
import { failure, type Reply } from '../http/reply';
import { findCaller, requireCaller, type Caller } from './caller';
import { scopeOf } from './policy';
import type { OrderAccess, OrderAction, OrderAddress } from './orderAccess';
import { missingOrder, refuse, softened } from './refusals';

/** What is asked for, without what should happen. */
export type OrderQuestion = Pick<OrderAccess, 'action' | 'address' | 'userId'>;

/** Carries the access out if the caller may, else refuses it. */
export function withOrder(call: Call, access: OrderAccess): Reply {
  const { store, flaws } = call.api;
  const order = store.orders.get(access.orderId);
  if (order !== undefined && isOpenToAnybody(call, access)) {
    return access.carryOut(order);
  }
  const caller = requireCaller(call);
  if (scopeOf(caller.role, access.action) === 'none' && !bypasses(call, access)) {
    return order === undefined
      ? (softened(call) ?? forbidden())
      : refuse({ call, caller, access, order, correct: forbidden() });
  }
  if (order === undefined) {
    return missingOrder(call);
  }
  if (mayAccess(call, caller, access, order)) {
    return breaksForOwner(call, access) ?? access.carryOut(order);
  }
  if (order.ownerId === caller.user.id) {
    // An own order under the id of another user: nobody is refused anything, it is not there.
    return missingOrder(call);
  }
  const correct = flaws.has('existence-oracle') ? forbidden() : missingOrder(call);
  return refuse({ call, caller, access, order, correct });
}

/** Whether this caller may do this to this order, flaws included. */
export function mayAccess(call: Call, caller: Caller, asked: OrderQuestion, order: Order): boolean {
  if (bypasses(call, asked)) {
    return true;
  }
  return asked.userId === undefined
    ? opens(caller, asked.action, order.ownerId)
    : mayAccessUnder(call, caller, { ...asked, userId: asked.userId }, order);
}

/** Whether this caller may do this to the orders of this user. */
export function opens({ role, user }: Caller, action: OrderAction, ownerId: bigint): boolean {
  const scope = scopeOf(role, action);
  return scope === 'any' || (scope === 'own' && ownerId === user.id);
}

/** The refusal of something the caller's role has no grant for. */
export function forbidden(): Reply {
  return failure(403, 'forbidden', 'Your role has no grant for this.');
}

function mayAccessUnder(
  { api: { flaws } }: Call,
  caller: Caller,
  { action, userId }: OrderQuestion & { readonly userId: bigint },
  order: Order,
): boolean {
  return (
    (flaws.has('nested-parent-unchecked') || opens(caller, action, userId)) &&
    (flaws.has('nested-child-unchecked') || order.ownerId === userId)
  );
}

const PATH_FLAWS: Readonly<Record<OrderAction, FlawName>> = {
  'order.read': 'read-any-order',
  'order.update': 'update-any-order',
  'order.delete': 'delete-any-order',
};

const ADDRESS_FLAWS: Readonly<Record<Exclude<OrderAddress, 'path' | 'related'>, FlawName>> = {
  query: 'by-query-unchecked',
  body: 'by-body-unchecked',
  header: 'by-header-unchecked',
  form: 'by-form-unchecked',
  cookie: 'by-cookie-unchecked',
  graphql: 'graphql-unchecked',
};

function bypasses(call: Call, asked: OrderQuestion): boolean {
  const flaw = flawOf(asked);
  return !call.guarded || (flaw !== undefined && call.api.flaws.has(flaw));
}

function flawOf({ action, address, userId }: OrderQuestion): FlawName | undefined {
  if (address === 'related') {
    return undefined;
  }
  if (address === 'path') {
    return userId === undefined ? PATH_FLAWS[action] : undefined;
  }
  return ADDRESS_FLAWS[address];
}

function isOpenToAnybody(call: Call, { action, address, userId }: OrderAccess): boolean {
  return (
    call.api.flaws.has('anonymous-read') &&
    action === 'order.read' &&
    address === 'path' &&
    userId === undefined &&
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
