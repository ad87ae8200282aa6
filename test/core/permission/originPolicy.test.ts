import assert from 'node:assert/strict';
import { defined } from '../../../src/core/defined';
import type { BuiltInPorts } from '../../../src/core/prepare/builtIns';
import type { JsonObject } from '../../../src/core/json/json';
import {
  authoredOrigins,
  createConfinedPolicy,
  createOriginPolicy,
  environmentOrigins,
} from '../../../src/core/permission/originPolicy';
import { planRun } from '../../../src/core/run/plan';
import { loadChain, rowsOf } from '../fakeRun';
import { nodeHash } from '../../../src/node/run/nodePorts';
import { fakeRandom } from '../fakeRandom';

const ports: BuiltInPorts = {
  clock: { now: () => 0 },
  random: fakeRandom,
  hash: nodeHash,
  secrets: {
    secret: () => ({ ok: false, message: '' }),
    processEnv: () => ({ ok: false, message: '' }),
    dotenv: () => ({ ok: false, message: '' }),
    computed: (secret) => secret,
  },
};

function settings(variables: JsonObject, overrides: Readonly<Record<string, string>> = {}) {
  return {
    environment: {
      name: 'test',
      variables,
      secrets: [],
      secretOrigins: new Map<string, readonly string[]>(),
      protected: false,
      allowHosts: [],
      http2: false,
    },
    environmentFile: 'test.environment.json',
    overrides: new Map(Object.entries(overrides)),
  };
}

function authored(
  requests: readonly object[],
  variables: JsonObject = {},
  chain: object = {},
  called: readonly object[] = [],
): readonly string[] {
  const main = loadChain({ ...chain, requests });
  const step = loadChain({ requests: called }, 'step.chain.json');
  const plan = planRun(
    {
      main,
      required: [],
      called: new Map([[step.file, { loaded: step, required: [] }]]),
      environment: undefined,
      ...defined({ data: rowsOf(main) }),
    },
    { kind: 'all' },
    new Set(),
  );
  return [...authoredOrigins(plan, settings(variables), ports)].sort();
}

const get = (url: string, more: object = {}) => ({ id: 'r', method: 'GET', url, ...more });

describe('authoredOrigins', () => {
  const cases: [title: string, origins: readonly string[], expected: readonly string[]][] = [
    ['a literal URL', authored([get('http://API.test:80/x')]), ['http://api.test']],
    [
      'a constant',
      authored([get('{{base}}/x')], {}, { variables: { base: 'https://b.test' } }),
      ['https://b.test'],
    ],
    ['the environment', authored([get('{{base}}/x')], { base: 'https://b.test/v1' }), ['https://b.test']],
    [
      'an unused variable of the environment',
      authored([], { cdn: 'https://cdn.test' }),
      ['https://cdn.test'],
    ],
    ['parts put together', authored([get('https://{{host}}/x')], { host: 'h.test' }), ['https://h.test']],
    [
      'a token URL',
      authored([
        get('http://a.test', {
          auth: {
            type: 'oauth2',
            grant: 'clientCredentials',
            tokenUrl: 'http://t.test/token',
            clientId: 'c',
          },
        }),
      ]),
      ['http://a.test', 'http://t.test'],
    ],
  ];
  for (const [title, origins, expected] of cases) {
    it(`finds that of ${title}`, () => {
      assert.deepEqual(origins, expected);
    });
  }

  const step = (given: object) => ({ id: 'step', chain: 'step.chain.json', with: given });

  it('finds those of a chain that is run as a step, with what it is given', () => {
    const requests = [step({ host: 'c.test' }), { ...step({ host: '{{host}}' }), id: 'again' }];
    const rows = { data: [{ host: 'd.test' }, { host: 'e.test' }] };
    assert.deepEqual(authored(requests, {}, rows, [get('http://{{host}}/x')]), [
      'http://c.test',
      'http://d.test',
      'http://e.test',
    ]);
  });

  it('finds none in what a chain that is run as a step gets from a response', () => {
    const first = {
      ...get('http://a.test'),
      id: 'first',
      extract: [{ variable: 'next', from: 'body', path: '$.next' }],
    };
    assert.deepEqual(authored([first, step({ url: '{{next}}' })], {}, {}, [get('{{url}}')]), [
      'http://a.test',
    ]);
  });

  it('finds none in what only a response can give', () => {
    const first = {
      ...get('http://a.test'),
      id: 'first',
      extract: [{ variable: 'next', from: 'body', path: '$.next' }],
    };
    assert.deepEqual(authored([first, get('{{next}}')]), ['http://a.test']);
  });
});

describe('environmentOrigins', () => {
  it('are those of its URLs and of the overrides', () => {
    const origins = environmentOrigins(
      settings({ base: 'http://a.test/x', name: 'n', n: 7 }, { other: 'http://b.test' }),
    );
    assert.deepEqual(origins, ['http://a.test', 'http://b.test']);
  });
});

describe('environmentOrigins of URLs that are put together', () => {
  const cases: [
    title: string,
    values: Record<string, string>,
    overrides: Record<string, string>,
    expected: string[],
  ][] = [
    [
      'from other variables',
      { base: '{{scheme}}://{{host}}/v1', scheme: 'https', host: 'a.test' },
      {},
      ['https://a.test'],
    ],
    [
      'from what the person who runs says',
      { base: 'https://{{host}}', host: 'a.test' },
      { host: 'b.test' },
      ['https://b.test'],
    ],
    ['from what nobody says', { base: 'https://{{host}}' }, {}, []],
    ['from what only the machine knows', { base: 'https://{{$processEnv HOST}}' }, {}, []],
    ['from themselves', { base: 'https://{{base}}' }, {}, []],
  ];
  for (const [title, values, overrides, expected] of cases) {
    it(`are those of what is there: ${title}`, () => {
      assert.deepEqual(environmentOrigins(settings(values, overrides)), expected);
    });
  }
});

describe('createOriginPolicy', () => {
  const policy = createOriginPolicy(
    new Set(['http://a.test']),
    ['https://b.test/path'],
    { vouches: () => false },
    {
      allowOrigin: (origin) => `Allow ${origin}.`,
    },
  );

  it('admits what people wrote and what they allow', () => {
    assert.equal(policy.refusal('http://a.test'), undefined);
    assert.equal(policy.refusal('https://b.test'), undefined);
  });

  it('admits 0.0.0.0 only where people wrote it, whatever they allow', () => {
    const [written, allowed] = ['http://0.0.0.0:4010', 'http://0.0.0.0:4011'];
    const strict = createOriginPolicy(
      new Set([written]),
      [allowed],
      { vouches: () => false },
      { allowOrigin: () => '' },
    );
    assert.equal(strict.refusal(written), undefined);
    assert.match(
      strict.refusal(allowed) ?? '',
      /was not contacted.* Write it there if it is this machine\.$/,
    );
  });

  for (const origin of ['https://a.test', 'http://a.test:81', 'http://sub.a.test', 'http://b.test']) {
    it(`refuses ${origin}, and says how to allow it where it is read`, () => {
      assert.equal(
        policy.refusal(origin),
        `${origin} was not contacted: neither the chain nor its environment names it, only a response did. Allow ${origin}.`,
      );
    });
  }
});

describe('createConfinedPolicy', () => {
  const remedies = { allowOrigin: (origin: string) => `Allow ${origin}.` };
  const named = ['https://staging.api.test/v1'];
  const admitting = createConfinedPolicy(
    { refusal: () => undefined, vouches: (label) => label === 'secret KEY' },
    named,
    remedies,
  );

  it('admits this machine and what the person named', () => {
    assert.equal(admitting.refusal('http://localhost:3000'), undefined);
    assert.equal(admitting.refusal('https://staging.api.test'), undefined);
    assert.equal(
      admitting.refusal('https://api.test'),
      'https://api.test is not this machine. Allow https://api.test.',
    );
  });

  it('keeps what the policy refuses, and who vouches', () => {
    const strict = createConfinedPolicy({ ...admitting, refusal: () => 'No.' }, named, remedies);
    assert.equal(strict.refusal('http://localhost:3000'), 'No.');
    assert.equal(strict.vouches('secret KEY', 'http://localhost:3000'), true);
    assert.equal(strict.vouches('secret OTHER', 'http://localhost:3000'), false);
  });
});
