import assert from 'node:assert/strict';
import { diagnoseMatrix } from '../../../../src/core/authz/matrix/diagnoseMatrix';
import { readNamedChains } from '../../../../src/core/authz/matrix/readNamedChains';

const chain = (requests: readonly string[], requires: readonly string[] = []) =>
  JSON.stringify({
    formatVersion: 1,
    name: 'c',
    requires,
    requests: requests.map((id) => ({ id, method: 'GET', url: 'http://127.0.0.1/' })),
  });

type Files = Readonly<Record<string, string>>;

/** Gives the texts of files, and notes which ones were asked for. */
function readerOf(files: Files): {
  readonly asked: string[];
  readonly readText: (file: string) => Promise<string | undefined>;
} {
  const asked: string[] = [];
  return {
    asked,
    readText: (file) => {
      asked.push(file);
      return Promise.resolve(Object.hasOwn(files, file) ? files[file] : undefined);
    },
  };
}

/** A matrix in `tests/` whose user signs in with `login` and whose operation sends `request`. */
const matrixWith = (login: string, request: string, environment = 'local') =>
  `{ "formatVersion": 1, "name": "m", "environment": "${environment}",
"users": { "alice": { "role": "customer", "login": "${login}" } },
"operations": { "order.read": { "request": "${request}" } },
"policy": { "customer": { "*": "own" } } }`;

describe('diagnoseMatrix', () => {
  const cases: [title: string, text: string, files: Files, problems: string[]][] = [
    [
      'finds nothing wrong with a matrix that fits the files around it',
      matrixWith('../login.chain.json', 'o.chain.json#get'),
      { 'login.chain.json': chain(['login']), 'tests/o.chain.json': chain(['get']) },
      [],
    ],
    [
      'reports problems of the file itself and those together with the chains',
      matrixWith('../../login.chain.json', 'o.chain.json#gte', 'lcoal'),
      { 'tests/o.chain.json': chain(['get']) },
      [
        '1:51 environment: The environment "lcoal" of this matrix does not exist. The environments are: local.',
        '2:52 unknown-request: "../../login.chain.json" is outside the workspace. Name a chain inside it, relative to this file.',
        '3:44 unknown-request: tests/o.chain.json has no request "gte". Its requests are: get.',
      ],
    ],
    [
      'takes a chain with an error for one that is not there',
      matrixWith('../login.chain.json', 'o.chain.json#get'),
      { 'login.chain.json': chain(['login']), 'tests/o.chain.json': '{' },
      [
        '3:44 unknown-request: The chain tests/o.chain.json is missing or has an error. Correct the path, or fix the chain.',
      ],
    ],
    [
      'says nothing of chains while the matrix itself has another shape',
      '{ "formatVersion": 1 }',
      {},
      [
        '1:1 missing-member: The file has no `name`. Add for example "name": "Orders: who may do what".',
        '1:1 missing-member: The file has no `users`. Add for example "users": {"alice":{"role":"customer","login":"login.chain.json"}}.',
        '1:1 missing-member: The file has no `operations`. Add for example "operations": {"order.read":{"resource":"order","request":"orders.chain.json#get-order"}}.',
        '1:1 missing-member: The file has no `policy`. Add for example "policy": {"customer":{"order.*":"own"},"administrator":{"*":"any"},"public":[]}.',
      ],
    ],
  ];
  for (const [title, text, files, problems] of cases) {
    it(title, async () => {
      const { readText } = readerOf(files);
      const found = await diagnoseMatrix(text, 'tests/f.authz.json', { readText, environments: ['local'] });
      assert.deepEqual(
        found.map(({ place, code, message }) => `${place.line}:${place.column} ${code}: ${message}`),
        problems,
      );
    });
  }
});

describe('readNamedChains', () => {
  it('gives the chains that each one requires in the order they run, circles cut', async () => {
    const { readText, asked } = readerOf({
      'main.chain.json': chain(['m'], ['auth/login.chain.json', 'seed.chain.json']),
      'auth/login.chain.json': chain(['l'], ['../base.chain.json', '../main.chain.json']),
      'seed.chain.json': chain(['s'], ['base.chain.json', 'missing.chain.json', '../out.chain.json']),
      'base.chain.json': chain(['b']),
    });
    const chains = await readNamedChains(['main.chain.json', 'base.chain.json', 'gone.chain.json'], readText);
    assert.deepEqual(
      [...chains].map(([file, { required }]) => [file, required.map((loaded) => loaded.file)]),
      [
        ['main.chain.json', ['base.chain.json', 'auth/login.chain.json', 'seed.chain.json']],
        ['base.chain.json', []],
      ],
    );
    assert.deepEqual(asked, [
      'main.chain.json',
      'auth/login.chain.json',
      'base.chain.json',
      'seed.chain.json',
      'missing.chain.json',
      'gone.chain.json',
    ]);
  });

  it('asks for nothing outside of the workspace', async () => {
    const { readText, asked } = readerOf({});
    await readNamedChains(['../secret.chain.json', '/etc/passwd', 'a/../../b', 'C:/x'], readText);
    assert.deepEqual(asked, []);
  });
});
