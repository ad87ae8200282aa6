/**
 * A small API on raw sockets, honest but for one place: there it gives the hostile answer.
 *
 * `/ok` and the items are honest: only the user who created an item gets at it. Connections are kept, so that what
 * a hostile answer leaves behind on one could be taken for the answer to the next request.
 */
import { randomUUID } from 'node:crypto';
import net, { type Socket } from 'node:net';
import { listen } from '../exfiltration/arrivals';
import type { Answer } from './kind';

/** Where an answer is hostile: what a caller who is not the owner gets, or a request of the run itself. */
export type Place = 'attack' | 'login' | 'create' | 'read' | 'delete';

/** A running API. */
export interface HostileApi {
  readonly origin: string;
  /** Items that runs created and that exist. */
  readonly items: () => number;
  /** The items that were there before, as JSON. */
  readonly kept: () => string;
  readonly close: () => Promise<void>;
}

/** Items that are there before any run. */
const KEPT: readonly (readonly [id: string, item: Item])[] = [
  ['kept-1', { owner: 'alice', note: 'of alice' }],
  ['kept-2', { owner: 'bob', note: 'of bob' }],
];

/** Starts the API; `seen` hears of each request after it was answered. */
export async function startHostileApi(
  hostile: Answer,
  place: Place,
  seen: (request: string) => void = () => undefined,
): Promise<HostileApi> {
  const sockets = new Set<Socket>();
  const items = new Map(KEPT);
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // The client closes connections that make no sense, whatever is still being written.
    socket.on('error', () => undefined);
    let pending = '';
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      pending += chunk;
      for (let end = endOfRequest(pending); end !== undefined; end = endOfRequest(pending)) {
        const request = pending.slice(0, end);
        pending = pending.slice(end);
        const reply = replyTo(request, items, place);
        if (reply === 'hostile') {
          hostile({ socket, origin });
        } else {
          const [status, body] = reply;
          socket.write(
            `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
          );
        }
        seen(request);
      }
    });
  });
  const origin = `http://127.0.0.1:${await listen(server)}`;
  return {
    origin,
    items: () => [...items.keys()].filter((id) => id.startsWith('item-')).length,
    kept: () => JSON.stringify([...items].filter(([id]) => id.startsWith('kept-'))),
    close: () =>
      new Promise((resolve) => {
        sockets.forEach((socket) => socket.destroy());
        server.close(() => resolve());
      }),
  };
}

function endOfRequest(text: string): number | undefined {
  const head = text.indexOf('\r\n\r\n');
  const length = Number(/^content-length: *(\d+)/im.exec(text.slice(0, head))?.[1] ?? 0);
  const end = head + 4 + length;
  return head === -1 || text.length < end ? undefined : end;
}

interface Item {
  readonly owner: string;
  readonly note: string;
}

interface Asked {
  readonly method: string;
  readonly id: string;
  readonly user: string;
  readonly request: string;
}

type Reply = 'hostile' | readonly [status: string, body: string];

function replyTo(request: string, items: Map<string, Item>, place: Place): Reply {
  const [, method = '', target = ''] = /^(\S+) (\S*)/.exec(request) ?? [];
  const user = /^authorization: Bearer (\w+)/im.exec(request)?.[1];
  const [, first = '', id = ''] = target.split(/[/?]/);
  switch (first) {
    case 'ok':
      return ['200 OK', '{"ok":true}'];
    case 'login':
      return signIn(request, place);
    case 'items':
      return user === undefined
        ? ['401 Unauthorized', '{"error":"log in"}']
        : replyAboutItems({ method, id, user, request }, items, place);
    default:
      return 'hostile';
  }
}

function signIn(request: string, place: Place): Reply {
  const name = /"user":"(\w+)"/.exec(request)?.[1] ?? '';
  return place === 'login' && name === 'bob' ? 'hostile' : ['200 OK', `{"token":"${name}"}`];
}

function replyAboutItems(asked: Asked, items: Map<string, Item>, place: Place): Reply {
  if (asked.method === 'POST') {
    return create(asked, items, place);
  }
  return asked.id === '' ? list(asked, items) : replyAboutItem(asked, items, place);
}

function create({ user, request }: Asked, items: Map<string, Item>, place: Place): Reply {
  if (place === 'create') {
    return 'hostile';
  }
  const id = `item-${randomUUID()}`;
  const note = /"note":"([^"]*)"/.exec(request)?.[1] ?? '';
  items.set(id, { owner: user, note });
  return ['201 Created', JSON.stringify({ id, note })];
}

function list({ user }: Asked, items: Map<string, Item>): Reply {
  const own = [...items].filter(([, { owner }]) => owner === user);
  return ['200 OK', JSON.stringify(own.map(([id, { note }]) => ({ id, note })))];
}

function replyAboutItem({ method, id, user }: Asked, items: Map<string, Item>, place: Place): Reply {
  const item = items.get(id);
  if (item === undefined) {
    return ['404 Not Found', '{"error":"not found"}'];
  }
  if (item.owner !== user) {
    return place === 'attack' ? 'hostile' : ['403 Forbidden', '{"error":"not yours"}'];
  }
  if (method === 'DELETE') {
    items.delete(id);
    return place === 'delete' ? 'hostile' : ['204 No Content', ''];
  }
  return place === 'read' ? 'hostile' : ['200 OK', JSON.stringify({ id, note: item.note })];
}
