import assert from 'node:assert/strict';
import { ownersOf, reaches, relationOf } from '../../../../src/core/authz/matrix/grants';
import type { MatrixUser, Reach } from '../../../../src/core/authz/model/matrix';
import { loadedMatrix } from '../attacks';

function member(name: string, attributes: Readonly<Record<string, string>>): MatrixUser {
  return { name, role: 'member', attributes, variables: {} };
}

const alice = member('alice', { tenant: 'acme', team: 'red' });
const amy = member('amy', { tenant: 'acme', team: 'blue' });
const bob = member('bob', { tenant: 'globex', team: 'red' });
const eve = member('eve', {});

const own = (...sharedBy: readonly string[]): Reach => ({ scope: 'own', sharedBy });

describe('reaches', () => {
  const cases: [title: string, grant: Reach, caller: MatrixUser, owner: MatrixUser, expected: boolean][] = [
    ['lets users at what is their own', own(), alice, alice, true],
    ['keeps own from those of the same tenant', own(), amy, alice, false],
    ['lets the same tenant in where it is granted', own('tenant'), amy, alice, true],
    ['keeps another tenant out', own('tenant'), bob, alice, false],
    ['lets the same value of any of several attributes in', own('tenant', 'team'), bob, alice, true],
    ['lets users without the attribute at their own alone', own('tenant'), eve, eve, true],
    ['takes two users without the attribute for two tenants', own('tenant'), eve, member('ed', {}), false],
    ['does not find attributes every object inherits', own('constructor'), amy, alice, false],
    ['lets everybody in where any is granted', { scope: 'any', sharedBy: [] }, bob, alice, true],
    ['keeps owners out where nothing is granted', { scope: 'none', sharedBy: [] }, alice, alice, false],
  ];
  for (const [title, grant, caller, owner, expected] of cases) {
    it(title, () => {
      assert.equal(reaches(grant, caller, owner), expected);
    });
  }
});

describe('relationOf', () => {
  it('compares the attributes that both users have', () => {
    assert.deepEqual(relationOf(alice, amy), { tenant: 'same', team: 'other' });
    assert.deepEqual(relationOf(member('al', { tenant: 'acme', region: 'eu' }), amy), { tenant: 'same' });
  });

  it('says nothing of one user, or of users without attributes in common', () => {
    assert.deepEqual([relationOf(alice, alice), relationOf(alice, eve)], [undefined, undefined]);
  });
});

describe('ownersOf', () => {
  it('takes the first user of each role and combination of attributes', () => {
    const users = Object.fromEntries(
      [
        ['alice', { tenant: 'acme' }],
        ['amy', { tenant: 'acme' }],
        ['bob', { tenant: 'globex' }],
        ['eve', {}],
      ].map(([name, attributes]) => [name, { role: 'customer', login: 'login.chain.json', attributes }]),
    );
    const { matrix } = loadedMatrix({ users });
    const owners = matrix.resources.map((resource) => ownersOf(matrix, resource).map(({ name }) => name));
    assert.deepEqual(owners, [['alice', 'bob', 'eve']]);
  });
});
