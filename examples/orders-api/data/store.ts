/**
 * What the API knows: users, orders and what hangs on them, in memory, one store per instance.
 * Records are replaced, never changed in place. User ids and invoice numbers are 64-bit integers
 * beyond 2^53 on purpose: a client that reads them into a double asks for somebody else.
 */
import type { Writable } from '../http/json';
import type { Ids } from './ids';
import type { Product } from './products';
import { PRODUCTS } from './products';

/** Every role; access/policy.ts says what each may do. */
export const ROLES = ['customer', 'supportAgent', 'manager', 'administrator'] as const;

/** What a user is, which decides what the user may do. */
export type Role = (typeof ROLES)[number];

/** A person with an account. */
export interface User {
  readonly id: bigint;
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly role: Role;
  /** Shown to the user and to managers and administrators only. */
  readonly taxNumber: string;
  /** Milliseconds since 1970; moves with every request, an example of a volatile value. */
  readonly lastSeenAt: number;
}

/** Where an order stands. */
export type OrderState = 'open' | 'cancelled' | 'paid';

/** An order of one product. */
export interface Order {
  readonly id: string;
  readonly ownerId: bigint;
  readonly product: Product;
  readonly quantity: number;
  readonly note: string;
  readonly state: OrderState;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Counts changes; the ETag is made of it. */
  readonly version: number;
}

/** A file that belongs to an order. */
export interface Attachment {
  readonly id: string;
  readonly orderId: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly content: Buffer;
}

/** A payment in progress: it becomes ready after it was asked about often enough. */
export interface Checkout {
  readonly id: string;
  readonly orderId: string;
  readonly invoiceNumber: bigint;
  /** Questions that will still be answered with "not yet". */
  readonly pending: number;
}

/** A user who is signed in. */
export interface Session {
  readonly userId: bigint;
  /** Role at login; the flaw stale-role goes on using it. */
  readonly role: Role;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  /** Present for cookie sessions: what writes must carry. */
  readonly csrfToken?: string;
}

/** All records of one instance. */
export interface Store {
  /** Never used twice, so a deleted user's id leads nowhere. */
  nextUserId: bigint;
  readonly users: Map<bigint, User>;
  readonly orders: Map<string, Order>;
  readonly attachments: Map<string, Attachment>;
  readonly checkouts: Map<string, Checkout>;
}

/** The parts of an order its owner decides about. */
export interface OrderDetails {
  readonly product: Product;
  readonly quantity: number;
  readonly note: string;
}

/** Files a new order. */
export function addOrder(
  store: Store,
  ids: Ids,
  order: OrderDetails & { readonly ownerId: bigint; readonly createdAt: number },
): Order {
  const added: Order = { ...order, id: `ord-${ids.next('order').slice(0, 12)}`, state: 'open', version: 1 };
  store.orders.set(added.id, added);
  return added;
}

/** Files a changed order under its id, with the next version. */
export function changeOrder(
  store: Store,
  order: Order,
  change: Partial<Omit<Order, 'id' | 'version'>>,
): Order {
  const changed = { ...order, ...change, version: order.version + 1 };
  store.orders.set(order.id, changed);
  return changed;
}

/** Orders of one user, oldest first. */
export function ordersOf(store: Store, ownerId: bigint): readonly Order[] {
  return [...store.orders.values()].filter((order) => order.ownerId === ownerId);
}

/** A user by e-mail address. */
export function userByEmail(store: Store, email: string): User | undefined {
  return [...store.users.values()].find((user) => user.email === email);
}

/** A product of the catalogue. */
export function productBySku(sku: string): Product | undefined {
  return PRODUCTS.find((product) => product.sku === sku);
}

/** An order as the API shows it. */
export function orderView(store: Store, order: Order) {
  const { sku, price } = order.product;
  return {
    id: order.id,
    customerId: order.ownerId,
    customer: store.users.get(order.ownerId)?.email ?? 'deleted user',
    sku,
    quantity: order.quantity,
    items: [{ sku, quantity: order.quantity, price }],
    amount: price * order.quantity,
    currency: 'EUR',
    note: order.note,
    state: order.state,
    createdAt: new Date(order.createdAt).toISOString(),
  } satisfies Writable;
}
