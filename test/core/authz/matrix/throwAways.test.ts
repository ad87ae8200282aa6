/** Who has to be replaced by a user that is made for an operation which ends credentials. */
import assert from 'node:assert/strict';
import { throwAwayFor, usersAtRisk } from '../../../../src/core/authz/matrix/throwAways';
import type { MatrixUser, ThrowAway } from '../../../../src/core/authz/model/matrix';

describe('an operation that ends credentials', () => {
  const user = (name: string): MatrixUser => ({ name, role: 'member', attributes: {}, variables: {} });
  const [alice, bob] = [user('alice'), user('bob')];
  const old: MatrixUser = { ...user('old'), ended: true };
  const made: ThrowAway = { role: 'member', resource: 'membership', variables: {} };

  it('puts the credentials of owner and caller at risk, if they hold', () => {
    const users = [alice, bob, old];
    const names = (caller: string): readonly string[] =>
      usersAtRisk({ users }, { endsCredentials: true }, { owner: 'alice', caller }).map(({ name }) => name);
    assert.deepEqual(names('bob'), ['alice', 'bob']);
    assert.deepEqual(names('old'), ['alice']);
  });

  it('is tried with users made for it in the place of all but those whose credentials have ended', () => {
    assert.equal(throwAwayFor({ throwAway: [made] }, alice), made);
    assert.equal(throwAwayFor({ throwAway: [made] }, old), undefined);
  });
});
