/** An API where everybody may register, the sessions of a member can be ended, and members can leave. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What it does wrong. */
export type ClubFlaw = 'end-any' | 'leave-any' | 'refuses-in-words' | 'says-signed-out';

/** The running API. */
export interface ClubApi {
  readonly origin: string;
  readonly members: () => readonly string[];
  readonly register: (nick: string) => void;
  close(): Promise<void>;
}

interface Asked {
  readonly method: string;
  readonly path: string;
  /** Nick of who is signed in. */
  readonly who: string | undefined;
  readonly nick: string;
}

interface Said {
  readonly status: number;
  readonly body?: object;
}

/** A club whose members have a nick, an id derived from the nick, and keys that expire. */
export async function startClub(flaws: readonly ClubFlaw[]): Promise<ClubApi> {
  const members = new Set(['alice', 'bob']);
  const keys = new Map([
    ['key-1', 'alice'],
    ['key-2', 'bob'],
  ]);
  const answer = ({ method, path, who, nick }: Asked): Said => {
    if (path === '/members') {
      const isTaken = members.has(nick);
      members.add(nick);
      return isTaken ? { status: 409, body: {} } : { status: 201, body: { memberId: `m-${nick}` } };
    }
    if (path === '/sessions') {
      const key = `key-${keys.size + 1}-of-${nick}`;
      keys.set(key, nick);
      return members.has(nick)
        ? { status: 201, body: { key, memberId: `m-${nick}` } }
        : { status: 401, body: {} };
    }
    if (who === undefined || !members.has(who)) {
      return { status: 401, body: {} };
    }
    const [, whose = who, rest = ''] = /^\/members\/m-([\w-]+)(.*)$/.exec(path) ?? [];
    return answerMember({ method, who, whose, rest });
  };
  const answerMember = (asked: {
    readonly method: string;
    readonly who: string;
    readonly whose: string;
    readonly rest: string;
  }): Said => {
    const { method, who, whose, rest } = asked;
    const flaw: ClubFlaw = rest === '' ? 'leave-any' : 'end-any';
    const isAllowed = who === whose || (method === 'DELETE' && flaws.includes(flaw));
    if (!isAllowed || !members.has(whose)) {
      return { status: 403, body: { error: 'not yours' } };
    }
    if (method === 'GET') {
      return { status: 200, body: { memberId: `m-${whose}`, nick: whose } };
    }
    if (rest === '') {
      members.delete(whose);
      return { status: 204 };
    }
    [...keys].filter(([, nick]) => nick === whose).forEach(([key]) => keys.delete(key));
    return refusal(flaws, who, whose) ?? { status: 204 };
  };
  const server = createServer((request, response) => {
    void fieldsOf(request).then(({ nick = '' }) => {
      const key = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
      const { method = '', url: path = '' } = request;
      const { status, body } = answer({ method, path, who: keys.get(key), nick });
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(body === undefined ? '' : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    members: () => [...members],
    register: (nick) => members.add(nick),
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

/** What it says after it ended the sessions of another all the same. */
function refusal(flaws: readonly ClubFlaw[], who: string, whose: string): Said | undefined {
  if (who === whose) {
    return undefined;
  }
  if (flaws.includes('says-signed-out')) {
    return { status: 401, body: {} };
  }
  return flaws.includes('refuses-in-words') ? { status: 403, body: {} } : undefined;
}

async function fieldsOf(request: IncomingMessage): Promise<{ readonly nick?: string }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
  }
  const text = Buffer.concat(chunks).toString();
  return text === '' ? {} : (JSON.parse(text) as { readonly nick?: string });
}
