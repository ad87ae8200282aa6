/**
 * The people of the sample and their first orders. The passwords are public, and good for nothing
 * but this API on a loopback address.
 */
import type { Ids } from './ids';
import { PRODUCTS } from './products';
import { addCard, addOrder, type Order, type Role, type Store, type User } from './store';

/** A user every instance begins with. */
export interface DemoUser {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly role: Role;
  readonly organization?: string;
}

/**
 * Two customers, so that one can be tried against the other, and one user of every other role. Two organizations have
 * two members each.
 */
export const DEMO_USERS: readonly DemoUser[] = [
  { ...demoUser('Alice', 'customer'), organization: 'acme' },
  { ...demoUser('Bob', 'customer'), organization: 'globex' },
  { ...demoUser('Sam', 'supportAgent'), organization: 'acme' },
  { ...demoUser('Mia', 'manager'), organization: 'globex' },
  demoUser('Root', 'administrator'),
];

/** The partner account of the endpoints below /partner. */
export const PARTNER = {
  name: 'warehouse',
  password: 'warehouse-demo-password',
  apiKey: 'warehouse-demo-key-7c1d',
  signingKey: 'warehouse-demo-signing-key-58e2',
  /** In base32, as authenticator apps take it. */
  codeKey: 'K5AVERKIJ5KVGRKEIVGU6Q2PIRCUWRKZ',
  tokenKey: 'warehouse-demo-token-key-of-32-bytes',
} as const;

/** The secrets that examples/workspace/local.environment.json names, with their values. */
export const DEMO_SECRETS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(DEMO_USERS.map((user) => [`${user.name.toUpperCase()}_PASSWORD`, user.password])),
  PARTNER_PASSWORD: PARTNER.password,
  PARTNER_API_KEY: PARTNER.apiKey,
  PARTNER_SIGNING_KEY: PARTNER.signingKey,
  PARTNER_CODE_KEY: PARTNER.codeKey,
  PARTNER_TOKEN_KEY: PARTNER.tokenKey,
};

const FIRST_USER_ID = 9_007_199_254_740_993n;
const FIRST_ORDER_AT = Date.UTC(2026, 0, 5, 9);
const HOUR_MS = 3_600_000;

/** A store with the demo users, three orders for each. */
export function createStore(ids: Ids): Store {
  const store: Store = {
    nextUserId: FIRST_USER_ID,
    users: new Map(),
    orders: new Map(),
    attachments: new Map(),
    checkouts: new Map(),
    nextWishId: 1,
    wishes: new Map(),
    wishLists: new Map(),
    cards: new Map(),
    notes: new Map(),
    reviews: new Map(),
    boards: new Map(),
  };
  for (const demo of DEMO_USERS) {
    const user = addUser(store, demo);
    seedOrders(store, ids, user);
    addCard(store, user, demo.name.toLowerCase());
  }
  return store;
}

/** Files a new user under the next free id. Ids are odd, so no double holds one of them. */
export function addUser(store: Store, demo: DemoUser): User {
  const id = store.nextUserId;
  store.nextUserId += 2n;
  const user: User = {
    id,
    ...demo,
    taxNumber: `DE-TAX-${id % 1_000_000n}`,
    lastSeenAt: FIRST_ORDER_AT,
  };
  store.users.set(id, user);
  return user;
}

function seedOrders(store: Store, ids: Ids, user: User): readonly Order[] {
  return PRODUCTS.map((product, index) =>
    addOrder(store, ids, {
      product,
      ownerId: user.id,
      quantity: index + 1,
      note: `${product.name} for ${user.name}`,
      createdAt: FIRST_ORDER_AT + store.orders.size * HOUR_MS,
    }),
  );
}

function demoUser(name: string, role: Role): DemoUser {
  const alias = name.toLowerCase();
  return { name, email: `${alias}@example.com`, password: `${alias}-demo-password`, role };
}
