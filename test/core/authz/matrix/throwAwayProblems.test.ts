import assert from 'node:assert/strict';
import { checkMatrix } from '../../../../src/core/authz/matrix/checkMatrix';
import { withEffects } from '../../../../src/core/authz/matrix/effects';
import { readMatrix } from '../../../../src/core/authz/matrix/matrixFile';
import { loadChain } from '../../fakeRun';

/** A matrix of two customers, whose second line are the ways to make others and whose third are the operations. */
function matrixWith({ throwAway = '', operations = ENDING }): string {
  return `{ "formatVersion": 1, "name": "m", "mutate": true, "policy": { "customer": { "*": "own" } },
"throwAway": { ${throwAway} },
"operations": { ${operations} },
"users": { "alice": { "role": "customer", "login": "c.chain.json#login" }, "nobody": { "role": "anonymous" } },
"resources": { "user": { "create": "c.chain.json#register", "id": ["userId"] }, "account": { "id": ["userId"] } } }`;
}

const ENDING = '"session.end": { "request": "c.chain.json#logout", "endsCredentials": true }';

const problemsOf = (text: string): readonly string[] =>
  readMatrix(text, 'm.authz.json').problems.map(
    ({ place, severity, code, message }) => `${place.line}:${place.column} ${severity} ${code}: ${message}`,
  );

describe('throw-away users of a matrix', () => {
  const faults: readonly (readonly [title: string, throwAway: string, problem: string])[] = [
    [
      'a role that nobody has',
      '"agent": { "resource": "user" }',
      '2:16 warning unknown-role: No user has the role "agent", so no throw-away user is created for it. Add a user, or correct the name.',
    ],
    [
      'a resource that is not there',
      '"customer": { "resource": "usr" }',
      '2:42 error unknown-resource: The resource "usr" does not exist. The resources are: user, account.',
    ],
    [
      'a resource that nothing creates',
      '"customer": { "resource": "account" }',
      '2:42 error unknown-resource: The resource "account" has no `create`, so nothing registers a user. Name a request that does.',
    ],
    [
      'a maker who is not there',
      '"customer": { "resource": "user", "by": "root" }',
      '2:56 error unknown-user: The user "root" does not exist. The users are: alice, nobody.',
    ],
    [
      'a maker without credentials',
      '"customer": { "resource": "user", "by": "nobody" }',
      '2:56 error unknown-user: "nobody" sends no credentials and can remove nobody. Omit `by`: then each user registers and removes their own account.',
    ],
    [
      'a role without credentials',
      '"anonymous": { "resource": "user" }',
      '2:16 error invalid-value: "anonymous" is not allowed here. Nobody of this name can be made. Name a role whose users sign in.',
    ],
    [
      'a way to make users that names no resource',
      '"customer": {}',
      '2:16 error missing-member: `throwAway.customer` has no `resource`. Add for example "resource": "account".',
    ],
    [
      'a reserved variable',
      '"customer": { "resource": "user", "variables": { "__proto__": 1 } }',
      '2:65 error invalid-value: "__proto__" is not allowed here. This name is reserved in JavaScript and is refused. Choose another one.',
    ],
  ];
  for (const [title, throwAway, problem] of faults) {
    it(`have a problem with ${title}`, () => {
      assert.deepEqual(problemsOf(matrixWith({ throwAway })), [problem]);
    });
  }

  it('are not needed when no operation ends credentials', () => {
    const operations = '"session.end": { "request": "c.chain.json#logout", "endsCredentials": false }';
    assert.deepEqual(
      problemsOf(matrixWith({ throwAway: '"customer": { "resource": "user" }', operations })),
      [
        '2:1 warning idle-member: `throwAway` is not used: no operation ends credentials. Set `endsCredentials` of those that do to true.',
      ],
    );
  });

  it('have no problem when they are made as the matrix says', () => {
    const throwAway =
      '"customer": { "resource": "user", "by": "alice", "variables": { "email": "{{throwAway}}" } }';
    assert.deepEqual(problemsOf(matrixWith({ throwAway })), []);
  });
});

describe('an operation that ends credentials', () => {
  it('is none that reads', () => {
    const operations = `"session.end": { "request": "c.chain.json#logout", "endsCredentials": true, "effect": "read" }`;
    assert.deepEqual(problemsOf(matrixWith({ operations })), [
      '3:103 error ending-read: What ends credentials changes something. Declare the effect "action", or leave it out.',
    ]);
  });

  const request = (id: string, method: string, path: string): object => ({
    id,
    method,
    url: `https://api.test${path}`,
  });
  const sounding: readonly (readonly [id: string, method: string, path: string, sounds: boolean])[] = [
    ['out', 'POST', '/logout', true],
    ['out', 'POST', '/users/{{userId}}/log_out', true],
    ['signOut', 'DELETE', '/session', true],
    ['out', 'POST', '/auth/revoke-token', true],
    ['set', 'PUT', '/users/{{userId}}/password', true],
    ['changePassword', 'POST', '/me', true],
    ['out', 'GET', '/logout', false],
    ['forgot', 'POST', '/forgot-password', false],
    ['check', 'POST', '/password-strength', false],
    ['send', 'POST', '/send-token', false],
    ['post', 'POST', '/blogout', false],
    ['vault', 'POST', '/passwords/{{passwordId}}/share', false],
    ['login', 'POST', '/password', false],
  ];
  for (const [id, method, path, sounds] of sounding) {
    it(`is ${sounds ? 'asked for' : 'not seen in'} ${method} ${path} of "${id}"`, () => {
      const chains = new Map([['c.chain.json', { ...chainOf([request(id, method, path)]), required: [] }]]);
      const codes = (more: string): readonly string[] => {
        const text = matrixWith({ operations: `"it": { "request": "c.chain.json#${id}"${more} }` });
        const { matrix } = readMatrix(text, 'm.authz.json');
        assert.ok(matrix);
        const loaded = { file: 'm.authz.json', matrix: withEffects(matrix, chains), chains };
        return checkMatrix(text, loaded)
          .map(({ code }) => code)
          .filter((code) => code === 'undeclared-ending');
      };
      assert.deepEqual(codes(''), sounds ? ['undeclared-ending'] : []);
      assert.deepEqual([codes(', "endsCredentials": true'), codes(', "endsCredentials": false')], [[], []]);
    });
  }
});

function chainOf(requests: readonly object[]): ReturnType<typeof loadChain> {
  return loadChain({ formatVersion: 1, name: 'c', requests }, 'c.chain.json');
}
