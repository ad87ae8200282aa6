/**
 * APIs as test/fixtures/descriptions describes them: each lets users at what is their own alone, except where a
 * flaw is switched on.
 */
import { DEMO_SECRETS } from '../../../examples/orders-api/data/seed';
import type { ToyAnswer, ToyRequest } from './toyApi';

/** Answers as one of the APIs. */
export type DescribedApi = (request: ToyRequest) => ToyAnswer;

interface Call extends ToyRequest {
  /** Who is signed in. */
  readonly user: string;
  /** What the placeholders of the path are. */
  readonly ids: readonly string[];
}

/** `GET /notes/*`: `*` is one segment of the path. A route of somebody who has not signed in begins with `public `. */
type Routes = Readonly<Record<string, (call: Call) => ToyAnswer>>;

const ok = (body?: unknown, status = 200): ToyAnswer => ({
  status,
  ...(body === undefined ? {} : { body }),
});
const FORBIDDEN = ok({ error: 'You have no access to this.' }, 403);
const NOT_FOUND = ok({ error: 'There is nothing here.' }, 404);
const UNAUTHORIZED: ToyAnswer = {
  ...ok({ error: 'Sign in first.' }, 401),
  headers: { 'WWW-Authenticate': 'Bearer' },
};

/** Users by what they sign in with, and the tokens they hold. */
function createUsers(suffix = ''): {
  readonly passwords: Map<string, unknown>;
  readonly tokens: Map<string, string>;
  readonly signIn: (name: unknown, password: unknown) => string | undefined;
} {
  const passwords = new Map<string, unknown>(
    ['alice', 'bob', 'root'].map((name) => [
      `${name}${suffix}`,
      DEMO_SECRETS[`${name.toUpperCase()}_PASSWORD`],
    ]),
  );
  const tokens = new Map<string, string>();
  return {
    passwords,
    tokens,
    signIn(name, password) {
      if (typeof name !== 'string' || !passwords.has(name) || passwords.get(name) !== password) {
        return undefined;
      }
      const token = `token-${tokens.size}-of-${name}`;
      tokens.set(token, name);
      return token;
    },
  };
}

function answering(routes: Routes, tokens: ReadonlyMap<string, string>): DescribedApi {
  const table = Object.entries(routes).map(([key, answer]) => {
    const isPublic = key.startsWith('public ');
    const [method, path = ''] = key.replace('public ', '').split(' ');
    return { method, isPublic, answer, segments: path.split('/') };
  });
  return (request) => {
    const asked = new URL(request.url, 'http://localhost').pathname.split('/');
    const route = table.find(
      ({ method, segments }) =>
        method === request.method &&
        segments.length === asked.length &&
        segments.every((segment, index) => segment === '*' || segment === asked[index]),
    );
    if (route === undefined) {
      return NOT_FOUND;
    }
    const user = tokens.get(request.token ?? '') ?? '';
    if (user === '' && !route.isPublic) {
      return UNAUTHORIZED;
    }
    const ids = asked.filter((_, index) => route.segments[index] === '*').map(decodeURIComponent);
    return route.answer({ ...request, user, ids });
  };
}

interface Item {
  readonly owner: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Objects of one kind under numbers; `open` are the methods that check no owner. */
function createItems(
  first: number,
  open: readonly string[] = [],
): {
  readonly create: (call: Call) => object;
  readonly of: (user: string) => readonly object[];
  /** Reads, changes or deletes one, for its owner. */
  readonly one: (call: Call, shown: (item: object) => unknown) => ToyAnswer;
} {
  const items = new Map<string, Item>();
  let next = first;
  const show = (id: string, { fields }: Item): object => ({ ...fields, id: Number(id) });
  return {
    create({ user, fields }) {
      next += 17;
      const item = { owner: user, fields };
      items.set(String(next), item);
      return show(String(next), item);
    },
    of: (user) => [...items].flatMap(([id, item]) => (item.owner === user ? [show(id, item)] : [])),
    one({ method, user, fields, ids: [id = ''] }, shown) {
      const item = items.get(id);
      if (item === undefined || (item.owner !== user && !open.includes(method))) {
        return NOT_FOUND;
      }
      if (method === 'DELETE') {
        items.delete(id);
        return ok(shown({}));
      }
      const current = method === 'GET' ? item : { ...item, fields: { ...item.fields, ...fields } };
      items.set(id, current);
      return ok(shown(show(id, current)));
    },
  };
}

const data = (value: object): object => ({ data: value });

/** The shop of shop.yaml. */
export function shopApi(flaw?: 'basket-read' | 'card-update' | 'address-delete'): DescribedApi {
  const { passwords, tokens, signIn } = createUsers('@example.com');
  const baskets = new Map([...passwords.keys()].map((name, index) => [name, 4100 + 31 * index]));
  const items = createItems(50_000);
  const addresses = createItems(60_000, flaw === 'address-delete' ? ['DELETE'] : []);
  const cards = createItems(70_000, flaw === 'card-update' ? ['PUT'] : []);
  const products = new Map([['1', { id: 1, name: 'Apple juice', description: 'Of apples' }]]);
  const product = ({ ids: [id = ''] }: Call): ToyAnswer => {
    const found = products.get(id);
    return found === undefined ? NOT_FOUND : ok(data(found));
  };
  const one =
    (kind: typeof items) =>
    (call: Call): ToyAnswer =>
      kind.one(call, data);
  const crud = (path: string, kind: typeof items): Routes => ({
    [`GET ${path}`]: ({ user }) => ok(data(kind.of(user))),
    [`POST ${path}`]: (call) => ok(data(kind.create(call)), 201),
    [`GET ${path}/*`]: one(kind),
    [`PUT ${path}/*`]: one(kind),
    [`DELETE ${path}/*`]: one(kind),
  });
  return answering(
    {
      'public POST /rest/user/login': ({ fields: { email, password } }) => {
        const token = signIn(email, password);
        return token === undefined
          ? ok('Invalid email or password.', 401)
          : ok({ authentication: { token, bid: baskets.get(String(email)), umail: email } });
      },
      'GET /rest/user/whoami': ({ user }) => ok({ user: { email: user } }),
      'GET /api/Users': () => ok(data([...passwords.keys()].map((email) => ({ email })))),
      'public POST /api/Users': ({ fields: { email, password } }) => {
        if (typeof email !== 'string' || passwords.has(email)) {
          return ok({ message: 'email must be unique' }, 400);
        }
        passwords.set(email, password);
        return ok(data({ email }), 201);
      },
      'GET /rest/basket/*': ({ user, ids: [id = ''] }) => {
        const [owner = ''] = [...baskets].find(([, basket]) => String(basket) === id) ?? [];
        return owner === user || (flaw === 'basket-read' && owner !== '')
          ? ok(data({ id: Number(id), coupon: `coupon of ${owner}`, Products: items.of(owner) }))
          : FORBIDDEN;
      },
      'POST /rest/basket/*/checkout': () => FORBIDDEN,
      'POST /api/BasketItems': (call) =>
        call.fields['BasketId'] === baskets.get(call.user) ? ok(data(items.create(call))) : FORBIDDEN,
      'GET /api/BasketItems/*': one(items),
      'PUT /api/BasketItems/*': one(items),
      'DELETE /api/BasketItems/*': one(items),
      ...crud('/api/Addresss', addresses),
      ...crud('/api/Cards', cards),
      'public GET /api/Products': () => ok(data([...products.values()])),
      'public GET /api/Products/*': product,
      'PUT /api/Products/*': product,
    },
    tokens,
  );
}

/** The books of books.yaml. */
export function booksApi(flaw?: 'book-read' | 'email-update' | 'password-update'): DescribedApi {
  const { passwords, tokens, signIn } = createUsers();
  const emails = new Map<string, unknown>([...passwords.keys()].map((name) => [name, `${name}@mail.com`]));
  const books = new Map<string, { readonly owner: string; readonly secret: unknown }>();
  const account = (name: string): object => ({ username: name, email: emails.get(name) });
  const change =
    (isOpen: boolean, change: (name: string, fields: ToyRequest['fields']) => void) =>
    ({ user, fields, ids: [name = ''] }: Call): ToyAnswer => {
      if (!passwords.has(name) || (user !== name && !isOpen)) {
        return FORBIDDEN;
      }
      change(name, fields);
      return ok(undefined, 204);
    };
  return answering(
    {
      'public GET /users/v1': () => ok({ users: [...passwords.keys()].map(account) }),
      'public GET /users/v1/_debug': () => ok({ version: '1.2.3' }),
      'public POST /users/v1/register': ({ fields: { username, password, email } }) => {
        if (typeof username !== 'string' || passwords.has(username)) {
          return ok({ status: 'fail', message: 'User already exists. Please Log in.' }, 400);
        }
        passwords.set(username, password);
        emails.set(username, email);
        return ok({ status: 'success', message: 'Successfully registered. Login to receive an auth token.' });
      },
      'public POST /users/v1/login': ({ fields: { username, password } }) => {
        const token = signIn(username, password);
        return token === undefined
          ? ok({ status: 'fail', message: 'Password is not correct for the given username.' }, 401)
          : ok({ auth_token: token, status: 'success' });
      },
      'GET /me': ({ user }) => (passwords.has(user) ? ok({ data: account(user) }) : UNAUTHORIZED),
      'public GET /users/v1/*': ({ ids: [name = ''] }) =>
        passwords.has(name) ? ok(account(name)) : ok({ status: 'fail', message: 'User not found' }, 404),
      'DELETE /users/v1/*': ({ user, ids: [name = ''] }) => {
        if (user !== name || !passwords.delete(name)) {
          return FORBIDDEN;
        }
        emails.delete(name);
        return ok({ status: 'success', message: 'User deleted.' });
      },
      'PUT /users/v1/*/email': change(flaw === 'email-update', (name, { email }) => emails.set(name, email)),
      'PUT /users/v1/*/password': change(flaw === 'password-update', (name, { password }) =>
        passwords.set(name, password),
      ),
      'public GET /books/v1': () =>
        ok({ Books: [...books].map(([book_title, { owner }]) => ({ book_title, user: owner })) }),
      'POST /books/v1': ({ user, fields: { book_title: title, secret } }) => {
        if (typeof title !== 'string' || books.has(title)) {
          return ok({ status: 'fail', message: 'Book Already exists!' }, 400);
        }
        books.set(title, { owner: user, secret });
        return ok({ status: 'success', message: 'Book has been added.' });
      },
      'GET /books/v1/*': ({ user, ids: [title = ''] }) => {
        const book = books.get(title);
        return book !== undefined && (book.owner === user || flaw === 'book-read')
          ? ok({ book_title: title, secret: book.secret, owner: book.owner })
          : ok({ status: 'fail', message: 'Book not found!' }, 404);
      },
    },
    tokens,
  );
}

/** The content platform of content.yaml. */
export function contentApi(flaw?: 'note-read' | 'note-update' | 'settings-read'): DescribedApi {
  const { passwords, tokens, signIn } = createUsers('@example.com');
  const idOf = (email: string): string =>
    `5b0c9d3e-7f21-4c68-9a4d-${Buffer.from(email.padEnd(6)).toString('hex').slice(0, 12)}`;
  const users = new Map(
    [...passwords.keys()].map((email) => [idOf(email), { id: idOf(email), email, first_name: 'Ann' }]),
  );
  const open = flaw === 'note-read' ? ['GET'] : flaw === 'note-update' ? ['PATCH'] : [];
  const notes = createItems(90_000, open);
  const one = (call: Call): ToyAnswer => {
    const answer = notes.one(call, data);
    return answer.status === 404 ? FORBIDDEN : call.method === 'DELETE' ? ok(undefined, 204) : answer;
  };
  const own =
    (answer: (id: string, call: Call) => ToyAnswer) =>
    (call: Call): ToyAnswer => {
      const [id = ''] = call.ids;
      return id === idOf(call.user) ? answer(id, call) : FORBIDDEN;
    };
  const isAdmin = (user: string): boolean => user.startsWith('root');
  let settings: object = { project_name: 'Content of the administrators' };
  return answering(
    {
      'public GET /server/ping': () => ok('pong'),
      'public POST /auth/login': ({ fields: { email, password } }) => {
        const token = signIn(email, password);
        return token === undefined
          ? ok({ errors: [{ message: 'Invalid user credentials.' }] }, 401)
          : ok(data({ access_token: token, expires: 900_000, refresh_token: `refresh-${token}` }));
      },
      'POST /auth/logout': ({ token = '' }) => {
        tokens.delete(token);
        return ok(undefined, 204);
      },
      'GET /users': () => ok(data([...users.values()].map(({ id, first_name }) => ({ id, first_name })))),
      'POST /users': ({ fields: { first_name, email, password } }) => {
        if (typeof email !== 'string' || passwords.has(email)) {
          return ok({ errors: [{ message: 'Value for field "email" has to be unique.' }] }, 400);
        }
        passwords.set(email, password);
        users.set(idOf(email), { id: idOf(email), email, first_name: String(first_name) });
        return ok(data({ id: idOf(email), email }));
      },
      'GET /users/me': ({ user }) => ok(data(users.get(idOf(user)) ?? {})),
      'GET /users/*': own((id) => ok(data(users.get(id) ?? {}))),
      'PATCH /users/*': own((id, { user, fields }) => {
        const changed = { id, email: user, first_name: String(fields['first_name']) };
        users.set(id, changed);
        return ok(data(changed));
      }),
      'DELETE /users/*': own((id, { user }) => {
        users.delete(id);
        passwords.delete(user);
        return ok(undefined, 204);
      }),
      'GET /items/notes': ({ user }) => ok(data(notes.of(user))),
      'POST /items/notes': (call) => ok(data(notes.create(call))),
      'GET /items/notes/*': one,
      'PATCH /items/notes/*': one,
      'DELETE /items/notes/*': one,
      'GET /roles': () => ok(data([{ id: 1, name: 'user' }])),
      'GET /admin/settings': ({ user }) =>
        isAdmin(user) || flaw === 'settings-read' ? ok(data(settings)) : FORBIDDEN,
      'PATCH /admin/settings': ({ user, fields }) => {
        if (!isAdmin(user)) {
          return FORBIDDEN;
        }
        settings = { ...settings, ...fields };
        return ok(data(settings));
      },
    },
    tokens,
  );
}
