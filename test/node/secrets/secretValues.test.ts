import assert from 'node:assert/strict';
import { remedies } from '../../../src/cli/remedies';
import type { SecretLookup } from '../../../src/core/permission/secret';
import {
  createSecretSource,
  parseSecretHost,
  type SecretSettings,
} from '../../../src/node/secrets/secretValues';

function source(settings: Partial<SecretSettings> = {}) {
  return createSecretSource({
    environment: {},
    dotenv: new Map(),
    granted: [],
    bindings: new Map(),
    defaultOrigins: ['https://api.example.com'],
    approves: () => true,
    remedies,
    ...settings,
  });
}

function value(lookup: SecretLookup): string | undefined {
  return lookup.ok ? lookup.secret.value : undefined;
}

describe('createSecretSource', () => {
  const values: [title: string, settings: Partial<SecretSettings>, expected: string | undefined][] = [
    ['takes a variable set for this purpose', { environment: { CHAINWRIGHT_SECRET_KEY: 'a' } }, 'a'],
    ['does not take any other variable', { environment: { KEY: 'b' } }, undefined],
    ['takes another variable that was granted', { environment: { KEY: 'b' }, granted: ['KEY'] }, 'b'],
    ['takes a variable of the .env file', { dotenv: new Map([['KEY', 'd']]) }, 'd'],
    [
      'takes the more particular name of the .env file first',
      {
        dotenv: new Map([
          ['KEY', 'd'],
          ['CHAINWRIGHT_SECRET_KEY', 'c'],
        ]),
      },
      'c',
    ],
    [
      'takes a granted variable before the .env file',
      { environment: { KEY: 'b' }, granted: ['KEY'], dotenv: new Map([['KEY', 'd']]) },
      'b',
    ],
    [
      'takes the .env file before a variable that was not granted',
      { environment: { KEY: 'b' }, dotenv: new Map([['KEY', 'd']]) },
      'd',
    ],
    [
      'takes the variable for this purpose before all',
      {
        environment: { CHAINWRIGHT_SECRET_KEY: 'a', KEY: 'b' },
        granted: ['KEY'],
        dotenv: new Map([['KEY', 'd']]),
      },
      'a',
    ],
    [
      'keeps an empty value, which is a value',
      { environment: { CHAINWRIGHT_SECRET_KEY: '' }, dotenv: new Map([['KEY', 'd']]) },
      '',
    ],
  ];
  for (const [title, settings, expected] of values) {
    it(title, () => {
      assert.equal(value(source(settings).secret('KEY')), expected);
    });
  }

  it('says how to give a secret its value', () => {
    assert.deepEqual(source().secret('KEY'), {
      ok: false,
      message:
        'The secret KEY has no value. Set the environment variable CHAINWRIGHT_SECRET_KEY, or write KEY=… into a git-ignored .env file.',
    });
  });

  it('gives whole secrets, the same object for the same name', () => {
    const secrets = source({ environment: { CHAINWRIGHT_SECRET_KEY: 'a' } });
    const lookup = secrets.secret('KEY');
    assert.deepEqual(lookup, {
      ok: true,
      secret: { label: 'secret KEY', name: 'KEY', value: 'a', origins: ['https://api.example.com'] },
    });
    const again = secrets.secret('KEY');
    assert.ok(lookup.ok && again.ok && lookup.secret === again.secret);
  });

  it('finds no names that every object has', () => {
    for (const name of ['__proto__', 'constructor', 'toString', '']) {
      assert.equal(value(source({ granted: [name] }).secret(name)), undefined);
      assert.equal(value(source({ granted: [name] }).processEnv(name)), undefined);
    }
  });

  it('gives environment variables only when they were granted', () => {
    const environment = { HOME: '/home/alice', CHAINWRIGHT_SECRET_KEY: 'a' };
    assert.equal(value(source({ environment, granted: ['HOME'] }).processEnv('HOME')), '/home/alice');
    assert.equal(value(source({ environment }).processEnv('CHAINWRIGHT_SECRET_KEY')), undefined);
    assert.deepEqual(source({ environment }).processEnv('HOME'), {
      ok: false,
      message:
        'The environment variable HOME is not granted to chains. Allow it with --allow-env HOME, or use {{$secret HOME}}.',
    });
    assert.deepEqual(source({ granted: ['NONE'] }).processEnv('NONE'), {
      ok: false,
      message: 'The environment variable NONE has no value. Set it, or remove the reference.',
    });
  });

  it('gives variables of the .env file only when they were granted', () => {
    const dotenv = new Map([['KEY', 'd']]);
    assert.equal(value(source({ dotenv, granted: ['KEY'] }).dotenv('KEY')), 'd');
    assert.equal(value(source({ dotenv }).dotenv('KEY')), undefined);
    assert.equal(value(source({ environment: { KEY: 'b' }, granted: ['KEY'] }).dotenv('KEY')), undefined);
  });

  it('binds a value to the origins of its name, else to the default ones', () => {
    const secrets = source({
      environment: { CHAINWRIGHT_SECRET_A: 'a', CHAINWRIGHT_SECRET_B: 'b', CHAINWRIGHT_SECRET_C: 'c' },
      bindings: new Map([
        ['A', ['https://a.example', 'https://A.example:443/']],
        ['B', []],
      ]),
      defaultOrigins: ['http://127.0.0.1:4010/api', 'https://user@evil.example', 'not a url'],
    });
    const origins = ['A', 'B', 'C'].map((name) => {
      const lookup = secrets.secret(name);
      return lookup.ok ? lookup.secret.origins : undefined;
    });
    assert.deepEqual(origins, [['https://a.example'], [], ['http://127.0.0.1:4010']]);
  });
});

describe('createSecretSource in the editor', () => {
  const environment = { CHAINWRIGHT_SECRET_KEY: 'from environment', KEY: 'granted' };

  it('takes what the editor keeps before all other values, with the origins it was bound to', () => {
    const stored = new Map([['KEY', { value: '', origins: ['https://mine.test'] }]]);
    const secrets = source({ stored, environment, granted: ['KEY'], dotenv: new Map([['KEY', 'd']]) });
    assert.deepEqual(secrets.secret('KEY'), {
      ok: true,
      secret: { label: 'secret KEY', name: 'KEY', value: '', origins: ['https://mine.test'] },
    });
  });

  it('keeps stored secrets apart from environment variables of the same name', () => {
    const stored = new Map([['KEY', { value: 'mine', origins: [] }]]);
    const secrets = source({ stored, environment, granted: ['KEY'] });
    assert.equal(value(secrets.processEnv('KEY')), 'granted');
    assert.equal(value(source({ stored }).processEnv('KEY')), undefined);
    assert.equal(value(source({ stored, granted: ['KEY'] }).dotenv('KEY')), undefined);
  });

  it('asks about every default origin, and about none that the user named', () => {
    const asked: string[] = [];
    const secrets = source({
      environment: { CHAINWRIGHT_SECRET_A: 'a', CHAINWRIGHT_SECRET_B: 'b' },
      bindings: new Map([['B', ['https://b.test']]]),
      defaultOrigins: ['https://yes.test/v1', 'https://no.test'],
      approves: (label, origin) => {
        asked.push(`${label} ${origin}`);
        return origin === 'https://yes.test';
      },
    });
    const origins = ['A', 'B'].map((name) => {
      const lookup = secrets.secret(name);
      return lookup.ok ? lookup.secret.origins : undefined;
    });
    assert.deepEqual(origins, [['https://yes.test'], ['https://b.test']]);
    assert.deepEqual(asked, ['secret A https://yes.test', 'secret A https://no.test']);
  });
});

describe('parseSecretHost', () => {
  const options: [option: string, expected: { name: string; origin: string }][] = [
    ['KEY=https://api.example.com', { name: 'KEY', origin: 'https://api.example.com' }],
    ['KEY=HTTPS://API.example.com:443/', { name: 'KEY', origin: 'https://api.example.com' }],
    ['my.key-2=http://[::1]:8080', { name: 'my.key-2', origin: 'http://[::1]:8080' }],
    ['KEY=https://bücher.example', { name: 'KEY', origin: 'https://xn--bcher-kva.example' }],
  ];
  for (const [option, expected] of options) {
    it(`reads ${option}`, () => {
      assert.deepEqual(parseSecretHost(option, '--secret-host'), expected);
    });
  }

  const refused = [
    '',
    'KEY',
    'KEY=',
    '=https://a.example',
    '1KEY=https://a.example',
    'KEY=a.example',
    'KEY=ftp://a.example',
    'KEY=https://',
    'KEY=https://a.example/path',
    'KEY=https://a.example?x',
    'KEY=https://user@a.example',
    'KEY=https://a.example.',
    'KEY=https://a.example\\@evil.example',
    'KEY=https://*.example',
    'KEY=https://a.example,https://b.example',
    'KEY=https://a.example\r\n',
  ];
  for (const option of refused) {
    it(`refuses ${JSON.stringify(option)}`, () => {
      assert.throws(() => parseSecretHost(option, '--secret-host'), {
        name: 'UserError',
        message: `--secret-host ${JSON.stringify(option)} does not say which secret may go to which origin. Write it like API_KEY=https://api.example.com, without user, path or trailing dot.`,
      });
    });
  }
});
