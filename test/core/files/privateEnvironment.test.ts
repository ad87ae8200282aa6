import assert from 'node:assert/strict';
import { readHttpClientEnv } from '../../../src/core/files/httpClientEnv';
import type { JsonValue } from '../../../src/core/json/json';
import {
  joinHttpClientFiles,
  withSecretTexts,
  type PlacedEnvironment,
} from '../../../src/core/files/privateEnvironment';

const PUBLIC = 'folder/http-client.env.json';
const PRIVATE = 'folder/http-client.private.env.json';

/** The environments of a file. */
function placed(file: string, content: object): readonly PlacedEnvironment[] {
  const { environments } = readHttpClientEnv(JSON.stringify(content), file);
  const own = file === PRIVATE ? environments.map(withSecretTexts) : environments;
  return own.map((environment) => ({ file, environment }));
}

/** Name, file and variables of what is left. */
function shown(found: readonly PlacedEnvironment[], broken: readonly string[] = []) {
  return joinHttpClientFiles(found, new Set(broken)).map(({ file, environment }) => ({
    file,
    [environment.name]: environment.variables,
  }));
}

describe('withSecretTexts', () => {
  const cases: [title: string, value: JsonValue, isSecret: boolean][] = [
    ['a token', 'abc', true],
    ['an empty text', '', true],
    ['a text with a reference', 'Bearer {{token}}', true],
    ['an address', 'https://api.test:8443', false],
    ['an address with a path', 'http://127.0.0.1:4010/api/v1/', false],
    ['an address with a query', 'https://api.test/?key=abc', true],
    ['an address with a user', 'https://me:pw@api.test', true],
    ['the address of a webhook', 'https://hooks.test/services/T000/B000/XXXXXXXXXXXXXXXXXXXXXXXX', true],
    ['a number', 7, false],
    ['a flag', true, false],
    ['nothing', null, false],
    ['an object', { a: 'b' }, false],
  ];
  for (const [title, value, isSecret] of cases) {
    it(`${isSecret ? 'makes a secret of' : 'leaves'} ${title}`, () => {
      const [first] = placed(PRIVATE, { dev: { v: value } });
      assert.deepEqual(
        [first?.environment.variables, first?.environment.secrets, first?.environment.privateValues],
        isSecret ? [{ v: '{{$secret v}}' }, ['v'], new Map([['v', value]])] : [{ v: value }, [], new Map()],
      );
    });
  }

  it('takes no name that every object inherits for a variable', () => {
    const [first] = placed(
      PRIVATE,
      JSON.parse('{ "dev": { "__proto__": "x", "constructor": "y" } }') as object,
    );
    assert.deepEqual(first?.environment.variables, {});
  });
});

describe('joinHttpClientFiles', () => {
  const dev = placed(PUBLIC, { dev: { host: 'http://h', token: 'public' }, prod: {} });

  it('replaces and adds variables of the environment with the same name', () => {
    assert.deepEqual(shown([...dev, ...placed(PRIVATE, { dev: { token: 't', n: 1 } })]), [
      { file: PUBLIC, dev: { host: 'http://h', token: '{{$secret token}}', n: 1 } },
      { file: PUBLIC, prod: {} },
    ]);
  });

  it('keeps an environment that only the private file names', () => {
    assert.deepEqual(shown(placed(PRIVATE, { own: { n: 1 } })), [{ file: PRIVATE, own: { n: 1 } }]);
  });

  it('gives every environment what either file shares, which it may replace', () => {
    const shared = placed(PUBLIC, { $shared: { host: 's', level: 1 }, dev: { host: 'd' }, prod: {} });
    const own = placed(PRIVATE, { $shared: { level: 2, token: 't' }, mine: { level: 3 } });
    assert.deepEqual(shown([...shared, ...own]), [
      { file: PUBLIC, dev: { host: 'd', level: 2, token: '{{$secret token}}' } },
      { file: PUBLIC, prod: { host: 's', level: 2, token: '{{$secret token}}' } },
      { file: PRIVATE, mine: { host: 's', level: 3, token: '{{$secret token}}' } },
    ]);
  });

  it('keeps no secret that an environment replaces', () => {
    const found = [
      ...placed(PUBLIC, { dev: { token: 'public' }, prod: {} }),
      ...placed(PRIVATE, { $shared: { token: 'shared' }, prod: { token: 'own' } }),
    ];
    assert.deepEqual(
      joinHttpClientFiles(found, new Set()).map(({ environment }) => [
        environment.name,
        environment.secrets,
        [...(environment.privateValues ?? [])],
      ]),
      [
        ['dev', [], []],
        ['prod', ['token'], [['token', 'own']]],
      ],
    );
  });

  it('names the other file of those that have a part in both', () => {
    const found = [...placed(PUBLIC, { $shared: { a: 1 }, dev: {} }), ...placed(PRIVATE, { mine: {} })];
    assert.deepEqual(
      joinHttpClientFiles(found, new Set()).map(({ file, otherFile }) => [file, otherFile]),
      [
        [PUBLIC, undefined],
        [PRIVATE, PUBLIC],
      ],
    );
  });

  it('leaves environments of other files alone', () => {
    const other = dev.map((found) => ({ ...found, file: 'folder/dev.environment.json' }));
    assert.deepEqual(
      shown([...other, ...placed(PRIVATE, { dev: { n: 1 } })]).map(({ file }) => file),
      ['folder/dev.environment.json', 'folder/dev.environment.json', PRIVATE],
    );
  });

  it('leaves out the environments when their private file is broken', () => {
    const other = dev.map((found) => ({ ...found, file: 'folder/dev.environment.json' }));
    assert.deepEqual(shown([...dev, ...other], [PRIVATE]), shown(other));
  });

  it('leaves out the private ones when the public file is broken', () => {
    assert.deepEqual(shown(placed(PRIVATE, { dev: { n: 1 } }), [PUBLIC]), []);
  });
});
