import assert from 'node:assert/strict';
import { defined } from '../../../src/core/defined';
import type { BuiltInPorts } from '../../../src/core/prepare/builtIns';
import type { SecretLookup } from '../../../src/core/permission/secret';
import type { JsonObject } from '../../../src/core/json/json';
import { planRun, type RunSelection } from '../../../src/core/run/plan';
import { surveyPlan, type PlanSurvey } from '../../../src/core/run/planSurvey';
import { loadChain, rowsOf } from '../fakeRun';
import { nodeHash } from '../../../src/node/run/nodePorts';
import { fakeRandom } from '../fakeRandom';

/** Secrets with a value, by name, and the origins they may go to. */
const SECRETS: Readonly<Record<string, readonly string[]>> = {
  KEY: ['https://a.test', 'https://t.test'],
  OTHER: ['https://b.test'],
  MINE: ['https://a.test'],
};

const lookup = (name: string): SecretLookup =>
  Object.hasOwn(SECRETS, name)
    ? { ok: true, secret: { label: `secret ${name}`, name, value: 'x', origins: SECRETS[name] ?? [] } }
    : { ok: false, message: 'none' };

const ports: BuiltInPorts = {
  clock: { now: () => 0 },
  random: fakeRandom,
  hash: nodeHash,
  secrets: { secret: lookup, processEnv: lookup, dotenv: lookup, computed: (secret) => secret },
};

interface Case {
  readonly requests: readonly object[];
  readonly chain?: object;
  /** Chains that are required, and may be called, too. */
  readonly required?: readonly object[];
  /** Requests of the chain that is run as a step. */
  readonly called?: readonly object[];
  readonly variables?: JsonObject;
  readonly select?: RunSelection;
}

function survey({ requests, chain, required = [], called = [], variables = {}, select }: Case): PlanSurvey {
  const others = required.map((other, index) => loadChain(other, `required${index}.chain.json`));
  const main = loadChain({ ...chain, requests });
  const data = rowsOf(main);
  const step = loadChain({ requests: called }, 'step.chain.json');
  const calls = new Map([step, ...others].map((loaded) => [loaded.file, { loaded, required: [] }]));
  const plan = planRun(
    { main, required: others, called: calls, environment: undefined, ...defined({ data }) },
    select ?? { kind: 'all' },
    new Set(),
  );
  const environment = {
    name: 'test',
    variables,
    secrets: [],
    secretOrigins: new Map<string, readonly string[]>(),
    protected: false,
    allowHosts: [],
    http2: false,
  };
  const settings = { environment, environmentFile: 'test.environment.json', overrides: new Map() };
  return surveyPlan(plan, settings, ports, (label) => label === 'secret MINE');
}

const get = (id: string, url: string, more: object = {}) => ({ id, method: 'GET', url, ...more });

describe('surveyPlan', () => {
  it('counts requests by method and origin, those whose origin only a response tells apart', () => {
    const { sent } = survey({
      requests: [
        get('one', 'https://a.test/x'),
        get('two', 'https://a.test/y', { extract: [{ variable: 'next', from: 'body', path: '$.next' }] }),
        { id: 'three', method: 'POST', url: 'https://a.test/z' },
        get('four', '{{next}}'),
      ],
    });
    assert.deepEqual(sent, [
      { method: 'GET', origin: 'https://a.test', count: 2 },
      { method: 'POST', origin: 'https://a.test', count: 1 },
      { method: 'GET', count: 1 },
    ]);
  });

  it('tells each origin once, in order, with the secrets that go there', () => {
    const { destinations } = survey({
      requests: [
        get('one', 'https://a.test/x', { headers: [{ name: 'X-Key', value: '{{$secret KEY}}' }] }),
        get('two', '{{base}}/y', { auth: { type: 'bearer', token: '{{$secret OTHER}}' } }),
        get('three', 'https://a.test/z', { auth: { type: 'bearer', token: '{{$secret MINE}}' } }),
      ],
      variables: { base: 'https://b.test' },
    });
    assert.deepEqual(destinations, [
      { origin: 'https://a.test', secrets: ['secret KEY'], obtained: [], bound: ['secret MINE'] },
      { origin: 'https://b.test', secrets: ['secret OTHER'], obtained: [], bound: [] },
    ]);
  });

  it('sees secrets through constants, environments and inherited authentication', () => {
    const { destinations } = survey({
      requests: [get('one', 'https://a.test', { auth: { type: 'inherit' } })],
      chain: { variables: { token: '{{inner}}' }, auth: { type: 'bearer', token: '{{token}}' } },
      variables: { inner: '{{$secret KEY}}' },
    });
    assert.deepEqual(destinations, [
      { origin: 'https://a.test', secrets: ['secret KEY'], obtained: [], bound: [] },
    ]);
  });

  it('follows secrets into a chain that is run as a step, and what it takes out of it', () => {
    const { destinations, changing, requests } = survey({
      requests: [
        { id: 'step', chain: 'step.chain.json', with: { key: '{{$secret KEY}}' }, take: ['token'] },
        get('after', 'https://b.test', { headers: [{ name: 'X', value: '{{token}}' }] }),
      ],
      called: [
        {
          ...get('in', 'https://a.test', { headers: [{ name: 'X', value: '{{key}}' }] }),
          method: 'POST',
          extract: [{ variable: 'token', from: 'body', path: '$.token' }],
        },
      ],
    });
    assert.deepEqual(destinations, [
      { origin: 'https://a.test', secrets: ['secret KEY'], obtained: [], bound: [] },
      { origin: 'https://b.test', secrets: [], obtained: ['secret KEY'], bound: [] },
    ]);
    assert.deepEqual(changing, [{ method: 'POST', origin: 'https://a.test' }]);
    assert.equal(requests, 2);
  });

  it('keeps what one call extracts away from other calls, and from the same chain where it is required', () => {
    const { destinations } = survey({
      requests: [
        { id: 'one', chain: 'required0.chain.json', with: { url: 'https://a.test' } },
        { id: 'two', chain: 'required0.chain.json', with: { url: 'https://b.test' } },
        get('after', 'https://c.test/{{url}}'),
      ],
      required: [
        {
          variables: { url: 'https://d.test/{{$secret KEY}}' },
          requests: [get('in', '{{url}}', { extract: [{ variable: 'url', from: 'body' }] })],
        },
      ],
    });
    assert.deepEqual(
      destinations.map(({ origin, obtained }) => [origin, obtained]),
      [
        ['https://d.test', []],
        ['https://a.test', []],
        ['https://b.test', []],
        ['https://c.test', ['secret KEY']],
      ],
    );
  });

  it('counts nothing of a step that is switched off', () => {
    const { requests, destinations } = survey({
      requests: [{ id: 'step', chain: 'step.chain.json', disabled: true }],
      called: [get('in', 'https://a.test')],
    });
    assert.deepEqual([requests, destinations], [0, []]);
  });

  const computed: readonly (readonly [where: string, request: object])[] = [
    [
      'a function of a constant',
      { headers: [{ name: 'X-Check', value: "{{$hmac 'sha256' key $request.path}}" }] },
    ],
    [
      'a variable of the request',
      { headers: [{ name: 'X-Check', value: '{{k}}' }], variables: { k: '{{key}}' } },
    ],
    [
      'a function in a variable of the request, with what a response will give',
      {
        body: { text: 'x' },
        auth: { type: 'bearer', token: '{{signed}}' },
        variables: { signed: { deep: ["{{$jwt 'HS256' key claims}}"] }, claims: '{{later}}' },
      },
    ],
    ['a function that cannot be computed yet', { headers: [{ name: 'X', value: '{{$base64Decode key}}' }] }],
  ];
  for (const [where, request] of computed) {
    it(`names a secret that is used only in ${where}, and one that has no value`, () => {
      const asked = (key: string) =>
        survey({
          requests: [get('one', 'https://a.test/x', request)],
          variables: { key: `{{$secret ${key}}}` },
        });
      assert.deepEqual(asked('KEY').destinations[0]?.secrets, ['secret KEY']);
      assert.deepEqual(asked('ABSENT').missingSecrets, ['ABSENT']);
    });
  }

  it('goes by what is extracted in the same row of data', () => {
    const { destinations } = survey({
      chain: { data: [{ base: 'https://a.test' }, { base: 'https://b.test' }] },
      requests: [
        get('one', '{{base}}/x', { headers: [{ name: 'X-Key', value: '{{$secret KEY}}' }] }),
        get('two', 'https://t.test', { extract: [{ variable: 'base', from: 'body', path: '$.next' }] }),
      ],
    });
    assert.deepEqual(
      destinations.map(({ origin }) => origin),
      ['https://a.test', 'https://t.test', 'https://b.test'],
    );
  });

  it('takes thousands of rows of data', function () {
    this.timeout(10_000);
    const rows = Array.from({ length: 10_000 }, (_, index) => ({ user: `u${index}` }));
    const { requests, destinations } = survey({
      chain: { data: rows },
      requests: [
        get('login', 'https://a.test/{{user}}', {
          headers: [{ name: 'X-Key', value: '{{$secret KEY}}' }],
          extract: [{ variable: 'token', from: 'body', path: '$.token' }],
        }),
        ...['one', 'two', 'three'].map((id) => get(id, 'https://b.test/{{token}}')),
      ],
    });
    assert.equal(requests, 40_000);
    assert.deepEqual(destinations.at(-1)?.obtained, ['secret KEY']);
  });

  it('counts what an optional extraction may leave in place', () => {
    const token = { variable: 'token', from: 'body', path: '$.token' };
    const headers = [{ name: 'X-Key', value: '{{$secret KEY}}' }];
    const obtained = (rule: object): readonly string[] | undefined =>
      survey({
        requests: [
          get('login', 'https://a.test/login', { headers, extract: [token] }),
          get('refresh', 'https://a.test/refresh', { extract: [{ ...token, ...rule }] }),
          get('use', 'https://b.test', { auth: { type: 'bearer', token: '{{token}}' } }),
        ],
      }).destinations.find(({ origin }) => origin === 'https://b.test')?.obtained;
    assert.deepEqual(obtained({ optional: true }), ['secret KEY']);
    assert.deepEqual(obtained({}), []);
  });

  it('tells what is obtained with a secret and goes to another origin, through constants and requests', () => {
    const extract = (variable: string) => ({ extract: [{ variable, from: 'body', path: '$.x' }] });
    const { destinations } = survey({
      requests: [
        get('one', 'https://a.test', { auth: { type: 'bearer', token: '{{$secret KEY}}' }, ...extract('x') }),
        get('two', 'https://b.test/{{wrapped}}', extract('y')),
        get('three', 'https://a.test/{{y}}'),
        get('four', 'https://t.test/{{y}}'),
      ],
      chain: { variables: { wrapped: 'a{{x}}b' } },
    });
    assert.deepEqual(destinations, [
      { origin: 'https://a.test', secrets: ['secret KEY'], obtained: [], bound: [] },
      { origin: 'https://b.test', secrets: [], obtained: ['secret KEY'], bound: [] },
      { origin: 'https://t.test', secrets: [], obtained: [], bound: [] },
    ]);
  });

  it('leaves out secrets that will be refused there', () => {
    const { destinations } = survey({
      requests: [get('one', 'https://a.test', { auth: { type: 'bearer', token: '{{$secret OTHER}}' } })],
    });
    assert.deepEqual(destinations, [{ origin: 'https://a.test', secrets: [], obtained: [], bound: [] }]);
  });

  it('tells what goes to a token endpoint from what goes to the API', () => {
    const auth = {
      type: 'oauth2',
      grant: 'clientCredentials',
      tokenUrl: 'https://t.test/token',
      clientId: 'c',
      clientSecret: '{{$secret KEY}}',
    };
    assert.deepEqual(survey({ requests: [get('one', 'https://a.test', { auth })] }).destinations, [
      { origin: 'https://a.test', secrets: [], obtained: [], bound: [] },
      { origin: 'https://t.test', secrets: ['secret KEY'], obtained: [], bound: [] },
    ]);
  });

  it('tells of the page to sign in on', () => {
    const auth = {
      type: 'oauth2',
      grant: 'authorizationCode',
      authorizationUrl: 'https://login.test/authorize',
      tokenUrl: 'https://t.test/token',
      clientId: 'c',
      clientSecret: '{{$secret KEY}}',
    };
    assert.deepEqual(survey({ requests: [get('one', 'https://a.test', { auth })] }).destinations, [
      { origin: 'https://a.test', secrets: [], obtained: [], bound: [] },
      { origin: 'https://t.test', secrets: ['secret KEY'], obtained: [], bound: [] },
      { origin: 'https://login.test', secrets: [], obtained: [], bound: [] },
    ]);
  });

  it('covers required chains, and only the requests that were selected', () => {
    const { destinations } = survey({
      requests: [get('one', 'https://one.test/{{id}}'), get('two', 'https://two.test')],
      required: [
        {
          requests: [
            get('login', 'https://login.test', {
              extract: [{ variable: 'id', from: 'body', path: '$.id' }],
            }),
          ],
        },
      ],
      select: { kind: 'only', id: 'one' },
    });
    assert.deepEqual(
      destinations.map(({ origin }) => origin),
      ['https://login.test', 'https://one.test'],
    );
  });

  it('leaves out disabled requests and origins that only a response can give', () => {
    const first = get('first', 'https://a.test', {
      extract: [{ variable: 'next', from: 'body', path: '$.next' }],
    });
    const off = get('off', 'https://off.test', { disabled: true });
    const { destinations } = survey({ requests: [first, off, get('then', '{{next}}')] });
    assert.deepEqual(
      destinations.map(({ origin }) => origin),
      ['https://a.test'],
    );
  });

  it('counts requests that may change something, whatever the case of their method', () => {
    const methods = ['GET', 'get', 'HEAD', 'OPTIONS', 'POST', 'patch', 'DELETE', 'PURGE'];
    const requests = methods.map((method) => ({ id: method, method, url: 'https://a.test' }));
    const hidden = { id: 'hidden', method: 'PUT', url: '{{unknown}}' };
    assert.deepEqual(survey({ requests: [...requests, hidden] }).changing, [
      ...['POST', 'patch', 'DELETE', 'PURGE'].map((method) => ({ method, origin: 'https://a.test' })),
      { method: 'PUT' },
    ]);
  });

  it('counts the requests that are sent', () => {
    const off = get('off', 'https://a.test', { disabled: true });
    assert.equal(survey({ requests: [get('one', 'https://a.test'), off] }).requests, 1);
  });

  it('names secrets that have no value, each once', () => {
    const header = (value: string) => ({ headers: [{ name: 'X', value }] });
    const { missingSecrets } = survey({
      requests: [
        get('one', 'https://a.test', header('{{$secret NONE}} {{$secret KEY}}')),
        get('two', 'https://a.test', header('{{$secret NONE}} {{$secret __proto__}}')),
      ],
    });
    assert.deepEqual(missingSecrets, ['NONE', '__proto__']);
  });
});
