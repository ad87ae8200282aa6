import assert from 'node:assert/strict';
import { comparableText } from '../../src/formats/comparableText';
import { fakeRun, type Answer } from '../core/fakeRun';

async function textOf(body: string, date: string): Promise<string> {
  const answer: Answer = {
    status: 200,
    headers: { Date: date, 'Content-Type': 'application/json' },
    body,
  };
  const { result } = await fakeRun({
    chain: {
      name: 'Orders',
      requests: [
        {
          id: 'read',
          name: 'Read order',
          method: 'GET',
          url: 'http://api.test/orders/1',
          extract: [{ variable: 'state', from: 'body', path: '$.state' }],
          expect: { body: [{ path: '$.state', equals: 'ready' }] },
        },
        { id: 'next', method: 'GET', url: 'http://api.test/{{nowhere}}' },
      ],
    },
    answer: () => answer,
  });
  return comparableText(result);
}

describe('results for comparing', () => {
  it('are equal for two runs that differ in time only', async () => {
    const one = await textOf('{"state":"ready"}', 'Thu, 01 Jan 2026 00:00:00 GMT');
    const other = await textOf('{"state":"ready"}', 'Fri, 02 Jan 2026 00:00:00 GMT');
    assert.equal(one, other);
  });

  it('differ in the lines that tell what changed', async () => {
    const date = 'Thu, 01 Jan 2026 00:00:00 GMT';
    const ready = (await textOf('{"id":1,"state":"ready"}', date)).split('\n');
    const late = (await textOf('{"id":1,"state":"waiting"}', date)).split('\n');
    assert.deepEqual(
      late.filter((line) => !ready.includes(line)),
      [
        'because      Expected $.state equals "ready", but it was "waiting".',
        'extracted    state = "waiting"',
        'did not hold $.state equals "ready"',
        '  "state": "waiting"',
      ],
    );
  });

  it('say what was blocked and why', async () => {
    const text = await textOf('{"state":"ready"}', '');
    assert.match(text, /next \(main\.chain\.json#next\)\noutcome {6}blocked\nbecause {6}.*nowhere/);
  });
});
