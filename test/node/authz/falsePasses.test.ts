import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { AuthzResult } from '../../../src/core/authz/model/authzResult';
import { runMatrix } from '../../../src/node/authz/runMatrix';
import { createWorkspace } from '../workspace';
import { matrixSettings, resultOf } from './matrixRun';

describe('what looks like a pass and is none', () => {
  it('a 403 to credentials that never held', async () => {
    const { classes, result } = await run({
      answer: ({ user, url, note }) => {
        if (user !== 'alice') {
          return { status: 403, body: {} };
        }
        return url === '/me' ? { status: 200, body: { name: user } } : note;
      },
      policy: { writer: { 'note.*': 'own' }, reader: { 'note.*': 'none' } },
      users: { bob: { role: 'reader', alive: 'notes.chain.json#me', variables: { name: 'bob' } } },
    });
    assert.equal(classes['FUN note.read alice<-bob path:noteId'], 'INCONCLUSIVE_CONTROL');
    assert.match(JSON.stringify(result.cells), /The credentials of bob do not hold, although they are new/);
  });

  it('a 403 to somebody who is refused everything, which a note says', async () => {
    const notesFor = async (granted: readonly string[]): Promise<readonly string[]> => {
      const { classes, result } = await run({
        answer: ({ user, url, note }) =>
          user === 'alice' || granted.includes(url) ? { ...note, status: 200 } : { status: 403, body: {} },
        operations: {
          'note.read': { resource: 'note', request: 'notes.chain.json#read' },
          me: { request: 'notes.chain.json#me', effect: 'read' },
        },
        policy: {
          writer: { '*': 'own', me: 'any' },
          reader: { 'note.*': 'none', me: granted.length > 0 ? 'any' : 'none' },
        },
        users: { bob: { role: 'reader', variables: { name: 'bob' } } },
      });
      assert.equal(classes['FUN note.read alice<-bob path:noteId'], 'PASS_403');
      return result.notes.filter((note) => note.startsWith('Every request'));
    };
    assert.deepEqual(await notesFor([]), [
      'Every request of bob was refused, so nothing shows that the credentials hold. Name a request under "alive" that succeeds while they do.',
    ]);
    assert.deepEqual(await notesFor(['/me']), []);
  });

  it('a 404 that shows everything, to objects that do not exist as well', async () => {
    const { classes } = await run({
      answer: ({ user, note, notes }) =>
        note.body.owner === user ? note : { status: 404, body: { known: [...notes.values()] } },
    });
    assert.equal(classes['OBJ note.read alice<-bob path:noteId'], 'FLAW_READ');
  });

  it('a 404 to an object that its owner cannot read any more either', async () => {
    const reads = new Map<string, number>();
    const { classes } = await run({
      answer: ({ note }) => {
        const id = String(note.body.id);
        reads.set(id, (reads.get(id) ?? 0) + 1);
        return (reads.get(id) ?? 0) > 2 ? { status: 404, body: {} } : note;
      },
    });
    assert.match(classes['OBJ note.read alice<-bob path:noteId'] ?? '', /^INCONCLUSIVE_/);
  });

  it('what is called public and is refused to those without credentials', async () => {
    const { classes } = await run({
      answer: ({ user, note }) => {
        if (user === undefined) {
          return { status: 401, body: {} };
        }
        return note.body.owner === user ? note : { status: 200, body: { text: 'hidden' } };
      },
      policy: { writer: { 'note.*': 'own' }, public: ['note.read'] },
    });
    assert.equal(classes['OBJ note.read alice<-bob path:noteId'], 'SOFT_DENY');
    assert.equal(classes['ANON note.read alice<-nobody path:noteId'], 'PASS_401');
  });
});

describe('what is not sent unless a person names it', () => {
  it('the deletion of the only object that a user has', async () => {
    const sent: string[] = [];
    const { classes } = await run({
      answer: ({ method, url, note }) => {
        sent.push(`${method} ${url}`);
        return note.body.owner === undefined ? { status: 200, body: { id: 'x' } } : note;
      },
      resource: { create: undefined, delete: undefined, list: undefined, canary: undefined },
      users: {
        alice: { role: 'writer', variables: { name: 'alice', noteId: 'alice' } },
        bob: { role: 'writer', variables: { name: 'bob', noteId: 'bob' } },
      },
      operations: { 'note.delete': { resource: 'note', request: 'notes.chain.json#delete' } },
    });
    assert.deepEqual(new Set(Object.values(classes)), new Set(['SKIPPED']));
    assert.deepEqual(sent, []);
  });
});

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

interface Asked {
  readonly user: string | undefined;
  readonly method: string;
  readonly url: string;
  /** The correct answer to an authorized user. */
  readonly note: Answer;
  readonly notes: ReadonlyMap<string, Answer['body']>;
}

interface Scene {
  /** Answers everything except creations and deletions. */
  readonly answer: (asked: Asked) => Answer;
  readonly policy?: object;
  readonly users?: object;
  readonly resource?: object;
  readonly operations?: object;
}

async function run({ answer, policy, users, resource, operations }: Scene): Promise<{
  readonly result: AuthzResult;
  readonly classes: Readonly<Record<string, string>>;
}> {
  const workspace = await createWorkspace();
  const notes = new Map<string, Answer['body']>();
  const server = createServer((request, response) => {
    void bodyOf(request).then((fields) => {
      const user = /^Bearer (\w+)$/.exec(request.headers.authorization ?? '')?.[1];
      const { method = '', url = '' } = request;
      const id = url.replace('/notes/', '');
      if (method === 'POST') {
        const made = { id: `note-${notes.size + 1}-of-many`, owner: user, text: fields.text };
        notes.set(made.id, made);
        response.writeHead(201, { 'Content-Type': 'application/json' }).end(JSON.stringify(made));
        return;
      }
      if (method === 'DELETE' && notes.get(id)?.owner === user) {
        notes.delete(id);
        response.writeHead(204).end();
        return;
      }
      const found = notes.get(id);
      const note = found === undefined ? { status: 404, body: {} } : { status: 200, body: found };
      const { status, body } = answer({ user, method, url, note, notes });
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await workspace.write({
      'notes.chain.json': CHAIN,
      'notes.authz.json': {
        formatVersion: 1,
        name: 'Notes',
        mutate: true,
        users: {
          alice: { role: 'writer', variables: { name: 'alice' } },
          bob: { role: 'writer', variables: { name: 'bob' } },
          nobody: { role: 'anonymous' },
          ...users,
        },
        resources: { note: { ...RESOURCE, ...resource } },
        operations: operations ?? { 'note.read': { resource: 'note', request: 'notes.chain.json#read' } },
        policy: policy ?? { writer: { 'note.*': 'own' } },
      },
    });
    const { port } = server.address() as AddressInfo;
    const job = { file: path.join(workspace.folder, 'notes.authz.json'), workspace: workspace.folder };
    const settings = matrixSettings(`http://127.0.0.1:${port}`);
    const result = await resultOf(runMatrix(job, settings, AbortSignal.timeout(100_000)));
    const classes = result.cells.map((cell) => [cell.cell.id, cell.class]);
    return { result, classes: Object.fromEntries(classes) as Record<string, string> };
  } finally {
    server.close();
    server.closeAllConnections();
    await workspace.dispose();
  }
}

const NOTE = '{{baseUrl}}/notes/{{noteId}}';
const CHAIN = {
  formatVersion: 1,
  name: 'Notes',
  auth: { type: 'bearer', token: '{{name}}' },
  requests: [
    {
      id: 'create',
      method: 'POST',
      url: '{{baseUrl}}/notes',
      body: { json: { text: 'Milk' } },
      extract: [{ variable: 'noteId', from: 'body', path: '$.id' }],
    },
    { id: 'read', method: 'GET', url: NOTE },
    { id: 'me', method: 'GET', url: '{{baseUrl}}/me' },
    { id: 'delete', method: 'DELETE', url: NOTE },
  ],
};
const RESOURCE = {
  create: 'notes.chain.json#create',
  read: 'notes.chain.json#read',
  delete: 'notes.chain.json#delete',
  id: ['noteId'],
  canary: ['$.text'],
};

async function bodyOf(request: IncomingMessage): Promise<{ readonly text?: string }> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
  }
  const text = Buffer.concat(chunks).toString();
  return text === '' ? {} : (JSON.parse(text) as { readonly text?: string });
}
