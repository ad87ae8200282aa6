import assert from 'node:assert/strict';
import { writeInWorkspace } from '../chainFiles';
import { ownPolicies, type Policies } from '../policyPage';
import { tidyEditors } from '../viewFakes';

describe('a policy grid in Restricted Mode', () => {
  let policies: Policies;
  beforeEach(() => {
    policies = ownPolicies();
  });
  afterEach(async () => {
    policies.dispose();
    await tidyEditors();
  });

  it('shows the policy and changes it', async () => {
    const matrix = { operations: { 'order.read': {} }, policy: { customer: {} } };
    const policy = await policies.open(await writeInWorkspace('restricted.authz.json', matrix));
    const choice = { role: 'customer', operation: 'order.read', before: null, scope: '"own"' };
    assert.equal(await policy.call('grant', choice), 'done');
    await policy.whenShown(({ rows }) => rows[0]?.grants[0]?.own === '"own"');
  });
});
