import assert from 'node:assert/strict';
import { jwtClaims } from '../../../../../src/core/authz/act/sessions/jwtClaims';
import { defined } from '../../../../../src/core/defined';

function token(payload: string): string {
  return `eyJhbGciOiJub25lIn0.${Buffer.from(payload).toString('base64url')}.c2ln`;
}

describe('jwtClaims', () => {
  const cases: readonly [payload: string, subject: string | undefined, expiresAt: number | undefined][] = [
    ['{"sub":"17"}', '[null,"17"]', undefined],
    ['{"iss":"shop","sub":17}', '["shop",17]', undefined],
    ['{"sub":9007199254740993}', '[null,9007199254740993]', undefined],
    ['{"exp":1700000000}', undefined, 1_700_000_000_000],
    ['{"sub":"ü","exp":1.5}', '[null,"ü"]', 1500],
    ['{}', undefined, undefined],
    ['{"exp":"tomorrow"}', undefined, undefined],
  ];
  for (const [payload, subject, expiresAt] of cases) {
    it(`reads ${payload}`, () => {
      assert.deepEqual(jwtClaims(token(payload)), defined({ subject, expiresAt }));
    });
  }

  for (const text of ['', 'a.b', 'a.b.c.d', token('[]'), token('{'), 'ord-1.2.3', token('"text"')]) {
    it(`takes ${JSON.stringify(text)} for none`, () => {
      assert.equal(jwtClaims(text), undefined);
    });
  }
});
