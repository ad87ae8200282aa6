import assert from 'node:assert/strict';
import { readMatrix } from '../../../../src/core/authz/matrix/matrixFile';

/** Users by name with their attributes, and what the policy grants to all of them. */
function problemsOf(users: Readonly<Record<string, object | undefined>>, scope: unknown): readonly string[] {
  const text = JSON.stringify(
    {
      formatVersion: 1,
      name: 'm',
      users: Object.fromEntries(
        Object.entries(users).map(([name, attributes]) => [
          name,
          { role: 'member', attributes, login: 'l.chain.json' },
        ]),
      ),
      operations: { read: { request: 'c.chain.json#read' } },
      policy: { member: { read: scope } },
    },
    null,
    1,
  );
  return readMatrix(text, 'm').problems.map(({ severity, code, message, range }) =>
    [severity, code, text.slice(range.start, range.end).replace(/\s+/g, ' '), message].join(' | '),
  );
}

const acme = { tenant: 'acme' };
const globex = { tenant: 'globex' };

describe('attributes of users', () => {
  it('are in order where two tenants meet and one has two members', () => {
    assert.deepEqual(problemsOf({ alice: acme, amy: acme, bob: globex }, 'tenant'), []);
    assert.deepEqual(problemsOf({ alice: acme, amy: acme, bob: globex }, ['own', 'tenant']), []);
    assert.deepEqual(problemsOf({ alice: acme, bob: globex }, 'own'), []);
  });

  it('must exist where a scope names one', () => {
    assert.deepEqual(problemsOf({ alice: acme, amy: acme, bob: globex }, 'onw'), [
      'error | unknown-attribute | "onw" | "onw" is not a scope, and no user has an attribute of that name. Write own, any or none, or add it to the `attributes` of users. Their attributes are: tenant.',
    ]);
    assert.deepEqual(problemsOf({ alice: {}, bob: undefined }, ['own', 'tenant']), [
      'error | unknown-attribute | [ "own", "tenant" ] | "tenant" is not a scope, and no user has an attribute of that name. Write own, any or none, or add it to the `attributes` of users.',
    ]);
  });

  it('are missed where the policy names one for the role', () => {
    assert.deepEqual(problemsOf({ alice: acme, amy: acme, bob: globex, eve: {} }, 'tenant'), [
      'warning | missing-attribute | "eve" | "eve" has no "tenant", so a grant by tenant covers only the objects of this user. Add it to `attributes`.',
    ]);
  });

  it('leave something untested where all users have one value, or each its own', () => {
    assert.deepEqual(problemsOf({ alice: acme, amy: acme }, 'own'), [
      'warning | single-attribute-value | "acme" | No user has another "tenant" than "acme", so no test crosses it. Add a user with another value.',
    ]);
    assert.deepEqual(problemsOf({ alice: acme, bob: globex }, 'tenant'), [
      'warning | unshared-attribute | "acme" | No two users have the same "tenant", so nothing tests what the policy grants by it. Add a user with the same value.',
    ]);
  });

  const refused: [title: string, users: Readonly<Record<string, object>>, scope: unknown, message: string][] =
    [
      [
        'a reserved name',
        { alice: { own: 'x' } },
        'own',
        '"own" is not allowed here. This name has a meaning of its own in a policy. Choose another one.',
      ],
      [
        'any in a list',
        { alice: acme },
        ['any', 'tenant'],
        '"any" is not allowed here. This scope cannot be combined with others. Write it instead of the list.',
      ],
      [
        'a scope twice',
        { alice: acme },
        ['tenant', 'tenant'],
        'The scopes have an entry twice. Remove one of the two.',
      ],
      [
        'a scope that is no name',
        { alice: acme },
        '*',
        '"*" is not allowed here. A scope is own, any, none or an attribute of users, such as tenant. Choose one.',
      ],
    ];
  for (const [title, users, scope, message] of refused) {
    it(`refuse ${title}`, () => {
      assert.deepEqual(
        problemsOf(users, scope).map((problem) => problem.split(' | ')[3]),
        [message],
      );
    });
  }
});
