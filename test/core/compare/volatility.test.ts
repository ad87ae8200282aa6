import assert from 'node:assert/strict';
import { headerVolatility, valueVolatility } from '../../../src/core/compare/volatility';
import { parseJson } from '../../../src/core/json/json';

describe('what differs at every answer', () => {
  const values: readonly (readonly [
    name: string,
    before: string,
    after: string,
    kind: string | undefined,
  ])[] = [
    ['createdAt', '"2026-01-05T09:00:00.000Z"', '"2026-01-06T10:00:00Z"', 'date'],
    ['whatever', '"2026-01-05T09:00:00+02:00"', '"2026-01-06T10:00:00Z"', 'date'],
    ['birthday', '"1990-01-05"', '"1991-01-05"', undefined],
    ['date', '"1990-01-05"', '"1991-01-05"', 'date'],
    ['createdAt', '"2026-01-05T09:00:00Z"', 'null', undefined],
    ['createdAt', '1767600000', '1767700000', 'date'],
    ['amount', '1767600000', '1767700000', undefined],
    ['x', '"7e57d004-2b97-0e7a-b45f-5387367791cd"', '"00000000-2b97-0e7a-b45f-5387367791cd"', 'id'],
    ['orderId', '"ord-50c9b7a35ca0"', '"ord-60c9b7a35ca0"', 'id'],
    ['orderId', '"ord-50c9b7a35ca0"', '"usr-60c9b7a35ca0"', undefined],
    ['orderId', '17', '18', 'id'],
    ['orderId', '17', '"18"', undefined],
    ['id', '9007199254740993', '9007199254740995', 'id'],
    ['accessToken', '"eyJhbGciOi.eyJzdWIiOi.c2ln"', '"eyJhbGciOi.eyJzdWIiOj.c2lo"', 'token'],
    ['token', '"‹secret:7f3a›"', '"‹secret:8f3a›"', 'token'],
    ['nextCursor', '"cGFnZToy1"', '"cGFnZToz2"', 'token'],
    ['state', '"open"', '"closed"', undefined],
    ['anything', '"8f14e45fceea167a"', '"9f14e45fceea167a"', 'token'],
    ['elapsedMs', '12', '15.5', 'timing'],
    ['quantity', '1', '2', undefined],
    ['name', '"Alice"', '"Bob"', undefined],
    ['open', 'true', 'false', undefined],
    ['id', '[]', '{}', undefined],
    ['', '"a"', '"b"', undefined],
  ];
  for (const [name, before, after, kind] of values) {
    it(`takes ${name} from ${before} to ${after} for ${kind ?? 'a change'}`, () => {
      assert.equal(valueVolatility(name, parseJson(before), parseJson(after)), kind);
    });
  }

  const headers: readonly (readonly [
    name: string,
    before: string,
    after: string,
    kind: string | undefined,
  ])[] = [
    ['Date', 'Sat, 21 Nov 2026 16:00:00 GMT', 'Sat, 21 Nov 2026 16:00:01 GMT', 'date'],
    ['Retry-After', 'Sat, 21 Nov 2026 16:00:00 GMT', 'Sat, 21 Nov 2026 16:00:01 GMT', 'date'],
    ['X-Request-Id', 'a1', 'b2', 'id'],
    ['ETag', '"v1"', '"v2"', 'token'],
    ['Age', '', '3', 'timing'],
    ['Content-Length', '10', '20', 'transport'],
    ['Content-Type', 'text/html', 'application/json', undefined],
    ['Location', '/orders/1', '/orders/2', undefined],
    ['__proto__', 'a', 'b', undefined],
  ];
  for (const [name, before, after, kind] of headers) {
    it(`takes the header ${name} from ${before} to ${after} for ${kind ?? 'a change'}`, () => {
      assert.equal(headerVolatility(name, before, after), kind);
    });
  }

  it('looks at a long hostile text for no longer than a moment', () => {
    const long = JSON.stringify('a1'.repeat(200_000));
    assert.equal(
      valueVolatility('x'.repeat(100_000), parseJson(long), parseJson(`${long.slice(0, -1)}!"`)),
      undefined,
    );
  });
});
