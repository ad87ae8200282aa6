/** An API of accounts that users choose the names of, and of carts and notes that its creations do not always create. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Workspace } from '../workspace';

/** How it creates. */
export interface Creating {
  /** What registering a name that is taken does; by default it says so with status 200. */
  readonly taken?: 'replaces' | 'conflicts';
  /** POST gives the note that its owner has, or writes into it, with this status. */
  readonly answersExisting?: 200 | 201;
  /** That note gets the text of the POST. */
  readonly writesExisting?: boolean;
}

/** The running API. Users sign in as `Authorization: Bearer <name>`. */
export interface AccountsApi {
  readonly origin: string;
  /** Everything that is there, as text. */
  readonly state: () => string;
  /** The ids of all notes. */
  readonly noteIds: () => readonly string[];
  /** Called when a request was carried out and is not answered yet. */
  onDone: () => void;
  /** Called after each answer. */
  onAnswer: () => void;
  close(): Promise<void>;
}

interface Said {
  readonly status: number;
  readonly body?: object;
}

/** Starts it with the accounts of alice and bob, and a note of each. */
export async function startAccounts(creating: Creating): Promise<AccountsApi> {
  const accounts = new Map(['alice', 'bob'].map((name) => [name, { name, bio: `I am ${name}` }]));
  const notes = new Map([
    ['n-500001', { owner: 'alice', text: 'Milk' }],
    ['n-500002', { owner: 'bob', text: 'Bread' }],
  ]);
  let next = 500_002;
  const register = (name: string, bio: string): Said => {
    const isTaken = accounts.has(name);
    if (isTaken && creating.taken === undefined) {
      return { status: 200, body: { status: 'fail', message: `${name} exists already` } };
    }
    if (isTaken && creating.taken === 'conflicts') {
      return { status: 409, body: { error: 'taken' } };
    }
    accounts.set(name, { name, bio });
    return { status: 200, body: { status: 'success', name } };
  };
  const textOf = (id: string): string => notes.get(id)?.text ?? '';
  const write = (owner: string, text: string): Said => {
    const [known] = [...notes].find(([, note]) => note.owner === owner) ?? [];
    if (known !== undefined && creating.answersExisting !== undefined) {
      notes.set(known, { owner, text: creating.writesExisting === true ? text : textOf(known) });
      return { status: creating.answersExisting, body: { id: known, ...notes.get(known) } };
    }
    next += 1;
    notes.set(`n-${next}`, { owner, text });
    return { status: creating.answersExisting ?? 201, body: { id: `n-${next}`, owner, text } };
  };
  const reach = (method: string, id: string, who: string, text: string): Said => {
    const note = notes.get(id);
    if (note?.owner !== who) {
      return { status: 404, body: { error: 'none' } };
    }
    if (method === 'DELETE') {
      notes.delete(id);
      return { status: 204 };
    }
    if (method === 'PUT') {
      notes.set(id, { ...note, text });
    }
    return { status: 200, body: { id, ...notes.get(id) } };
  };
  const account = (method: string, name: string, who: string): Said => {
    if (name !== who || !accounts.has(who)) {
      return { status: 403, body: { error: 'forbidden' } };
    }
    if (method === 'DELETE') {
      accounts.delete(name);
      return { status: 204 };
    }
    return { status: 200, body: accounts.get(name) ?? {} };
  };
  const answer = (method: string, url: string, who: string, sent: Sent): Said => {
    const [, kind, id] = url.split('/');
    if (kind === 'all') {
      notes.clear();
      return { status: 204 };
    }
    if (kind === 'index') {
      return { status: 200, body: {} };
    }
    if (kind === 'accounts') {
      const { name = '', bio = '' } = sent;
      return id === undefined || method === 'PUT' ? register(id ?? name, bio) : account(method, id, who);
    }
    if (id !== undefined) {
      return reach(method, id, who, sent.text ?? '');
    }
    const own = [...notes].filter(([, { owner }]) => owner === who);
    return method === 'POST'
      ? write(who, sent.text ?? '')
      : { status: 200, body: { items: own.map(([key, note]) => ({ id: key, ...note })) } };
  };
  const api = { onDone: (): void => undefined, onAnswer: (): void => undefined };
  const server = createServer((request, response) => {
    const who = /^Bearer (\w+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    let text = '';
    request.setEncoding('utf8').on('data', (piece: string) => (text += piece));
    request.on('end', () => {
      const sent = (text === '' ? {} : JSON.parse(text)) as Sent;
      const { status, body } = answer(request.method ?? '', request.url ?? '', who, sent);
      api.onDone();
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(body === undefined ? '' : JSON.stringify(body));
      api.onAnswer();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(api, {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    noteIds: () => [...notes.keys()],
    state: () => JSON.stringify([...accounts, ...notes]),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  });
}

interface Sent {
  readonly name?: string;
  readonly bio?: string;
  readonly text?: string;
}

/** Writes its chain and a matrix of these resources and operations. */
export async function writeAccounts(
  workspace: Workspace,
  { expect = {}, note = {}, create = 'register' }: AccountsMatrix = {},
): Promise<void> {
  const one = '{{baseUrl}}/accounts/{{user}}';
  const own = '{{baseUrl}}/notes/{{noteId}}';
  const bio = { bio: 'A few words about me' };
  await workspace.write({
    'a.chain.json': {
      formatVersion: 1,
      name: 'Accounts',
      auth: { type: 'bearer', token: '{{user}}' },
      requests: [
        {
          id: 'register',
          method: 'POST',
          url: '{{baseUrl}}/accounts',
          body: { json: { name: '{{user}}', ...bio } },
          expect: { status: 200, ...expect },
        },
        { id: 'put', method: 'PUT', url: one, body: { json: bio }, expect: { status: 200 } },
        { id: 'account', method: 'GET', url: one },
        { id: 'leave', method: 'DELETE', url: one },
        {
          id: 'write',
          method: 'POST',
          url: '{{baseUrl}}/notes',
          body: { json: { text: 'Buy some milk' } },
          extract: [{ variable: 'noteId', from: 'body', path: '$.id' }],
        },
        { id: 'list', method: 'GET', url: '{{baseUrl}}/notes' },
        { id: 'note', method: 'GET', url: own },
        { id: 'change', method: 'PUT', url: own, body: { json: { text: 'Buy some bread' } } },
        { id: 'remove', method: 'DELETE', url: own },
        { id: 'index', method: 'POST', url: '{{baseUrl}}/index' },
        { id: 'clear', method: 'DELETE', url: '{{baseUrl}}/all' },
      ],
    },
    'm.authz.json': {
      formatVersion: 1,
      name: 'Accounts',
      mutate: true,
      users: {
        alice: { role: 'member', variables: { user: 'alice' } },
        bob: { role: 'member', variables: { user: 'bob' } },
        nobody: { role: 'anonymous' },
      },
      resources: {
        account: {
          create: `a.chain.json#${create}`,
          read: 'a.chain.json#account',
          delete: 'a.chain.json#leave',
          id: ['user'],
        },
        note: {
          create: 'a.chain.json#write',
          read: 'a.chain.json#note',
          delete: 'a.chain.json#remove',
          id: ['noteId'],
          canary: ['$.text'],
          ...note,
        },
      },
      operations: {
        'account.read': { resource: 'account', request: 'a.chain.json#account' },
        'account.create': { resource: 'account', request: `a.chain.json#${create}`, effect: 'create' },
        'account.delete': { resource: 'account', request: 'a.chain.json#leave' },
        'note.read': { resource: 'note', request: 'a.chain.json#note' },
        'note.change': { resource: 'note', request: 'a.chain.json#change' },
        'note.remove': { resource: 'note', request: 'a.chain.json#remove' },
        index: { request: 'a.chain.json#index' },
        clear: { request: 'a.chain.json#clear' },
      },
      policy: { member: { '*': 'own' } },
    },
  });
}

/** What differs from matrix to matrix. */
export interface AccountsMatrix {
  /** Of registering. */
  readonly expect?: object;
  /** Members of the resource `note`. */
  readonly note?: object;
  /** The request that creates an account. */
  readonly create?: 'register' | 'put';
}
