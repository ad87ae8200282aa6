import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dryRunMatrix, runMatrix } from '../../../src/node/authz/runMatrix';
import { createWorkspace, type Workspace } from '../workspace';
import { jobIn } from './failingNotes';
import { matrixSettings } from './matrixRun';

/** Keys go in a query under a name that says nothing, and come back in answers. */
describe('credentials of users', () => {
  let workspace: Workspace;
  let server: Server;
  let origin: string;
  beforeEach(async () => {
    workspace = await createWorkspace();
    server = startApi();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await workspace.dispose();
  });

  it('are masked in a result under whatever name they were sent, and in answers', async () => {
    await workspace.write(filesWith({ type: 'apiKey', in: 'query', name: 'k', value: '{{k}}' }));
    const settings = { ...matrixSettings(origin), keepBodies: true };
    for await (const event of runMatrix(jobIn(workspace), settings, AbortSignal.timeout(100_000))) {
      const text = JSON.stringify(event);
      if (event.type === 'authz-finished') {
        assert.match(text, /[?&]k=‹token|[?&]k=‹secret:alice›/);
        assert.match(text, /the note of alice/);
      }
      assert.doesNotMatch(text, /opaque-/);
    }
  });

  it('are masked when one request only has them in an authentication', async () => {
    const files = filesWith({ type: 'none' });
    const plain = { id: 'read', method: 'GET', url: '{{baseUrl}}/notes/{{noteId}}?k={{k}}' };
    const proving = {
      id: 'me',
      method: 'GET',
      url: '{{baseUrl}}/notes/alice',
      auth: { type: 'bearer', token: '{{k}}' },
    };
    const requests = [files['c.chain.json'].requests[0], plain, proving];
    await workspace.write({ ...files, 'c.chain.json': { ...files['c.chain.json'], requests } });
    const settings = { ...matrixSettings(origin), keepBodies: true };
    for await (const event of runMatrix(jobIn(workspace), settings, AbortSignal.timeout(100_000))) {
      assert.doesNotMatch(JSON.stringify(event), /opaque-/);
    }
  });

  it('are no part of the places of leaks, however long they are', async () => {
    await workspace.write(filesWith({ type: 'apiKey', in: 'query', name: 'k', value: '{{k}}' }));
    const found: string[] = [];
    for await (const event of runMatrix(
      jobIn(workspace),
      matrixSettings(`${origin}/long`),
      AbortSignal.timeout(100_000),
    )) {
      assert.doesNotMatch(JSON.stringify(event), /opaque-|([ab])\1{7}/);
      if (event.type === 'cell-finished') {
        found.push(...event.result.leaks.map((leak) => leak.found));
      }
    }
    assert.match(found.join('\n'), /^body \/byKey\/‹secret:[0-9a-f]{4}›\/text$/m);
  });

  it('are no part of a long header in a dry run', async () => {
    const files = filesWith({ type: 'apiKey', in: 'query', name: 'k', value: '{{k}}' });
    const traced = [{ name: 'X-Trace', value: `${'0 '.repeat(90)}{{k}}` }];
    const read = { id: 'read', method: 'GET', url: '{{baseUrl}}/notes/{{noteId}}', headers: traced };
    const variables = { noteId: 'bob', k: longKey('bob') };
    const { alice } = files['m.authz.json'].users;
    await workspace.write({
      'c.chain.json': { ...files['c.chain.json'], requests: [files['c.chain.json'].requests[0], read] },
      'm.authz.json': { ...files['m.authz.json'], users: { alice, bob: { role: 'reader', variables } } },
    });
    const { requests } = await dryRunMatrix(jobIn(workspace), matrixSettings(origin));
    const headers = requests.flatMap((request) => request.headers);
    assert.ok(headers.some(({ name }) => name === 'X-Trace'));
    assert.doesNotMatch(JSON.stringify(headers), /opaque-|(b)\1{7}/);
  });

  it('are masked in a dry run when somebody wrote them down, and names are not', async () => {
    const files = filesWith({ type: 'apiKey', in: 'query', name: 'k', value: '{{k}}' });
    const requests = [
      { id: 'read', method: 'GET', url: '{{baseUrl}}/notes/{{noteId}}?k={{k}}' },
      { id: 'signed', method: 'GET', url: '{{baseUrl}}/notes/{{noteId}}' },
    ];
    const users = {
      alice: { role: 'reader', variables: { noteId: 'alice', k: 'alice' } },
      bob: { role: 'reader', variables: { noteId: 'bob', k: 'opaque-bob-4711' } },
    };
    await workspace.write({
      'c.chain.json': { ...files['c.chain.json'], requests },
      'm.authz.json': { ...files['m.authz.json'], users },
    });
    const { requests: dry } = await dryRunMatrix(jobIn(workspace), matrixSettings(origin));
    const bobs = dry.find(({ user, cell }) => user === 'bob' && cell.startsWith('OBJ'));
    assert.equal(bobs?.cell, 'OBJ note.read alice<-bob path:noteId');
    assert.match(bobs.url, /[?]k=‹secret:[0-9a-f]{4}›&k=‹token:bob›$/);
  });
});

/** A chain that signs in for a key, and a matrix of two readers. */
function filesWith(auth: object) {
  return {
    'c.chain.json': {
      formatVersion: 1,
      name: 'Notes',
      auth,
      requests: [
        {
          id: 'login',
          method: 'POST',
          url: '{{baseUrl}}/login',
          auth: { type: 'none' },
          body: { json: { name: '{{noteId}}' } },
          extract: [{ variable: 'k', from: 'body', path: '$.given' }],
        },
        { id: 'read', method: 'GET', url: '{{baseUrl}}/notes/{{noteId}}' },
      ],
    },
    'm.authz.json': {
      formatVersion: 1,
      name: 'Notes',
      users: {
        alice: { role: 'reader', login: 'c.chain.json#login', variables: { noteId: 'alice' } },
        bob: { role: 'reader', login: 'c.chain.json#login', variables: { noteId: 'bob' } },
      },
      resources: { note: { read: 'c.chain.json#read', id: ['noteId'] } },
      operations: { 'note.read': { resource: 'note', request: 'c.chain.json#read' } },
      policy: { reader: { 'note.*': 'own' } },
    },
  } as const;
}

/** A key of 247 characters: a name, and its first letter. */
function longKey(name: string): string {
  return `opaque-${name}-4711`.padEnd(247, name.charAt(0));
}

/** Every user with a key reads every note; answers contain the key, below `/long` as the name of a member. */
function startApi(): Server {
  return createServer((request, response) => {
    let sent = '';
    request.setEncoding('utf8').on('data', (piece: string) => (sent += piece));
    request.on('end', () => {
      const { url = '', headers } = request;
      const { name = '' } = (sent === '' ? {} : JSON.parse(sent)) as { readonly name?: string };
      const key = /k=([\w-]+)/.exec(url)?.[1] ?? headers.authorization;
      const owner = /notes\/(\w+)/.exec(url)?.[1] ?? '';
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(
        JSON.stringify(
          url === '/login'
            ? { given: `opaque-${name}-4711` }
            : url === '/long/login'
              ? { given: longKey(name) }
              : url.startsWith('/long')
                ? { byKey: { [key ?? '']: { text: `the note of ${owner}` } }, id: owner }
                : { id: owner, text: `the note of ${owner}`, askedWith: key },
        ),
      );
    });
  });
}
