import assert from 'node:assert/strict';
import { isSensitiveName } from '../../../../src/core/authz/judge/sensitiveNames';

describe('isSensitiveName', () => {
  const sensitive =
    '/passwordHash /user/api_key /items/0/token salt hash ssn /socialSecurityNumber tax_id taxNumber IBAN /card/cardNumber creditCard passportNo';
  for (const name of sensitive.split(' ')) {
    it(`takes ${name} for sensitive`, () => {
      assert.equal(isSensitiveName(name), true);
    });
  }

  const plain =
    '/cost /password/updatedAt commitHash nextPageToken tokenType taxRate salted cards /hash/algorithm';
  for (const name of plain.split(' ')) {
    it(`takes ${name} for plain`, () => {
      assert.equal(isSensitiveName(name), false);
    });
  }
});
