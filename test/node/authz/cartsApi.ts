/** Carts of an API whose creations do not always create: it may give the cart that its user has. */
import { runToy, type ToyAnswer, type ToyRequest, type ToyRun, type ToyScene } from './toyApi';

/** How it creates and lists; a user is the token that is sent. */
export interface CartHabits {
  /** Carts that are there before, by id. */
  readonly carts?: readonly (readonly [id: string, owner: string])[];
  /** POST gives the cart that its user has, with this status; the text that is sent goes into it when it `writes`. */
  readonly existing?: { readonly status: number; readonly writes?: boolean };
  /** What a new cart is answered with; by default 201. */
  readonly created?: number;
  /** What of a cart its creation shows; by default everything. */
  readonly answers?: (cart: object) => object;
  /** How a list is shown; by default as an array of carts. */
  readonly lists?: (carts: readonly Cart[]) => unknown;
  /** Answers before the API does. */
  readonly before?: (request: ToyRequest, asked: readonly string[]) => ToyAnswer | undefined;
  /** The id of a new cart. */
  readonly newId?: (count: number) => string | number;
}

/** A cart. */
interface Cart {
  readonly id: string | number;
  readonly owner: string;
  readonly text: string;
}

/** What a run left, and all that was asked. */
export interface CartRun extends ToyRun {
  readonly carts: readonly Cart[];
  /** Each request as `key-of-alice POST /notes`. */
  readonly asked: readonly string[];
}

/** The list of the matrix. */
export const LISTED = { list: 'notes.chain.json#list' };

/** A cart of alice and one of bob. */
export const OLD: readonly (readonly [string, string])[] = [
  ['old-a', 'key-of-alice'],
  ['old-b', 'key-of-bob'],
];

/** Runs a matrix whose users read their own carts. */
export async function runCarts(habits: CartHabits, scene: Partial<ToyScene> = {}): Promise<CartRun> {
  const api = cartsApi(habits);
  const run = await runToy({
    answer: api.answer,
    operations: { 'note.read': { resource: 'note', request: 'notes.chain.json#read' } },
    ...scene,
  });
  return { ...run, carts: [...api.carts.values()], asked: api.asked };
}

interface CartsApi {
  readonly answer: (request: ToyRequest) => ToyAnswer;
  readonly carts: ReadonlyMap<string, Cart>;
  readonly asked: readonly string[];
}

function cartsApi(habits: CartHabits): CartsApi {
  const { newId = (count) => `c-${100 + count}`, answers = (cart) => cart } = habits;
  const carts = new Map<string, Cart>(
    (habits.carts ?? []).map(([id, owner]) => [id, { id, owner, text: 'groceries' }]),
  );
  const asked: string[] = [];
  let count = 0;
  const create = (owner: string, text: string): ToyAnswer => {
    const known = [...carts.values()].find((cart) => cart.owner === owner);
    if (known !== undefined && habits.existing !== undefined) {
      const written = habits.existing.writes === true ? { ...known, text } : known;
      carts.set(String(known.id), written);
      return { status: habits.existing.status, body: answers(written) };
    }
    count += 1;
    const cart = { id: newId(count), owner, text };
    carts.set(String(cart.id), cart);
    return { status: habits.created ?? 201, body: answers(cart) };
  };
  const reach = (method: string, id: string, owner: string): ToyAnswer => {
    const cart = carts.get(id);
    if (cart?.owner !== owner) {
      return { status: 404, body: { error: 'no such cart' } };
    }
    if (method === 'DELETE') {
      carts.delete(id);
      return { status: 204 };
    }
    return { status: 200, body: cart };
  };
  const answer = (request: ToyRequest): ToyAnswer => {
    const { method, url, token, fields } = request;
    asked.push(`${token ?? '-'} ${method} ${url}`);
    const id = url.replace(/^\/notes\/?/, '');
    const early = habits.before?.(request, asked);
    if (early !== undefined) {
      return early;
    }
    if (token === undefined) {
      return { status: 401, headers: { 'WWW-Authenticate': 'Bearer' }, body: {} };
    }
    if (id !== '') {
      return reach(method, id, token);
    }
    const own = [...carts.values()].filter(({ owner }) => owner === token);
    return method === 'POST'
      ? create(token, String(fields['text']))
      : { status: 200, body: habits.lists?.(own) ?? own };
  };
  return { answer, carts, asked };
}
