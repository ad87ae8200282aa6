/** An API of notes in envelopes that fails in the ways a test says, and a workspace with a matrix for it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Workspace } from '../workspace';

/** The matrix in a workspace. */
export function jobIn({ folder }: Workspace): { readonly file: string; readonly workspace: string } {
  return { file: path.join(folder, 'm.authz.json'), workspace: folder };
}

/** The resource of the matrix. */
export const NOTE = {
  create: 'c.chain.json#create',
  read: 'c.chain.json#read',
  list: 'c.chain.json#list',
  delete: 'c.chain.json#delete',
  id: ['noteId'],
  canary: ['$.text'],
};

/** Writes the chain of the API and its matrix, members of which may be others. */
export async function writeNotes(workspace: Workspace, matrix: object = {}): Promise<void> {
  const url = '{{baseUrl}}/notes/{{noteId}}';
  const body = { json: { text: 'Milk' } };
  const extract = [{ variable: 'noteId', from: 'body', path: '$.data.id' }];
  await workspace.write({
    'c.chain.json': {
      formatVersion: 1,
      name: 'Notes',
      auth: { type: 'bearer', token: '{{name}}' },
      requests: [
        { id: 'create', method: 'POST', url: '{{baseUrl}}/notes', body, extract },
        { id: 'read', method: 'GET', url },
        { id: 'list', method: 'GET', url: '{{baseUrl}}/notes' },
        { id: 'update', method: 'PUT', url, body },
        { id: 'delete', method: 'DELETE', url },
      ],
    },
    'm.authz.json': {
      formatVersion: 1,
      name: 'Notes',
      mutate: true,
      users: {
        alice: { role: 'writer', variables: { name: 'alice' } },
        bob: { role: 'writer', variables: { name: 'bob' } },
      },
      resources: { note: NOTE },
      operations: {
        'note.read': { resource: 'note', request: 'c.chain.json#read' },
        'note.update': { resource: 'note', request: 'c.chain.json#update' },
      },
      policy: { writer: { 'note.*': 'own' } },
      ...matrix,
    },
  });
}

interface Note {
  readonly owner: string;
  readonly text: string;
}

/** What differs from API to API. */
export interface ApiOptions {
  /** PUT of a note that is not there creates one, under an id of the server's choice. */
  readonly upserts?: boolean;
  /** The list shows texts without ids. */
  readonly hidesIds?: boolean;
  /** A note is created twice, and the answer tells of one: something on the way sent the request again. */
  readonly doubles?: boolean;
  /** How many notes the list shows, and says nothing of others; absent are all. */
  readonly shows?: number;
  /** What the list is answered with. */
  readonly listStatus?: number;
  /** What is answered instead of what was done; nothing hangs up. */
  readonly says?: (request: Asked, done: Reply) => Reply | undefined;
  /** What looking at a note is answered with. */
  readonly readStatus?: number;
}

/** A request that arrived. */
export interface Asked {
  readonly method: string;
  readonly url: string;
}

/** What a request is answered with. */
export interface Reply {
  readonly status: number;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The running API. Users sign in as `Authorization: Bearer <name>`. */
export interface Api {
  readonly origin: string;
  readonly notes: ReadonlyMap<string, Note>;
  /** Ids of notes that were deleted, in this order. */
  readonly deleted: readonly string[];
  /** Adds a note; its id. */
  add(owner: string, text: string): string;
  close(): Promise<void>;
}

/** An API of notes in envelopes; its list holds them without, the text in an object of its own. */
export async function startApi(
  before: (request: Asked) => Reply | undefined = () => undefined,
  options: ApiOptions = {},
): Promise<Api> {
  const notes = new Map<string, Note>();
  const deleted: string[] = [];
  let next = 100_000;
  const add = (owner: string, text: string): string => {
    next += 7;
    notes.set(`n-${next}`, { owner, text });
    return `n-${next}`;
  };
  const answer = (method: string, url: string, user: string, text: string): Reply => {
    if (url === '/notes') {
      if (method === 'POST' && options.doubles === true) {
        add(user, text);
      }
      return method === 'POST' ? { status: 201, body: { data: { id: add(user, text) } } } : listOf(user);
    }
    const id = url.slice('/notes/'.length);
    if (notes.get(id)?.owner !== user) {
      return method === 'PUT' && options.upserts === true && !notes.has(id)
        ? { status: 200, body: { id: add(user, text) } }
        : { status: 404, body: { error: 'no such note' } };
    }
    if (method === 'DELETE') {
      notes.delete(id);
      deleted.push(id);
      return { status: 204 };
    }
    if (method === 'PUT') {
      notes.set(id, { owner: user, text });
    }
    return { status: options.readStatus ?? 200, body: { id, ...notes.get(id) } };
  };
  const listOf = (user: string): Reply => {
    const own = [...notes].filter(([, { owner }]) => owner === user).slice(0, options.shows);
    const items = own.map(([id, { text }]) => ({
      ...(options.hidesIds === true ? {} : { id }),
      content: { text },
    }));
    return options.listStatus === undefined
      ? { status: 200, body: { items } }
      : { status: options.listStatus, body: { error: 'not now' } };
  };
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request;
    const user = /^Bearer (\w+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    let sent = '';
    request.setEncoding('utf8').on('data', (piece: string) => (sent += piece));
    request.on('end', () => {
      const { text = '' } = (sent === '' ? {} : JSON.parse(sent)) as { readonly text?: string };
      const done = before({ method, url }) ?? answer(method, url, user, text);
      const said = options.says === undefined ? done : options.says({ method, url }, done);
      if (said === undefined) {
        response.destroy();
        return;
      }
      response.writeHead(said.status, { 'Content-Type': 'application/json', ...said.headers });
      response.end(said.body === undefined ? '' : JSON.stringify(said.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    notes,
    deleted,
    add,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
