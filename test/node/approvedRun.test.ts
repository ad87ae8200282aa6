/** What a run may do under an approval, and what its survey says beforehand. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { approve, nothingApproved, type Approval } from '../../src/core/permission/approval';
import { prepareRun } from '../../src/node/run/execute';
import type { ExecuteJob, ExecuteSettings } from '../../src/node/run/executeSettings';
import { startWireServer, type WireServer } from './wireServer';
import { chainOf, createWorkspace, defaultSettings, type Workspace } from './workspace';

const api = 'https://api.invalid';

const environmentOf = (variables: object, more: object = {}) => ({
  formatVersion: 1,
  name: 'test',
  variables,
  ...more,
});

/** Everything goes to a port of this machine where nobody listens, so that no name is looked up. */
const nobodyAnswers: Partial<ExecuteSettings> = {
  network: { ...defaultSettings.network, proxy: 'http://127.0.0.1:1' },
};

const surveyRun = async (job: ExecuteJob, settings: ExecuteSettings) =>
  (await prepareRun(job, settings.overrides)).survey(settings);

const startServer = () => startWireServer(() => 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');

/** Values of the header that the chains put the secret into. */
const keysSeen = ({ requests }: WireServer) =>
  requests.map(({ head }) => /^X-Key: (.*)$/m.exec(head)?.[1]?.trim());

const approving = (secrets: readonly string[], proxies: readonly string[] = []): Approval => ({
  origins: new Map([[api, new Set(secrets)]]),
  proxies: new Set(proxies),
  authorities: new Set(),
});

describe('a run under an approval', () => {
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = await createWorkspace();
  });
  afterEach(() => workspace.dispose());

  /** Why the only request of a chain was not passed, when a run may do what `approval` says. */
  async function reason(
    url: string,
    environment: object,
    approval: Approval,
    more: Partial<ExecuteSettings> = {},
  ): Promise<string> {
    const headers = [{ name: 'X-Key', value: '{{$secret KEY}}' }];
    await workspace.write({
      'main.chain.json': chainOf([{ id: 'one', method: 'GET', url, headers }], { environment: 'test' }),
      'test.environment.json': environment,
    });
    const secrets = {
      environment: { CHAINWRIGHT_SECRET_KEY: 'k3y-0f-me' },
      granted: [],
      bindings: new Map(),
    };
    const { request } = await workspace.run('main.chain.json', {}, { approval, secrets, ...more });
    const [first] = request('one').reasons;
    return `${first?.kind ?? 'none'}: ${first?.message ?? ''}`;
  }

  it('contacts no origin that nobody allowed, though files name it', async () => {
    await workspace.write({ 'main.chain.json': chainOf([{ id: 'one', method: 'GET', url: `${api}/x` }]) });
    const { request } = await workspace.run('main.chain.json', {}, { approval: nothingApproved });
    assert.match(
      request('one').reasons[0]?.message ?? '',
      /^https:\/\/api\.invalid was not contacted: nobody allowed it for this workspace\. /,
    );
  });

  it('lets no environment name a further origin for a secret', async () => {
    const message = await reason(`${api}/x`, environmentOf({ base: api }), approving([]));
    assert.match(
      message,
      /^refused: The secret KEY is bound to no origin and was not sent to https:\/\/api\.invalid\. /,
    );
  });

  it('lets a secret go where the person allowed it', async () => {
    const base = environmentOf({ base: api });
    const message = await reason(`${api}/x`, base, approving(['secret KEY']), nobodyAnswers);
    assert.match(message, /^transport: /);
  });

  it('lets a file narrow what was allowed', async () => {
    const narrowed = environmentOf({ base: api }, { secrets: ['KEY'], secretOrigins: { KEY: [] } });
    assert.match(await reason(`${api}/x`, narrowed, approving(['secret KEY'])), /^refused: /);
  });

  it('needs no permission for this machine', async () => {
    const server = await startServer();
    try {
      const { origin } = server;
      assert.equal(await reason(origin, environmentOf({ base: origin }), nothingApproved), 'none: ');
      assert.deepEqual(keysSeen(server), ['k3y-0f-me']);
    } finally {
      await server.close();
    }
  });

  it('goes through no proxy that only a file chose', async () => {
    const proxied = environmentOf({}, { proxy: 'http://user:pw@proxy.invalid:8080' });
    await assert.rejects(reason(`${api}/x`, proxied, approving(['secret KEY'])), {
      name: 'UserError',
      what: 'Requests would go through the proxy http://proxy.invalid:8080, which nobody allowed for this workspace, so nothing was run.',
    });
  });
});

describe('an authority that an environment has trusted', () => {
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = await createWorkspace();
    await workspace.write({
      'main.chain.json': chainOf([{ id: 'one', method: 'GET', url: 'http://127.0.0.1:1' }], {
        environment: 'test',
      }),
      'envs/ca.pem': await readFile('test/fixtures/tls/ca.pem', 'utf8'),
      'test.environment.json': environmentOf({}, { tls: { ca: 'envs/ca.pem' } }),
    });
  });
  afterEach(() => workspace.dispose());

  const survey = () =>
    surveyRun(
      {
        file: path.join(workspace.folder, 'main.chain.json'),
        workspace: workspace.folder,
        select: { kind: 'all' },
      },
      { ...defaultSettings, approval: nothingApproved },
    );

  it('is reported before a run, and trusted once a person allowed it', async () => {
    const { authority } = await survey();
    assert.equal(authority?.file, 'envs/ca.pem');
    const approval = approve(nothingApproved, await survey());
    const { result } = await workspace.run('main.chain.json', {}, { approval });
    assert.deepEqual(result.notes, [
      'Certificates of the authority envs/ca.pem were trusted, as test.environment.json says.',
    ]);
  });

  it('is not trusted before, nor when the file has become another since', async () => {
    const refused = {
      name: 'UserError',
      what: 'The environment has certificates of the authority envs/ca.pem trusted, which nobody allowed for this workspace, so nothing was run.',
    };
    const run = (approval: Approval) => workspace.run('main.chain.json', {}, { approval });
    await assert.rejects(run(nothingApproved), refused);
    const approval = approve(nothingApproved, await survey());
    await workspace.write({ 'envs/ca.pem': await readFile('test/fixtures/tls/server.pem', 'utf8') });
    await assert.rejects(run(approval), refused);
  });

  it('has to be there', async () => {
    await workspace.write({ 'test.environment.json': environmentOf({}, { tls: { ca: '../ca.pem' } }) });
    await assert.rejects(survey(), { name: 'UserError' });
  });
});

describe('a run that is prepared and then started', () => {
  let workspace: Workspace;
  let server: WireServer;
  beforeEach(async () => {
    [workspace, server] = await Promise.all([createWorkspace(), startServer()]);
  });
  afterEach(() => Promise.all([workspace.dispose(), server.close()]));

  const sent = () => server.requests.map(({ head }) => head.slice(0, head.indexOf(' HTTP')));

  it('sends what was asked about, whatever its files say by then', async () => {
    const chain = (method: string) => chainOf([{ id: 'one', method, url: '{{host}}/x' }]);
    const environment = (path: string) => environmentOf({ host: `${server.origin}${path}` });
    const settings = { ...defaultSettings, approval: nothingApproved };
    await workspace.write({
      'main.chain.json': chain('GET'),
      'test.environment.json': environment('/asked'),
    });
    const job = { file: path.join(workspace.folder, 'main.chain.json'), workspace: workspace.folder };
    const run = await prepareRun(
      { ...job, environment: 'test', select: { kind: 'all' } },
      settings.overrides,
    );
    assert.deepEqual((await run.survey(settings)).changing, []);
    await workspace.write({
      'main.chain.json': chain('DELETE'),
      'test.environment.json': environment('/changed'),
    });
    for await (const event of run.start(settings, AbortSignal.timeout(100_000))) {
      assert.notEqual(event.type === 'run-finished' && event.outcome, 'failed');
    }
    assert.deepEqual(sent(), ['GET /asked/x']);
  });
});

describe('a private file of environments', () => {
  let workspace: Workspace;
  let server: WireServer;
  beforeEach(async () => {
    [workspace, server] = await Promise.all([createWorkspace(), startServer()]);
    const headers = [{ name: 'X-Key', value: '{{key}}' }];
    await workspace.write({
      'main.chain.json': chainOf([{ id: 'one', method: 'GET', url: '{{host}}/x', headers }], {
        environment: 'dev',
      }),
      'http-client.env.json': { dev: { host: server.origin, key: 'a placeholder' } },
    });
  });
  afterEach(() => Promise.all([workspace.dispose(), server.close()]));

  it('gives a value that is sent, and masked wherever it is shown', async () => {
    await workspace.write({ 'http-client.private.env.json': { dev: { key: 'pr1vate-k3y' } } });
    const { result } = await workspace.run('main.chain.json');
    assert.deepEqual(keysSeen(server), ['pr1vate-k3y']);
    assert.doesNotMatch(JSON.stringify(result), /pr1vate-k3y/);
  });

  it('lets its values go to the origins of the environment only', async () => {
    await workspace.write({
      'http-client.private.env.json': { dev: { key: 'pr1vate-k3y' } },
      'http-client.env.json': { dev: { host: 'http://127.0.0.1:9' } },
    });
    const headers = [{ name: 'X-Key', value: '{{key}}' }];
    await workspace.write({
      'main.chain.json': chainOf([{ id: 'one', method: 'GET', url: `${server.origin}/x`, headers }], {
        environment: 'dev',
      }),
    });
    const { request } = await workspace.run('main.chain.json');
    assert.match(
      request('one').reasons[0]?.message ?? '',
      /^The secret key is bound to http:\/\/127\.0\.0\.1:9 /,
    );
    assert.deepEqual(keysSeen(server), []);
  });

  it('keeps an environment from being used while it is broken', async () => {
    await workspace.write({ 'http-client.private.env.json': '{ "dev": ' });
    await assert.rejects(workspace.run('main.chain.json'), {
      name: 'UserError',
      message: /http-client\.private\.env\.json/,
    });
    assert.deepEqual(keysSeen(server), []);
  });
});

describe('a stored secret', () => {
  let workspace: Workspace;
  let home: WireServer;
  let stranger: WireServer;
  beforeEach(async () => {
    workspace = await createWorkspace();
    [home, stranger] = await Promise.all([startServer(), startServer()]);
  });
  afterEach(() => Promise.all([workspace.dispose(), home.close(), stranger.close()]));

  it('goes to its own origins, whatever environments say, and before all other values', async () => {
    const headers = [{ name: 'X-Key', value: '{{$secret KEY}}' }];
    await workspace.write({
      'main.chain.json': chainOf([
        { id: 'home', method: 'GET', url: home.origin, headers },
        { id: 'stranger', method: 'GET', url: stranger.origin, headers },
      ]),
      'test.environment.json': environmentOf({ a: home.origin, b: stranger.origin }),
      '.env': 'KEY=from-dotenv\n',
    });
    const secrets = {
      stored: new Map([['KEY', { value: 'st0red-value', origins: [home.origin] }]]),
      environment: { CHAINWRIGHT_SECRET_KEY: 'from-environment' },
      granted: [],
      bindings: new Map(),
    };
    const { request } = await workspace.run(
      'main.chain.json',
      { environment: 'test' },
      { secrets, approval: nothingApproved },
    );
    assert.equal(request('home').outcome, 'passed');
    assert.match(
      request('stranger').reasons[0]?.message ?? '',
      /^The secret KEY is bound to http:\/\/127\.0\.0\.1:\d+ and was not sent to /,
    );
    assert.deepEqual(keysSeen(home), ['st0red-value']);
    assert.deepEqual(stranger.requests, []);
  });
});

describe('surveyRun', () => {
  let workspace: Workspace;
  beforeEach(async () => {
    workspace = await createWorkspace();
  });
  afterEach(() => workspace.dispose());

  it('tells everything the editor asks about', async () => {
    const headers = [{ name: 'X-Key', value: '{{$secret KEY}} {{$secret MINE}} {{$secret NONE}}' }];
    await workspace.write({
      'folder/main.chain.json': chainOf([{ id: 'one', method: 'DELETE', url: '{{base}}/x', headers }]),
      'test.environment.json': environmentOf(
        { base: api },
        {
          secrets: ['KEY', 'NONE'],
          protected: true,
          allowHosts: ['https://cdn.invalid'],
          proxy: 'http://proxy.invalid:1',
        },
      ),
    });
    const survey = await surveyRun(
      {
        file: path.join(workspace.folder, 'folder/main.chain.json'),
        workspace: workspace.folder,
        environment: 'test',
        select: { kind: 'all' },
      },
      {
        ...defaultSettings,
        allowHosts: ['https://files.invalid', api],
        approval: nothingApproved,
        secrets: {
          stored: new Map([['MINE', { value: 'x', origins: [api] }]]),
          environment: { CHAINWRIGHT_SECRET_KEY: 'k' },
          granted: [],
          bindings: new Map(),
        },
      },
    );
    assert.deepEqual(survey, {
      addressed: [api],
      destinations: [
        { origin: api, secrets: ['secret KEY'], obtained: [], bound: ['secret MINE'] },
        { origin: 'https://files.invalid', secrets: [], obtained: [], bound: [] },
        { origin: 'https://cdn.invalid', secrets: [], obtained: [], bound: [] },
      ],
      changing: [{ method: 'DELETE', origin: api }],
      signsIn: false,
      requests: 1,
      sent: [{ method: 'DELETE', origin: api, count: 1 }],
      missingSecrets: ['NONE'],
      usesSecrets: true,
      strays: [],
      environment: {
        name: 'test',
        file: path.join(workspace.folder, 'test.environment.json'),
        protected: true,
        secrets: ['KEY', 'NONE'],
      },
      proxy: 'http://proxy.invalid:1',
    });
  });
});
