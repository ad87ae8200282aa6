/** Long sessions: progress, stopping, and hostile bodies in bounded time. */
import assert from 'node:assert/strict';
import { suggestMappings } from '../../../src/core/mapping/suggestMappings';
import { sessionOf } from './session';

const steps = sessionOf(
  { line: 'POST /orders', sent: { sku: 'A-1' }, answer: { id: 'o-91827' } },
  { line: 'GET /orders/o-91827' },
  { line: 'DELETE /orders/o-91827' },
);

describe('suggestMappings on the way', () => {
  it('tells after each answer how far it is', () => {
    const told: string[] = [];
    suggestMappings(steps, { onStep: (read, total) => told.push(`${read}/${total}`) });
    assert.deepEqual(told, ['1/3', '2/3', '3/3']);
  });

  it('stops when it is told to, with the reason', () => {
    const reason = new Error('stopped');
    const onStep = (read: number): void => {
      if (read === 2) {
        throw reason;
      }
    };
    assert.throws(() => suggestMappings(steps, { onStep }), reason);
  });

  it('reads a body of 50 MB and finds the one value that is used', () => {
    const item = `{"id":"p-10000001","tags":["${'w'.repeat(480)}"]}`;
    const text = `{"orderId":"o-91827","items":[${Array.from({ length: 100_000 }, () => item).join(',')}]}`;
    const [first, second] = sessionOf({ line: 'GET /orders' }, { line: 'GET /orders/o-91827' });
    assert.ok(first?.response !== undefined && second !== undefined && text.length > 50_000_000);
    const huge = { ...first, response: { ...first.response, mediaType: 'application/json', text } };
    const [suggestion, ...others] = suggestMappings([huge, second]);
    assert.equal(others.length, 0);
    assert.deepEqual(suggestion?.producer.rule.select, { kind: 'path', path: '$.orderId' });
  });
});
