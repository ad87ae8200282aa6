/**
 * What the API knows: users, orders and what hangs on them, in memory, one store per instance.
 * Records are replaced, never changed in place. User ids and invoice numbers are 64-bit integers
 * beyond 2^53 on purpose: a client that reads them into a double asks for somebody else.
 */
import type { Writable } from '../http/json';
import type { Ids } from './ids';
import { PRODUCTS, type Product } from './products';

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
  /** Whom the user works for; members share notes. Absent for users of the API itself. */
  readonly organization?: string;
  /** Shown to the user and to managers and administrators only. */
  readonly taxNumber: string;
  /** Milliseconds since 1970; moves with every request, an example of a volatile value. */
  readonly lastSeenAt: number;
}

/** The state of an order. */
type OrderState = 'open' | 'cancelled' | 'paid';

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
  /** Counts changes; the ETag is derived from it. */
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

/** Something a user would like to have; ids are small numbers, easy to guess. */
export interface Wish {
  readonly id: number;
  readonly ownerId: bigint;
  readonly content: string;
}

/** The one wish list of a user, which does not show its wishes. */
export interface WishList {
  readonly id: number;
  readonly ownerId: bigint;
  readonly title: string;
}

/** A loyalty card, under a name that its holder chose. */
export interface Card {
  readonly name: string;
  readonly ownerId: bigint;
  /** E-mail address of the owner. */
  readonly holder: string;
  readonly points: number;
}

/** A note, which the members of an organization share and its author alone deletes. */
export interface Note {
  readonly id: string;
  readonly organization: string;
  readonly authorId: bigint;
  /** E-mail address of the author. */
  readonly author: string;
  readonly text: string;
}

/** A review, which only its author sees. */
export interface Review {
  readonly id: string;
  readonly authorId: bigint;
  readonly text: string;
}

/** A board under a key that its owner chose. */
export interface Board {
  readonly key: string;
  readonly ownerId: bigint;
  readonly title: string;
}

/** A user who is signed in. */
export interface Session {
  readonly userId: bigint;
  /** Role at login; the flaw stale-role keeps using it. */
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
  /** Counts wishes and wish lists together; never used twice. */
  nextWishId: number;
  readonly wishes: Map<number, Wish>;
  readonly wishLists: Map<number, WishList>;
  /** By name. */
  readonly cards: Map<string, Card>;
  readonly notes: Map<string, Note>;
  readonly reviews: Map<string, Review>;
  /** By key. */
  readonly boards: Map<string, Board>;
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

/** Files a new wish. */
export function addWish(store: Store, ownerId: bigint, content: string): Wish {
  const wish: Wish = { id: store.nextWishId, ownerId, content };
  store.nextWishId += 1;
  store.wishes.set(wish.id, wish);
  return wish;
}

/** The wish list of a user, made when there is none yet. */
export function wishListOf(store: Store, { id: ownerId, name }: User): WishList {
  const known = [...store.wishLists.values()].find((list) => list.ownerId === ownerId);
  if (known !== undefined) {
    return known;
  }
  const list: WishList = { id: store.nextWishId, ownerId, title: `Wishes of ${name}` };
  store.nextWishId += 1;
  store.wishLists.set(list.id, list);
  return list;
}

/** Files a new card under a name that is free. */
export function addCard(store: Store, { id: ownerId, email: holder }: User, name: string): Card {
  const card: Card = { name, ownerId, holder, points: 100 };
  store.cards.set(name, card);
  return card;
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
