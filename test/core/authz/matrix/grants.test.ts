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
const eve: MatrixUser = { name: 'eve', role: 'member', variables: {} };

const own = (...sharedBy: readonly string[]): Reach =>
  sharedBy.length === 0 ? { scope: 'own' } : { scope: 'own', sharedBy };

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
    ['lets everybody in where any is granted', { scope: 'any' }, bob, alice, true],
    ['keeps owners out where nothing is granted', { scope: 'none' }, alice, alice, false],
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
    const customer = (attributes: Readonly<Record<string, string>>) => ({
      role: 'customer',
      login: 'login.chain.json',
      attributes,
    });
    const users = {
      alice: customer({ tenant: 'acme' }),
      amy: customer({ tenant: 'acme' }),
      bob: customer({ tenant: 'globex' }),
      eve: customer({}),
    };
    const { matrix } = loadedMatrix({ users });
    const owners = matrix.resources.map((resource) => ownersOf(matrix, resource).map(({ name }) => name));
    assert.deepEqual(owners, [['alice', 'bob', 'eve']]);
  });
});
