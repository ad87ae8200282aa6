import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Cell } from '../../../../src/core/authz/model/cell';
import { authzFingerprint } from '../../../../src/core/authz/report/fingerprint';
import { nodeHash } from '../../../../src/node/run/nodePorts';
import { sampleCell } from '../../../formats/reporters/authz/sampleAuthz';

const cell = sampleCell();

function fingerprintOf(changes: Partial<Cell>): string {
  return authzFingerprint({ ...cell, ...changes }, nodeHash);
}

describe('authzFingerprint', () => {
  it('is the digest of what the specification names', () => {
    const text = 'OBJ|GET|/api/orders/{{orderId}}|path:orderId||customer|customer';
    assert.equal(fingerprintOf({}), createHash('sha256').update(text).digest('hex'));
  });

  const same: [title: string, changes: Partial<Cell>][] = [
    ['other users of the same roles', { owner: 'carol', caller: 'dave', id: 'OBJ order.read carol<-dave' }],
    ['another name of the operation', { operation: 'order.show', resource: 'purchase' }],
    ['a pair that the policy does not name', { undeclared: true }],
    ['a cell that is not tested', { skip: 'It cannot be taken back.' }],
  ];
  for (const [title, changes] of same) {
    it(`is the same for ${title}`, () => {
      assert.equal(fingerprintOf(changes), fingerprintOf({}));
    });
  }

  const other: [title: string, changes: Partial<Cell>][] = [
    ['kind', { kind: 'FUN' }],
    ['method', { method: 'PUT' }],
    ['path', { path: '/api/v2/orders/{{orderId}}' }],
    ['place', { places: [{ in: 'query', variable: 'orderId', name: 'orderId' }] }],
    ['number of places', { places: [...cell.places, { in: 'body', variable: 'orderId', name: '/id' }] }],
    ['end of credentials', { ended: true }],
    ['variant', { variant: 'trailing-slash' }],
    ['property', { property: '$.owner' }],
    ['role of the owner', { ownerRole: 'manager' }],
    ['role of the caller', { callerRole: 'manager' }],
    ['tenant', { relation: { tenant: 'other' } }],
    ['tenant in common', { relation: { tenant: 'same' } }],
    ['attribute', { relation: { team: 'other', tenant: 'same' } }],
    ['role that looks like two', { ownerRole: 'customer|customer', callerRole: '' }],
  ];
  it('is another for each other part', () => {
    const all = other.map(([, changes]) => fingerprintOf(changes));
    assert.equal(new Set([fingerprintOf({}), ...all]).size, other.length + 1);
  });

  it('takes texts of files as they are', () => {
    for (const text of ['', '__proto__', '\ud83d', '\\|', 'a\r\nb']) {
      assert.match(fingerprintOf({ path: text, callerRole: text }), /^[0-9a-f]{64}$/);
    }
  });
});
