/** An API of notes that logs its requests, and a run of a matrix against it. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { AuthzResult } from '../../../src/core/authz/model/authzResult';
import { runMatrix } from '../../../src/node/authz/runMatrix';
import { createWorkspace } from '../workspace';
import { matrixSettings, resultOf } from './matrixRun';

interface Note {
  readonly owner: string;
  readonly since: number;
  text: string;
  state: string;
}

interface Asked {
  readonly method: string;
  readonly url: string;
  readonly user: string | undefined;
  readonly cookie: string | undefined;
}

/** A request, and its subject. */
interface Question extends Asked {
  readonly notes: Map<string, Note>;
  readonly id: string;
  /** The note of that identifier, of any owner. */
  readonly note: Note | undefined;
}

interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly cookie?: string;
}

/** The outcome of a run, and what the API saw. */
export interface Ran {
  readonly result: AuthzResult;
  readonly log: readonly Asked[];
  readonly notes: ReadonlyMap<string, Note>;
}

/** Runs the matrix against the API; a habit answers before it does. */
export async function run(
  habit: (question: Question) => Reply | undefined,
  { strangers = 0, slowMs = 0 }: { readonly strangers?: number; readonly slowMs?: number } = {},
): Promise<Ran> {
  const notes = new Map<string, Note>();
  for (let count = 10_000 - strangers; count < 10_000; count += 1) {
    notes.set(`INV-${count}`, { owner: 'stranger', text: 'theirs', state: 'new', since: 0 });
  }
  const log: Asked[] = [];
  const server = createServer((request, response) => {
    void answer(request, notes, habit, log).then(({ status, body = {}, cookie }) => {
      setTimeout(() => {
        response.writeHead(status, {
          'content-type': 'application/json',
          ...(cookie === undefined ? {} : { 'set-cookie': `${cookie}; Path=/` }),
        });
        response.end(status === 204 ? '' : JSON.stringify(body));
      }, slowMs);
    });
  });
  const workspace = await createWorkspace();
  try {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    await workspace.write({ 'notes.chain.json': CHAIN, 'notes.authz.json': MATRIX });
    const job = { file: path.join(workspace.folder, 'notes.authz.json'), workspace: workspace.folder };
    const { port } = server.address() as AddressInfo;
    const settings = matrixSettings(`http://127.0.0.1:${port}`);
    const result = await resultOf(runMatrix(job, settings, AbortSignal.timeout(100_000)));
    return { result, log, notes };
  } finally {
    await closed(server);
    await workspace.dispose();
  }
}

async function answer(
  request: IncomingMessage,
  notes: Map<string, Note>,
  habit: (question: Question) => Reply | undefined,
  log: Asked[],
): Promise<Reply> {
  const text = (await request.toArray()).join('');
  const { method = '', url = '' } = request;
  const user = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
  const [, , id = ''] = url.split('/');
  const note = notes.get(id);
  const asked = { method, url, user, cookie: request.headers.cookie };
  log.push(asked);
  if (user === undefined) {
    return { status: 401 };
  }
  const reply = habit({ ...asked, notes, id, note });
  if (reply !== undefined) {
    return reply;
  }
  if (url === '/notes') {
    return method === 'POST'
      ? created(notes, user, text)
      : { status: 200, body: { items: [...notes].filter(([, { owner }]) => owner === user) } };
  }
  return note === undefined || !isReached(note, method, user)
    ? { status: 404 }
    : answerAbout(notes, note, { method, id, text });
}

/** Whose note it is matters to those who read; changes are asked nothing where strangers are concerned. */
function isReached({ owner }: Note, method: string, user: string): boolean {
  return owner === user || (owner === 'stranger' && method !== 'GET');
}

function answerAbout(
  notes: Map<string, Note>,
  note: Note,
  { method, id, text }: { readonly method: string; readonly id: string; readonly text: string },
): Reply {
  if (method === 'DELETE') {
    notes.delete(id);
    return { status: 204 };
  }
  if (method === 'PUT') {
    note.text = textIn(text);
  }
  return { status: 200, body: { id, text: note.text, state: note.state } };
}

/** Notes that were created; none gets the number of one that was deleted. */
const counts = new WeakMap<Map<string, Note>, number>();

function created(notes: Map<string, Note>, owner: string, text: string): Reply {
  const count = (counts.get(notes) ?? 0) + 1;
  counts.set(notes, count);
  const id = `INV-${String(count).padStart(4, '0')}`;
  notes.set(id, { owner, text: textIn(text), state: 'new', since: performance.now() });
  return { status: 201, body: { id } };
}

function textIn(body: string): string {
  return (JSON.parse(body) as { readonly text: string }).text;
}

async function closed(server: Server): Promise<void> {
  await new Promise((done) => {
    server.close(done);
    server.closeAllConnections();
  });
}

const NOTE = '{{baseUrl}}/notes/{{noteId}}';
const BODY = { json: { text: 'Milk' } };

const CHAIN = {
  formatVersion: 1,
  name: 'Notes',
  auth: { type: 'bearer', token: '{{name}}' },
  requests: [
    {
      id: 'create',
      method: 'POST',
      url: '{{baseUrl}}/notes',
      body: BODY,
      extract: [{ variable: 'noteId', from: 'body', path: '$.id' }],
    },
    { id: 'list', method: 'GET', url: '{{baseUrl}}/notes' },
    { id: 'share', method: 'GET', url: `${NOTE}/share` },
    { id: 'read', method: 'GET', url: NOTE },
    { id: 'cancel', method: 'POST', url: `${NOTE}/cancel` },
    { id: 'update', method: 'PUT', url: NOTE, body: BODY },
    { id: 'delete', method: 'DELETE', url: NOTE },
  ],
};

const MATRIX = {
  formatVersion: 1,
  name: 'Notes',
  mutate: true,
  users: {
    'user-a': { role: 'writer', variables: { name: 'alice' } },
    'user-b': { role: 'writer', variables: { name: 'bob' } },
  },
  resources: {
    note: {
      create: 'notes.chain.json#create',
      read: 'notes.chain.json#read',
      list: 'notes.chain.json#list',
      delete: 'notes.chain.json#delete',
      id: ['noteId'],
    },
  },
  operations: {
    'note.list': { resource: 'note', request: 'notes.chain.json#list' },
    'note.share': { resource: 'note', request: 'notes.chain.json#share' },
    'note.cancel': { resource: 'note', request: 'notes.chain.json#cancel', effect: 'action' },
    'note.update': { resource: 'note', request: 'notes.chain.json#update' },
    'note.delete': { resource: 'note', request: 'notes.chain.json#delete' },
  },
  policy: { writer: { 'note.*': 'own' } },
};
