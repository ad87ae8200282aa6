/** Whole runs against servers that misbehave: a clear message, limited time, and the rest continues. */
import assert from 'node:assert/strict';
import { startHostileServer, type HostileServer } from './hostileServer';
import { chainOf, createWorkspace, type Executed, type Workspace } from './workspace';

let server: HostileServer;
let workspace: Workspace;

/** A hostile server and a workspace for a group of tests. */
function withServer(): void {
  before(async () => {
    server = await startHostileServer();
    workspace = await createWorkspace();
  });
  after(async () => {
    await server.close();
    await workspace.dispose();
  });
}

/** Runs a hostile request between two that must pass whatever it does. */
async function between(request: object): Promise<Executed> {
  const ok = (id: string) => ({ id, method: 'GET', url: `${server.origin}/ok` });
  await workspace.write({
    'main.chain.json': chainOf([
      ok('before'),
      { id: 'hostile', method: 'GET', timeoutMs: 400, ...request },
      ok('after'),
    ]),
  });
  const executed = await workspace.run('main.chain.json');
  assert.equal(executed.request('before').outcome, 'passed');
  assert.equal(executed.request('after').outcome, 'passed');
  return executed;
}

describe('a run against a hostile server', () => {
  withServer();

  const failures: [path: string, message: RegExp][] = [
    ['/hang', /400 ms/],
    ['/hang-after-headers', /400 ms/],
    ['/drip', /400 ms/],
    ['/reset', /closed|reset/i],
    ['/reset-after-headers', /closed|reset|ended/i],
    ['/bad-gzip', /gzip/],
    ['/truncated-gzip', /gzip/],
    ['/garbage', /HTTP/],
    ['/header-overflow', /header/i],
    ['/redirect-loop', /^The server redirected 10 times without an end/],
  ];
  for (const [path, message] of failures) {
    it(`says what ${path} did, and continues`, async () => {
      const { request } = await between({ url: `${server.origin}${path}` });
      const hostile = request('hostile');
      assert.equal(hostile.outcome, 'failed');
      assert.match(hostile.reasons[0]?.message ?? '', message);
    });
  }

  for (const path of ['/huge', '/gzip-bomb']) {
    it(`stops reading ${path} at the limit`, async () => {
      const { request } = await between({ url: `${server.origin}${path}`, timeoutMs: 20_000 });
      const [reason] = request('hostile').reasons;
      assert.equal(reason?.kind === 'transport' && reason.failure.code, 'too-large');
      assert.match(reason?.message ?? '', /20 MiB/);
    });
  }

  it('names the address at which nothing listens', async () => {
    await workspace.write({
      'main.chain.json': chainOf([
        { id: 'refused', method: 'GET', url: server.refusingOrigin },
        { id: 'after', method: 'GET', url: `${server.origin}/ok` },
      ]),
    });
    const { request } = await workspace.run('main.chain.json');
    assert.match(request('refused').reasons[0]?.message ?? '', /^Nothing listens at 127\.0\.0\.1:\d+\. /);
    assert.equal(request('after').outcome, 'passed');
  });

  it('reads JSON whatever type it is labelled with', async () => {
    const { request } = await between({
      url: `${server.origin}/wrong-type`,
      extract: [{ variable: 'id', from: 'body', path: '$.id' }],
    });
    assert.equal(request('hostile').extractions[0]?.value, '7');
  });

  it('takes the last of duplicate members', async () => {
    const { request } = await between({
      url: `${server.origin}/duplicate-keys`,
      extract: [{ variable: 'id', from: 'body', path: '$.id' }],
    });
    assert.equal(request('hostile').extractions[0]?.value, '2');
  });

  it('treats __proto__ members as data', async () => {
    const { request } = await between({
      url: `${server.origin}/proto-keys`,
      extract: [{ variable: 'whole', from: 'body', path: '$' }],
    });
    assert.match(request('hostile').extractions[0]?.value ?? '', /^\{"__proto__":\{"admin":true\}/);
    assert.equal(({} as { admin?: boolean }).admin, undefined);
  });

  it('keeps JSON that is nested too deep readable as text, and says why nothing is extracted', async () => {
    const { request } = await between({
      url: `${server.origin}/deep-json`,
      extract: [{ variable: 'id', from: 'body', path: '$..id' }],
    });
    const { outcome, reasons, exchange } = request('hostile');
    assert.equal(outcome, 'failed');
    assert.match(reasons[0]?.message ?? '', /512/);
    assert.equal(exchange?.response?.body.size, 20_001);
  });

  it('shows text that is not valid UTF-8, with a note', async () => {
    const { request } = await between({ url: `${server.origin}/invalid-utf8` });
    const response = request('hostile').exchange?.response;
    assert.equal(request('hostile').outcome, 'passed');
    assert.match(response?.notes.join(' ') ?? '', /UTF-8/i);
  });

  it('carries no credentials and no body to where a redirect leads', async () => {
    const other = await startHostileServer();
    try {
      const { request } = await between({
        method: 'POST',
        url: `${server.origin}/redirect-cross-origin?to=${encodeURIComponent(`${other.origin}/ok`)}`,
        auth: { type: 'bearer', token: 'abcdef' },
        body: { json: { password: 'x' } },
      });
      assert.equal(request('hostile').outcome, 'failed');
      assert.match(request('hostile').reasons[0]?.message ?? '', /was not followed: the request's body/);
      assert.deepEqual(other.seen, []);
    } finally {
      await other.close();
    }
  });
});

describe('executing a workspace', () => {
  withServer();

  const ok = { id: 'ok', method: 'GET', url: '{{baseUrl}}/ok' };

  async function failure(files: Readonly<Record<string, string | object>>, file = 'main.chain.json') {
    await workspace.write(files);
    return workspace.run(file).then(
      () => 'it ran',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
  }

  it('names the circle of chains that require each other', async () => {
    const message = await failure({
      'main.chain.json': chainOf([], { requires: ['a/one.chain.json'] }),
      'a/one.chain.json': chainOf([], { requires: ['two.chain.json'] }),
      'a/two.chain.json': chainOf([], { requires: ['../main.chain.json'] }),
    });
    assert.equal(
      message,
      'a/two.chain.json: The chains require each other in a circle: main.chain.json → a/one.chain.json → a/two.chain.json → main.chain.json. Take one of them out of "requires".',
    );
  });

  it('runs a chain that two others require once', async () => {
    const login = chainOf([{ ...ok, id: 'login' }]);
    await workspace.write({
      'login.chain.json': login,
      'one.chain.json': chainOf([{ ...ok, id: 'one' }], { requires: ['login.chain.json'] }),
      'main.chain.json': chainOf([ok], { requires: ['login.chain.json', 'one.chain.json'] }),
    });
    const { result } = await workspace.run(
      'main.chain.json',
      {},
      { overrides: new Map([['baseUrl', server.origin]]) },
    );
    assert.deepEqual(
      result.requests.map(({ request, outcome }) => `${request.id} ${outcome}`),
      ['login passed', 'one passed', 'ok passed'],
    );
  });

  it('does not read a required chain outside the workspace', async () => {
    const outside = await createWorkspace();
    await outside.write({ 'x.chain.json': chainOf([]) });
    const message = await failure({
      'main.chain.json': chainOf([], { requires: [`../${outside.folder.split('/').at(-1)}/x.chain.json`] }),
    });
    await outside.dispose();
    assert.match(message, /lies outside the workspace\. Correct "requires"/);
  });

  it('says which environments there are when one is missing', async () => {
    const message = await failure({
      'local.environment.json': { formatVersion: 1, name: 'local', variables: {} },
      'main.chain.json': chainOf([ok], { environment: 'staging' }),
    });
    assert.match(
      message,
      /^The environment "staging" of main\.chain\.json does not exist\. Found were local;/,
    );
  });

  it('takes the nearest environment of a name', async () => {
    await workspace.write({
      'local.environment.json': {
        formatVersion: 1,
        name: 'local',
        variables: { baseUrl: server.refusingOrigin },
      },
      'near/local.environment.json': {
        formatVersion: 1,
        name: 'local',
        variables: { baseUrl: server.origin },
      },
      'near/main.chain.json': chainOf([ok], { environment: 'local' }),
    });
    assert.equal((await workspace.run('near/main.chain.json')).result.outcome, 'passed');
  });

  it('lists what is wrong in a broken file with line and column', async () => {
    const message = await failure({
      'main.chain.json': '{\n  "formatVersion": 1,\n  "name": 7,\n  "requests": []\n}',
    });
    assert.match(message, /main\.chain\.json:3:11: /);
  });

  it('fails the request whose body file is missing, and continues', async () => {
    await workspace.write({
      'main.chain.json': chainOf([
        { id: 'upload', method: 'POST', url: `${server.origin}/ok`, body: { file: '../../etc/passwd' } },
        { id: 'after', method: 'GET', url: `${server.origin}/ok` },
      ]),
    });
    const { request } = await workspace.run('main.chain.json');
    assert.equal(request('upload').outcome, 'failed');
    assert.match(
      request('upload').reasons[0]?.message ?? '',
      /The file "\.\.\/\.\.\/etc\/passwd" lies outside the workspace/,
    );
    assert.equal(request('after').outcome, 'passed');
  });

  it('masks secrets and extracted tokens everywhere in the events', async () => {
    await workspace.write({
      'local.environment.json': {
        formatVersion: 1,
        name: 'local',
        variables: { baseUrl: server.origin },
        secrets: ['KEY'],
      },
      'main.chain.json': chainOf(
        [
          {
            ...ok,
            id: 'key',
            auth: { type: 'basic', username: 'user', password: '{{$secret KEY}}' },
            query: [{ name: 'k', value: '{{$secret KEY}}' }],
          },
        ],
        { environment: 'local' },
      ),
    });
    const { result } = await workspace.run(
      'main.chain.json',
      {},
      {
        secrets: {
          environment: { CHAINWRIGHT_SECRET_KEY: 'canary/sécret+1' },
          granted: [],
          bindings: new Map(),
        },
      },
    );
    assert.equal(result.outcome, 'passed');
    const text = JSON.stringify(result);
    const spellings = [
      'canary',
      encodeURIComponent('canary/sécret+1'),
      Buffer.from('user:canary/sécret+1').toString('base64'),
    ];
    for (const spelling of spellings) {
      assert.ok(!text.includes(spelling), spelling);
    }
    assert.match(server.seen.at(-1) ?? '', /k=canary%2Fs%C3%A9cret%2B1/);
  });
});
