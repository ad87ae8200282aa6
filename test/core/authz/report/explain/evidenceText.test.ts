import assert from 'node:assert/strict';
import type { IdPlace } from '../../../../../src/core/authz/model/cell';
import { cellTitle, changeWords, leakWords } from '../../../../../src/core/authz/report/explain/evidenceText';
import { sampleCell } from '../../../../formats/reporters/authz/sampleAuthz';

const userId: IdPlace = { in: 'path', variable: 'userId' };
const orderId: IdPlace = { in: 'path', variable: 'orderId' };
const nested = '/users/{{userId}}/orders/{{ orderId }}';

describe('cellTitle', () => {
  const titles: [parts: Parameters<typeof sampleCell>[0], title: string][] = [
    [{}, 'bob←alice GET /api/orders/{orderId} [path]'],
    [{ changes: { variant: 'path-case' } }, 'bob←alice GET /api/orders/{orderId} [path, path-case]'],
    [{ path: nested, places: [orderId] }, 'bob←alice GET /users/{userId}/orders/{orderId} [path orderId]'],
    [
      { path: nested, places: [userId, orderId] },
      'bob←alice GET /users/{userId}/orders/{orderId} [path userId + path orderId]',
    ],
    [
      { path: '/orders', places: [{ in: 'body', variable: 'orderId', name: '/id' }] },
      'bob←alice GET /orders [body /id]',
    ],
    [{ path: '/orders', places: [] }, 'bob←alice GET /orders [list]'],
    [{ path: '/users', places: [], resource: '' }, 'bob←alice GET /users [function]'],
    [
      { path: '/a', places: [], changes: { property: '$.owner', effect: 'update' } },
      'bob←alice GET /a [sets $.owner]',
    ],
  ];
  for (const [parts, title] of titles) {
    it(`names ${title}`, () => {
      assert.equal(cellTitle(sampleCell(parts)), title);
    });
  }

  it('names the caller alone where there is no owner', () => {
    const { owner: _owner, ...cell } = sampleCell();
    assert.equal(cellTitle(cell), 'alice GET /api/orders/{orderId} [path]');
  });
});

describe('the words of evidence', () => {
  it('tell where data was found, and how it was written', () => {
    const leak = {
      found: 'body /note',
      value: '/customer',
      begins: 'bob@',
      sha256: '0',
      encoding: 'plain',
    } as const;
    assert.equal(leakWords(leak), 'body /note holds /customer (bob@…)');
    assert.equal(
      leakWords({ ...leak, encoding: 'percent' }),
      'body /note holds /customer (bob@…), written as percent codes',
    );
  });

  it('tell what became of an object', () => {
    assert.equal(changeWords({ path: '/a', before: '1', after: '2' }), '/a: 1 → 2');
    assert.equal(changeWords({ path: '/a', before: '1' }), '/a is gone; it was 1');
    assert.equal(changeWords({ path: '', after: '2' }), 'the whole body is new: 2');
    assert.equal(changeWords({ path: '' }), 'the whole body is new: …');
  });
});
