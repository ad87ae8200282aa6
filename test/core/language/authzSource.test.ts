import assert from 'node:assert/strict';
import { readAuthzSource } from '../../../src/core/language/authzSource';

describe('the variables that a matrix names', () => {
  it('are those that users bring along, and throw-away users in their places', () => {
    const matrix = {
      users: { alice: { login: 'login.chain.json', variables: { email: '{{name}}@example.com' } } },
      throwAway: { customer: { variables: { email: '{{throwAway}}@{{host}}', password: '{{$uuid}}' } } },
    };
    const { variables } = readAuthzSource(JSON.stringify(matrix), 'f.authz.json');
    assert.deepEqual(
      variables.map(({ role, name, chains }) => `${role} ${name} ${chains.join()}`),
      [
        'definition email login.chain.json',
        'use name login.chain.json',
        'definition email login.chain.json',
        'use host login.chain.json',
        'definition password login.chain.json',
      ],
    );
  });

  it('are identifiers, with or without where they come from', () => {
    const matrix = {
      resources: {
        review: {
          read: 'reviews.chain.json#get',
          id: ['shopId', { variable: 'reviewId', from: 'list', path: '$.id' }],
        },
      },
    };
    const { variables } = readAuthzSource(JSON.stringify(matrix), 'f.authz.json');
    assert.deepEqual(
      variables.map(({ role, name, chains }) => `${role} ${name} ${chains.join()}`),
      ['use shopId reviews.chain.json', 'use reviewId reviews.chain.json'],
    );
  });

  it('are none where the sections are of another type', () => {
    for (const throwAway of [null, 7, [], { customer: [] }, { customer: { variables: '{{x}}' } }]) {
      assert.deepEqual(readAuthzSource(JSON.stringify({ throwAway }), 'f.authz.json').variables, []);
    }
  });
});
