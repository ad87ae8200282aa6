/** Long sessions: progress, stopping, and hostile bodies in bounded time. */
import assert from 'node:assert/strict';
import { suggestMappings } from '../../../../src/core/mapping/decide/suggestMappings';
import { sessionOf } from '../session';

const steps = sessionOf(
  { line: 'POST /orders', sent: { sku: 'A-1' }, answer: { id: 'o-91827' } },
  { line: 'GET /orders/o-91827' },
  { line: 'DELETE /orders/o-91827' },
);

describe('suggestMappings on the way', () => {
  it('tells after each answer how far it is', () => {
    const progress: string[] = [];
    suggestMappings(steps, { onStep: (read, total) => progress.push(`${read}/${total}`) });
    assert.deepEqual(progress, ['1/3', '2/3', '3/3']);
  });

  it('stops when it is cancelled, with the reason', () => {
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

  it('reads a body that repeats a part of a list no more often for a longer list', () => {
    const readsFor = (length: number): number => {
      const items = Array.from({ length }, (_, index) => ({
        id: `8f14e45f-ceea-467a-9c0e-${10_000 + index}`,
      }));
      const [listed, sent] = sessionOf(
        { line: 'GET /items', answer: { items } },
        { line: 'PUT /items', sent: { items: [...items.slice(0, -1), { id: 'another' }] } },
      );
      assert.ok(listed !== undefined && sent?.body !== undefined);
      const { mediaType, text } = sent.body;
      let reads = 0;
      const body = {
        mediaType,
        get text() {
          reads += 1;
          return text;
        },
      };
      suggestMappings([listed, { ...sent, body }]);
      return reads;
    };
    assert.equal(readsFor(60), readsFor(10));
  });
});
