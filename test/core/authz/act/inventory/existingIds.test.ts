import assert from 'node:assert/strict';
import { createExisting } from '../../../../../src/core/authz/act/inventory/existingIds';
import type { ListedBefore } from '../../../../../src/core/authz/act/ledger';
import type { TestObject } from '../../../../../src/core/authz/act/inventory/testObject';
import type { AuthzContext } from '../../../../../src/core/authz/act/context';
import { defined } from '../../../../../src/core/defined';

/** Why an object with an identifier that bob has, among variables of another name, is not new. */
function why(resource: string, value: string, listedBefore?: ListedBefore): string | undefined {
  const users = [{ name: 'bob', variables: { number: value } }];
  const hash = { hmacSha256: () => new Uint8Array(8) };
  const context = { loaded: { matrix: { users } }, ports: { hash } };
  const object = {
    resource: { name: resource },
    owner: { user: { name: 'alice' } },
    ids: new Map([['thing', { value }]]),
    entry: { proof: 'response', ...defined({ listedBefore }) },
  };
  return createExisting(context as unknown as AuthzContext, { extracted: () => [] }).why(
    object as unknown as TestObject,
  );
}

describe('what was there before', () => {
  for (const name of ['user', 'users', 'teamMember', 'customer_account', 'Profile', 'author']) {
    it(`is a ${name} whose number a user has`, () => {
      assert.match(why(name, '7') ?? '', /an identifier that bob had before/);
    });

    it(`is not a ${name} whose number a user has when a list showed everything else`, () => {
      assert.equal(why(name, '7', []), undefined);
    });

    it(`is a ${name} whose text a user has, whatever a list showed`, () => {
      assert.match(why(name, 'u-7aa1', []) ?? '', /an identifier that bob had before/);
    });
  }

  for (const name of ['personalNote', 'authorization', 'loginless', 'order', 'ownership']) {
    it(`is not a ${name} whose number a user has`, () => {
      assert.equal(why(name, '7'), undefined);
    });
  }
});
