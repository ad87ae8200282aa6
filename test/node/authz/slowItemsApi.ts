/** An API of items behind logins that carries a request out some time after it arrived. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** What arrived: creations and requests for the item of another are counted from 1. */
export interface Arrived {
  readonly kind: 'creation' | 'attack' | 'other';
  readonly count: number;
}

/** A running API. */
export interface ItemsApi {
  readonly origin: string;
  /** Items that exist. */
  readonly items: ReadonlyMap<string, { readonly owner: string; readonly note: string }>;
  readonly close: () => Promise<void>;
}

/** Milliseconds until a request is carried out for which `arrives` says so. */
const LATE_MS = 50;

/** Starts the API; creations are answered with `created`. */
export async function startItems(created: number, arrives: (what: Arrived) => boolean): Promise<ItemsApi> {
  const items = new Map<string, { readonly owner: string; readonly note: string }>();
  const counts = { creation: 0, attack: 0, other: 0 };
  let next = 1000;
  const replyTo = (method: string, id: string, user: string, note: string): readonly [number, unknown] => {
    if (method === 'POST') {
      next += 1;
      items.set(`item-${next}`, { owner: user, note });
      return [created, { id: `item-${next}`, note }];
    }
    if (id === '') {
      const own = [...items].filter(([, { owner }]) => owner === user);
      return [200, own.map(([one, item]) => ({ id: one, note: item.note }))];
    }
    const item = items.get(id);
    if (item?.owner !== user) {
      return [item === undefined ? 404 : 403, { error: 'not yours' }];
    }
    if (method === 'DELETE') {
      items.delete(id);
    }
    return [200, { id, note: item.note }];
  };
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request;
    const [, first = '', id = ''] = url.split('/');
    const user = /^Bearer (\w+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const answer = async (text: string): Promise<void> => {
      const { user: name, note = '' } = (text === '' ? {} : JSON.parse(text)) as Record<string, string>;
      const owner = items.get(id)?.owner ?? user;
      const kind =
        first === 'login' ? 'other' : method === 'POST' ? 'creation' : owner === user ? 'other' : 'attack';
      counts[kind] += 1;
      if (arrives({ kind, count: counts[kind] })) {
        await wait(LATE_MS);
      }
      const isSignedIn = user !== '';
      const [status, body] =
        first === 'login' ? [200, { token: name }] : isSignedIn ? replyTo(method, id, user, note) : [401, {}];
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    let sent = '';
    request.setEncoding('utf8').on('data', (piece: string) => (sent += piece));
    request.on('end', () => void answer(sent));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    items,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
