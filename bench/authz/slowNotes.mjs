/** An API of notes on the loopback that takes its time for every answer, and a matrix with many operations that read. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** What a note can be read as, each by an operation of its own. */
const PARTS = ['history', 'tags', 'links', 'comments', 'readers', 'reminders', 'attachments', 'versions'];
const USERS = ['alice', 'bob', 'carol'];
const NOTE = '{{baseUrl}}/notes/{{noteId}}';

/**
 * Starts it.
 *
 * @param {number} answersAfterMs
 * @returns {Promise<{ readonly origin: string, stop(): Promise<void> }>}
 */
export async function startSlowNotes(answersAfterMs) {
  const notes = new Map();
  const server = http.createServer((request, response) => {
    void Promise.all([textOf(request), sleep(answersAfterMs)]).then(([text]) => {
      const { status, body } = answer(notes, request, text);
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(body === undefined ? '' : JSON.stringify(body));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Writes the matrix and its chain into a folder, and gives the path of the matrix. */
export async function writeSlowNotes(folder) {
  const file = path.join(folder, 'slow.authz.json');
  await writeFile(path.join(folder, 'slow.chain.json'), JSON.stringify(CHAIN));
  await writeFile(file, JSON.stringify(MATRIX));
  return file;
}

async function textOf(request) {
  return Buffer.concat(await request.toArray()).toString();
}

function answer(notes, { method, url = '', headers }, text) {
  const [, collection, id = '', part] = url.split('/');
  if (collection === 'login') {
    return { status: 200, body: { token: JSON.parse(text).name } };
  }
  const user = headers.authorization?.replace('Bearer ', '');
  if (!USERS.includes(user)) {
    return { status: 401, body: { error: 'Sign in first.' } };
  }
  if (collection === 'me') {
    return { status: 200, body: { name: user } };
  }
  if (id === '') {
    return method === 'POST' ? created(notes, user, text) : { status: 200, body: ownOf(notes, user) };
  }
  const note = notes.get(id);
  if (note?.owner !== user) {
    return { status: 404, body: { error: 'There is no such note.' } };
  }
  if (method === 'DELETE') {
    notes.delete(id);
    return { status: 204 };
  }
  return { status: 200, body: { id, text: note.text, part } };
}

function created(notes, owner, body) {
  const id = randomUUID();
  const { text } = JSON.parse(body);
  notes.set(id, { owner, text });
  return { status: 201, body: { id, text } };
}

function ownOf(notes, user) {
  return [...notes].flatMap(([id, { owner, text }]) => (owner === user ? [{ id, text }] : []));
}

const CHAIN = {
  formatVersion: 2,
  name: 'Slow notes',
  auth: { type: 'bearer', token: '{{token}}' },
  requests: [
    {
      id: 'login',
      method: 'POST',
      url: '{{baseUrl}}/login',
      auth: { type: 'none' },
      body: { json: { name: '{{name}}' } },
      extract: [{ variable: 'token', from: 'body', path: '$.token' }],
      expect: { status: 200 },
    },
    { id: 'me', method: 'GET', url: '{{baseUrl}}/me' },
    {
      id: 'create',
      method: 'POST',
      url: '{{baseUrl}}/notes',
      body: { json: { text: 'Milk' } },
      extract: [{ variable: 'noteId', from: 'body', path: '$.id' }],
    },
    { id: 'list', method: 'GET', url: '{{baseUrl}}/notes' },
    { id: 'read', method: 'GET', url: NOTE },
    ...PARTS.map((part) => ({ id: part, method: 'GET', url: `${NOTE}/${part}` })),
    { id: 'delete', method: 'DELETE', url: NOTE },
  ],
};

const MATRIX = {
  formatVersion: 1,
  name: 'Slow notes',
  mutate: true,
  users: {
    ...Object.fromEntries(
      USERS.map((name) => [
        name,
        {
          role: 'writer',
          login: 'slow.chain.json#login',
          alive: 'slow.chain.json#me',
          variables: { name },
        },
      ]),
    ),
    nobody: { role: 'anonymous' },
  },
  resources: {
    note: {
      create: 'slow.chain.json#create',
      read: 'slow.chain.json#read',
      list: 'slow.chain.json#list',
      delete: 'slow.chain.json#delete',
      id: ['noteId'],
      canary: ['$.text'],
    },
  },
  operations: Object.fromEntries(
    ['list', 'read', ...PARTS].map((name) => [
      `note.${name}`,
      { resource: 'note', request: `slow.chain.json#${name}` },
    ]),
  ),
  policy: { writer: { 'note.*': 'own' } },
};
