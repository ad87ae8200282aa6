/** An API of notes with sessions by cookie, which watches what is under way at the same time. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { MatrixJob } from '../../../src/node/authz/loadMatrix';
import { createWorkspace } from '../workspace';

/** What is special about the API. */
export interface SessionHabits {
  /** What a session is used for while it is in use ends it. */
  readonly endsBusySessions?: boolean;
  /** Sessions of a user at a time; signing in once more ends the oldest one. */
  readonly sessionsPerUser?: number;
  /** How often a user can sign in. */
  readonly signIns?: number;
  /** Answers with 429 while more requests are under way. */
  readonly mostAtATime?: number;
  /** Shows notes to everybody. */
  readonly open?: boolean;
  /** What nobody is to see of two requests at a time is answered when the second one has come. */
  readonly waitsForSecond?: boolean;
  /** Which requests get no answer: the connection ends. */
  readonly breaks?: (asked: Asked) => boolean;
  /** Sees each request before it is answered. */
  readonly look?: (asked: Asked) => void;
}

/** A request. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  /** Absent without a session that holds. */
  readonly user: string | undefined;
}

interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The API while it listens, and the matrix that is about it. */
export interface SessionsApi {
  readonly origin: string;
  readonly job: MatrixJob;
  readonly notes: ReadonlyMap<string, { readonly owner: string }>;
  /** How many requests were under way at most, and how many of one session. */
  readonly most: () => { readonly requests: number; readonly ofSession: number };
  readonly asked: readonly Asked[];
  readonly close: () => Promise<void>;
}

/** Starts it, and writes the matrix. */
export async function startSessions(habits: SessionHabits = {}, limits: object = {}): Promise<SessionsApi> {
  const workspace = await createWorkspace();
  const notes = new Map<string, { owner: string; text: unknown }>();
  const sessions = createSessions(habits);
  const asked: Asked[] = [];
  const underWay = new Map<symbol, string>();
  const most = { requests: 0, ofSession: 0 };
  const second = createMeeting(habits.waitsForSecond === true);
  const server = createServer((request, response) => {
    const me = Symbol('request');
    const { method = '', url = '' } = request;
    const sid = /sid=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
    const isBusy = sid !== '' && [...underWay.values()].includes(sid);
    underWay.set(me, sid);
    const ofSession = [...underWay.values()].filter((one) => one === sid && sid !== '').length;
    most.requests = Math.max(most.requests, underWay.size);
    most.ofSession = Math.max(most.ofSession, ofSession);
    if (isBusy && habits.endsBusySessions === true) {
      sessions.end(sid);
    }
    const isTooMany = underWay.size > (habits.mostAtATime ?? Infinity);
    const user = sessions.userOf(sid);
    asked.push({ method, url, user });
    habits.look?.({ method, url, user });
    if (habits.breaks?.({ method, url, user }) === true) {
      underWay.delete(me);
      request.socket.destroy();
      return;
    }
    void Promise.all([fieldsOf(request), second.arrives(method, url)]).then(([fields]) => {
      const { status, body, headers } = isTooMany
        ? { status: 429, body: {}, headers: { 'Retry-After': '0' } }
        : url === '/login'
          ? sessions.signIn(String(fields['name']))
          : answer({ method, url, user, fields, open: habits.open === true }, notes);
      setImmediate(() => {
        underWay.delete(me);
        response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
        response.end(body === undefined ? '' : JSON.stringify(body));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await workspace.write({
    'notes.chain.json': NOTES,
    'login.chain.json': LOGIN,
    'notes.authz.json': matrixWith(limits),
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    job: { file: path.join(workspace.folder, 'notes.authz.json'), workspace: workspace.folder },
    notes,
    most: () => ({ ...most }),
    asked,
    async close() {
      server.close();
      server.closeAllConnections();
      await workspace.dispose();
    },
  };
}

interface SessionTable {
  readonly userOf: (sid: string) => string | undefined;
  readonly end: (sid: string) => void;
  readonly signIn: (user: string) => Reply;
}

function createSessions({ sessionsPerUser = Infinity, signIns = Infinity }: SessionHabits): SessionTable {
  const users = new Map<string, string>();
  const counts = new Map<string, number>();
  return {
    userOf: (sid) => users.get(sid),
    end: (sid) => users.delete(sid),
    signIn(user) {
      const count = (counts.get(user) ?? 0) + 1;
      counts.set(user, count);
      if (count > signIns) {
        return { status: 403, body: { error: 'signed in too often' } };
      }
      const own = [...users].filter(([, name]) => name === user).map(([sid]) => sid);
      own.slice(0, Math.max(0, own.length + 1 - sessionsPerUser)).forEach((sid) => users.delete(sid));
      const sid = randomUUID();
      users.set(sid, user);
      return { status: 200, body: {}, headers: { 'Set-Cookie': `sid=${sid}; Path=/` } };
    },
  };
}

/** Two requests for what notes contain meet once: the first is answered when the second has come. */
function createMeeting(isWanted: boolean): {
  readonly arrives: (method: string, url: string) => Promise<void>;
} {
  let come = 0;
  let meet = (): void => undefined;
  const met = new Promise<void>((resolve) => {
    meet = resolve;
  });
  return {
    async arrives(method, url) {
      if (!isWanted || method !== 'GET' || !/\/notes\/.*\/\w/.test(url)) {
        return;
      }
      come += 1;
      if (come > 1) {
        meet();
      }
      await met;
    },
  };
}

interface Question extends Asked {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly open: boolean;
}

function answer(
  { method, url, user, fields, open }: Question,
  notes: Map<string, { owner: string; text: unknown }>,
): Reply {
  if (user === undefined) {
    return { status: 401, body: {} };
  }
  const [, collection, id = '', part] = url.split('/');
  if (collection === 'me') {
    return { status: 200, body: { name: user } };
  }
  if (id === '' && method === 'POST') {
    const created = `n-${randomUUID()}`;
    notes.set(created, { owner: user, text: fields['text'] });
    return { status: 201, body: { id: created, text: fields['text'] } };
  }
  if (id === '') {
    const own = [...notes].filter(([, { owner }]) => owner === user);
    return { status: 200, body: { items: own.map(([own, { text }]) => ({ id: own, text })) } };
  }
  const note = notes.get(id);
  if (note === undefined || (note.owner !== user && !(open && part !== undefined))) {
    return { status: 404, body: { error: 'no such note' } };
  }
  if (method === 'DELETE') {
    notes.delete(id);
    return { status: 204 };
  }
  if (method === 'PUT') {
    note.text = fields['text'];
  }
  return { status: 200, body: { id, text: note.text, part } };
}

async function fieldsOf(request: IncomingMessage): Promise<Readonly<Record<string, unknown>>> {
  const text = Buffer.concat(await request.toArray()).toString();
  return text === '' ? {} : (JSON.parse(text) as Readonly<Record<string, unknown>>);
}

/** Parts of a note, each with an operation that reads it. */
const PARTS = ['history', 'tags', 'links'];

const NOTE = '{{baseUrl}}/notes/{{noteId}}';
const BODY = { json: { text: 'Milk' } };

const NOTES = {
  formatVersion: 2,
  name: 'Notes',
  requests: [
    {
      id: 'create',
      method: 'POST',
      url: '{{baseUrl}}/notes',
      body: BODY,
      extract: [{ variable: 'noteId', from: 'body', path: '$.id' }],
    },
    { id: 'list', method: 'GET', url: '{{baseUrl}}/notes' },
    { id: 'read', method: 'GET', url: NOTE },
    ...PARTS.map((part) => ({ id: part, method: 'GET', url: `${NOTE}/${part}` })),
    { id: 'update', method: 'PUT', url: NOTE, body: BODY },
    { id: 'delete', method: 'DELETE', url: NOTE },
  ],
};

const LOGIN = {
  formatVersion: 2,
  name: 'Login',
  requests: [
    {
      id: 'login',
      method: 'POST',
      url: '{{baseUrl}}/login',
      body: { json: { name: '{{name}}' } },
      expect: { status: 200 },
    },
    { id: 'me', method: 'GET', url: '{{baseUrl}}/me' },
  ],
};

function matrixWith(limits: object): object {
  const user = (name: string): object => ({
    role: 'writer',
    login: 'login.chain.json#login',
    alive: 'login.chain.json#me',
    variables: { name },
  });
  const named = ['list', 'read', ...PARTS, 'update', 'delete'].map(
    (name) => [`note.${name}`, { resource: 'note', request: `notes.chain.json#${name}` }] as const,
  );
  return {
    formatVersion: 1,
    name: 'Notes',
    mutate: true,
    users: { alice: user('alice'), bob: user('bob'), nobody: { role: 'anonymous' } },
    resources: {
      note: {
        create: 'notes.chain.json#create',
        read: 'notes.chain.json#read',
        list: 'notes.chain.json#list',
        delete: 'notes.chain.json#delete',
        id: ['noteId'],
        canary: ['$.text'],
      },
    },
    operations: Object.fromEntries(named),
    policy: { writer: { 'note.*': 'own' } },
    limits,
  };
}
