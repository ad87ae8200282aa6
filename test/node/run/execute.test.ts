/** Executing a workspace: what one run leaves for the next, and what every message tells people to do. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RunSelection } from '../../../src/core/run/plan';
import type { Remedies } from '../../../src/core/remedies';
import { chainOf, createWorkspace, type Executed, type Workspace } from '../workspace';

let server: Server;
let origin: string;
let workspace: Workspace;
let seen: { readonly url: string; readonly cookie: string | undefined }[];

/**
 * `/login` gives a token and a cookie, `/hang` never answers, `/gone` leads to where nobody may go, `/to` and
 * `/names` lead to and name the URL after their question mark.
 */
function answer(request: IncomingMessage, response: ServerResponse): void {
  const url = request.url ?? '';
  seen.push({ url, cookie: request.headers.cookie });
  if (url === '/login') {
    response.setHeader('Set-Cookie', `sid=${seen.length}`);
    response.setHeader('Content-Type', 'application/json');
  }
  if (url === '/gone') {
    response.writeHead(302, { Location: 'http://other.test/' });
  }
  if (url.startsWith('/to?')) {
    response.writeHead(302, { Location: url.slice('/to?'.length) });
  }
  if (url !== '/hang') {
    response.end(JSON.stringify({ token: `t${seen.length}`, next: url.slice('/names?'.length) }));
  }
}

/** A server, and a workspace for each group of tests. */
function withServer(): void {
  before(async () => {
    workspace = await createWorkspace();
    server = createServer(answer);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    seen = [];
  });
  after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await workspace.dispose();
  });
}

describe('what a run leaves for the next run of its chain', () => {
  withServer();

  before(async () => {
    const environment = (name: string) => ({ formatVersion: 1, name, variables: { baseUrl: origin } });
    await workspace.write({
      'a.environment.json': environment('a'),
      'b.environment.json': environment('b'),
      'main.chain.json': chainOf([
        {
          id: 'login',
          method: 'GET',
          url: '{{baseUrl}}/login',
          extract: [{ variable: 'token', from: 'body', path: '$.token' }],
        },
        { id: 'me', method: 'GET', url: '{{baseUrl}}/me/{{token}}' },
        { id: 'off', method: 'GET', url: '{{baseUrl}}/off', disabled: true },
      ]),
    });
  });

  const all = (environment?: string): Promise<Executed> =>
    workspace.run('main.chain.json', environment === undefined ? {} : { environment });
  const only = (known: Executed, environment: string): Promise<Executed> =>
    workspace.run('main.chain.json', {
      environment,
      select: { kind: 'only', id: 'me' },
      known: known.memory,
    });

  it('provides values and cookies for a part of the chain in the same environment', async () => {
    const first = await all('a');
    const second = await only(first, 'a');
    assert.equal(second.request('me').outcome, 'passed');
    assert.deepEqual(seen.at(-1), { url: '/me/t1', cookie: 'sid=1' });
    assert.equal((await only(second, 'a')).request('me').outcome, 'passed');
    assert.deepEqual(seen.at(-1), { url: '/me/t1', cookie: 'sid=1' });
  });

  it('provides values of a row of data for that row alone', async () => {
    const requests = [
      {
        id: 'login',
        method: 'GET',
        url: `${origin}/login?{{user}}`,
        extract: [{ variable: 'token', from: 'body', path: '$.token' }],
      },
      { id: 'me', method: 'GET', url: `${origin}/me/{{user}}/{{token}}` },
    ];
    const write = (data: readonly object[]): Promise<void> =>
      workspace.write({ 'rows.chain.json': { ...chainOf(requests), formatVersion: 2, data } });
    await write([{ user: 'ada' }, { user: 'bob' }]);
    const first = await workspace.run('rows.chain.json', {});
    const run = (more: object): Promise<Executed> =>
      workspace.run('rows.chain.json', { select: { kind: 'only', id: 'me' }, known: first.memory, ...more });
    const { row } = (await run({ oneRow: 1 })).request('me');
    assert.deepEqual(row, { number: 1, label: 'ada' });
    assert.equal((await run({ rows: '2' })).request('me').outcome, 'blocked');
    await write([{ user: 'eve' }, { user: 'ada' }]);
    assert.equal((await run({ oneRow: 1 })).request('me').outcome, 'blocked');
  });

  it('is not changed by the runs that begin with it', async () => {
    const first = await all('a');
    const again = { environment: 'a', select: { kind: 'from', id: 'login' }, known: first.memory } as const;
    await workspace.run('main.chain.json', again);
    assert.deepEqual(seen.slice(-2), [
      { url: '/login', cookie: 'sid=1' },
      { url: '/me/t3', cookie: 'sid=3' },
    ]);
    await only(first, 'a');
    assert.deepEqual(seen.at(-1), { url: '/me/t1', cookie: 'sid=1' });
  });

  it('gives the rest of the chain the constants of its beginning, and other parts new ones', async () => {
    const urls = ['start', 'next', 'last'].map((id) => ({
      id,
      method: 'GET',
      url: `${origin}/${id}/{{tag}}`,
    }));
    await workspace.write({ 'tag.chain.json': chainOf(urls, { variables: { tag: '{{$uuid}}' } }) });
    const { memory } = await workspace.run('tag.chain.json');
    const tags = async (select: RunSelection): Promise<readonly (string | undefined)[]> => {
      seen = [];
      await workspace.run('tag.chain.json', { select, known: memory });
      return seen.map(({ url }) => url);
    };
    const [first = '', , last = ''] = seen.map(({ url }) => url);
    assert.deepEqual(await tags({ kind: 'rest', id: 'last', again: ['start'] }), [first, last]);
    assert.notDeepEqual(await tags({ kind: 'from', id: 'last' }), [last]);
  });

  it('is nothing in another environment', async () => {
    const { request } = await only(await all('a'), 'b');
    assert.equal(request('me').outcome, 'blocked');
    assert.deepEqual(
      seen.map(({ url }) => url),
      ['/login', '/me/t1'],
    );
  });

  it('is nothing for a run of everything', async () => {
    const first = await all('a');
    await workspace.run('main.chain.json', { environment: 'a', known: first.memory });
    assert.deepEqual(seen[2], { url: '/login', cookie: undefined });
  });

  const naming: RunSelection[] = [
    { kind: 'only', id: 'off' },
    { kind: 'withDependencies', ids: ['me', 'off'] },
  ];
  for (const select of naming) {
    it(`says that a disabled request is not run (${select.kind})`, async () => {
      await assert.rejects(workspace.run('main.chain.json', { select }), {
        name: 'UserError',
        message:
          'The request "off" of main.chain.json is disabled, so nothing was run. Remove its "disabled" to run it.',
      });
    });
  }
});

describe('an address of this machine that only a response names', () => {
  withServer();

  let inner: Server;
  let reached = 0;
  before(async () => {
    inner = createServer((_request, response) => {
      reached += 1;
      response.end();
    });
    await new Promise<void>((resolve) => inner.listen(0, '127.0.0.1', resolve));
  });
  after(() => new Promise((resolve) => inner.close(resolve)));

  for (const host of ['127.0.0.1', 'localhost', '2130706433', '[::ffff:127.0.0.1]']) {
    for (const by of ['redirect', 'reference']) {
      it(`is not contacted as ${host} by a ${by}`, async () => {
        const url = `http://${host}:${(inner.address() as AddressInfo).port}/`;
        const extract = [{ variable: 'next', from: 'body', path: '$.next' }];
        await workspace.write({
          'main.chain.json': chainOf(
            by === 'redirect'
              ? [{ id: 'r', method: 'GET', url: `${origin}/to?${url}` }]
              : [
                  { id: 'first', method: 'GET', url: `${origin}/names?${url}`, extract },
                  { id: 'r', method: 'GET', url: '{{next}}' },
                ],
          ),
        });
        const { request } = await workspace.run('main.chain.json');
        const [reason] = request('r').reasons;
        assert.equal(reason?.kind, 'refused');
        assert.match(reason.message, / was not contacted: neither the chain nor its environment names it/);
        assert.equal(reached, 0);
      });
    }
  }
});

describe('a metadata service', () => {
  withServer();

  for (const host of ['metadata', 'METADATA.google.internal', 'instance-data.ec2.internal']) {
    for (const scheme of ['http', 'https']) {
      it(`is not reached at ${scheme}://${host} by a redirect, though the origin is allowed`, async () => {
        const to = `${scheme}://${host}`;
        await workspace.write({
          'main.chain.json': chainOf([{ id: 'r', method: 'GET', url: `${origin}/to?${to}/latest` }]),
        });
        const { request } = await workspace.run('main.chain.json', {}, { allowHosts: [to] });
        const { reasons, outcome } = request('r');
        assert.equal(outcome, 'failed');
        assert.match(reasons[0]?.message ?? '', /is a link-local, metadata or multicast address/);
      });
    }
  }
});

describe('the private key of a client certificate', () => {
  withServer();

  it('is used for TLS, and sent in no body', async () => {
    const fixture = (name: string) => readFile(`test/fixtures/tls/${name}`, 'utf8');
    await workspace.write({
      'certs/client.pem': await fixture('client.pem'),
      'certs/client.key': await fixture('client.key'),
      'test.environment.json': {
        formatVersion: 1,
        name: 'test',
        tls: { clientCertificate: { cert: 'certs/client.pem', key: 'certs/client.key' } },
      },
      'main.chain.json': chainOf(
        [
          { id: 'get', method: 'GET', url: `${origin}/get` },
          { id: 'file', method: 'POST', url: `${origin}/file`, body: { file: 'certs/client.key' } },
          {
            id: 'part',
            method: 'POST',
            url: `${origin}/part`,
            body: { multipart: [{ name: 'photo', file: 'certs/client.key' }] },
          },
        ],
        { environment: 'test' },
      ),
    });
    const { request } = await workspace.run('main.chain.json');
    assert.equal(request('get').outcome, 'passed');
    for (const id of ['file', 'part']) {
      assert.match(request(id).reasons[0]?.message ?? '', /"certs\/client\.key" holds a private key/);
    }
    assert.deepEqual(
      seen.map(({ url }) => url),
      ['/get'],
    );
  });
});

describe('a token endpoint that hangs', () => {
  withServer();

  it('ends the request at its deadline and is named', async () => {
    const auth = { type: 'oauth2', grant: 'clientCredentials', tokenUrl: `${origin}/hang`, clientId: 'c' };
    await workspace.write({
      'main.chain.json': chainOf([{ id: 'r', method: 'GET', url: `${origin}/me`, auth, timeoutMs: 150 }]),
    });
    const { request } = await workspace.run('main.chain.json');
    const where = origin.replace('http://', '');
    assert.equal(
      request('r').reasons[0]?.message,
      `No access token from ${origin}/hang: ${where} did not answer within 150 ms. ` +
        'Find out why it is slow, or give the request more time with timeoutMs.',
    );
    assert.deepEqual(
      seen.map(({ url }) => url),
      ['/hang'],
    );
  });
});

describe('what people are asked to do', () => {
  withServer();

  const remedies: Remedies = {
    allowOrigin: (name) => `ALLOW ${name}.`,
    bindSecret: ({ name }, to) => `BIND ${name} TO ${to}.`,
    allowDerived: (to) => `ALLOW ${to}.`,
    setSecret: (name) => `SET ${name}.`,
    grantVariable: (name) => `GRANT ${name}.`,
    defineVariable: 'DEFINE.',
    allowChanges: 'AGREE.',
  };
  const cases: [title: string, url: string, advice: () => string][] = [
    ['a variable that nothing defines', '/{{nothing}}', () => 'DEFINE.'],
    ['a secret without a value', '/{{$secret NONE}}', () => 'SET NONE.'],
    ['a secret of another origin', '/{{$secret KEY}}', () => `BIND KEY TO ${origin}.`],
    ['a variable that was not granted', '/{{$processEnv HOME}}', () => 'GRANT HOME.'],
    ['an entry of .env that was not granted', '/{{$dotenv PORT}}', () => 'GRANT PORT.'],
    ['an origin that only a response named', '/gone', () => 'ALLOW http://other.test.'],
  ];
  for (const [title, url, advice] of cases) {
    it(`about ${title} is what the front end says`, async () => {
      await workspace.write({
        'main.chain.json': chainOf([{ id: 'r', method: 'GET', url: `${origin}${url}` }]),
      });
      const environment = { CHAINWRIGHT_SECRET_KEY: 'k3y-value' };
      const bindings = new Map([['KEY', ['http://elsewhere.test']]]);
      const { request } = await workspace.run(
        'main.chain.json',
        {},
        { remedies, secrets: { environment, granted: [], bindings } },
      );
      const message = request('r').reasons[0]?.message ?? '';
      assert.ok(message.endsWith(` ${advice()}`), message);
      assert.doesNotMatch(message, /--[a-z]/);
    });
  }
});

describe('a run that is held against a description', () => {
  withServer();
  const expect = { contract: true };

  before(async () => {
    const described = (type: string) => ({
      openapi: '3.1.0',
      info: {},
      paths: {
        '/login': {
          get: {
            responses: {
              200: { content: { 'text/html': {}, '*/*': { schema: { properties: { token: { type } } } } } },
            },
          },
        },
      },
    });
    await workspace.write({
      'api/strings.json': described('string'),
      'api/numbers.json': described('number'),
      'local.environment.json': {
        formatVersion: 1,
        name: 'local',
        variables: { baseUrl: origin },
        openapi: 'api/strings.json',
      },
    });
  });

  it('takes the description of each chain, else that of the environment', async () => {
    const login = { id: 'login', method: 'GET', url: '{{baseUrl}}/login', expect };
    await workspace.write({
      'own.chain.json': chainOf([login], { environment: 'local', openapi: 'api/numbers.json' }),
      'both.chain.json': chainOf([{ ...login, id: 'again' }], {
        environment: 'local',
        requires: ['own.chain.json'],
      }),
    });
    const { request } = await workspace.run('both.chain.json');
    const reasons = (id: string) => request(id).reasons.map(({ message }) => message);
    assert.deepEqual(reasons('again'), []);
    assert.deepEqual(reasons('login'), [
      'Expected $.token matches api/numbers.json:15, but it was of type "string" instead of "number".',
    ]);
  });

  it('reads no description unless a request asks for it, and does not begin without one that cannot be read', async () => {
    const login = { id: 'login', method: 'GET', url: `${origin}/login` };
    await workspace.write({
      'quiet.chain.json': chainOf([login], { openapi: 'gone.json' }),
      'asking.chain.json': chainOf([{ ...login, expect }], { openapi: 'gone.json' }),
    });
    assert.equal((await workspace.run('quiet.chain.json')).request('login').outcome, 'passed');
    await assert.rejects(workspace.run('asking.chain.json'), /^UserError: .*"gone.json" does not exist/);
    assert.equal(seen.length, 1);
  });
});
