import assert from 'node:assert/strict';
import { grantOf, type GrantScope } from '../../../../src/core/authz/model/matrix';

/** What these rules, in this order, grant for `order.read`. */
function granted(
  ...rules: readonly (readonly [pattern: string, scope: GrantScope])[]
): GrantScope | undefined {
  const listed = rules.map(([pattern, scope]) => ({ pattern, scope, sharedBy: [] }));
  return grantOf({ roles: [{ role: 'customer', rules: listed }], public: [] }, 'customer', 'order.read')
    ?.scope;
}

describe('grantOf', () => {
  it('lets the longest pattern that fits decide', () => {
    assert.equal(granted(['*', 'none'], ['order.*', 'own'], ['order.list*', 'any']), 'own');
  });

  it('lets the name of the operation decide, though a pattern that fits is longer', () => {
    assert.equal(granted(['order.read*', 'any'], ['order.read', 'none']), 'none');
  });

  it('grants nothing where no pattern fits', () => {
    assert.equal(granted(['order.list', 'any']), undefined);
  });
});
