import assert from 'node:assert/strict';
import { createProgress } from '../../src/cli/progress';
import { colours } from '../../src/cli/paint';
import type { PartResult, RunEvent } from '../../src/core/result/result';

const request = { chain: 'a.chain.json', id: 'read' };
const result: PartResult = {
  ...{ request, name: 'Read', method: 'GET', outcome: 'passed', reasons: [], attempts: 1 },
  ...{ substitutions: [], extractions: [], expectations: [], durationMs: 1 },
  startedAt: '2026-11-21T10:00:00.000Z',
  at: [{ id: 'read', item: 0 }],
};

/** What a terminal shows of requests that are under way. */
function underWay(...events: readonly RunEvent[]): readonly string[] {
  const written: string[] = [];
  const terminal = { write: (text: string) => written.push(text) };
  const paint = colours(process.stdout, { NO_COLOR: '1' });
  const take = createProgress({ terminal, paint, together: false }).begin();
  const planned = ['Read', 'Show'].map((name) => ({ request, name, method: 'GET' }));
  take({
    type: 'run-started',
    chain: { file: 'a.chain.json', name: 'A' },
    startedAt: result.startedAt,
    requests: planned,
    notes: [],
  });
  events.forEach(take);
  return written.filter((text) => text.includes('…'));
}

describe('the line about what is under way', () => {
  it('tells how many items of a loop are finished', () => {
    const finished = (of?: number): RunEvent => ({
      ...{ type: 'part-finished', index: 0, result },
      ...(of === undefined ? {} : { of }),
    });
    const started: RunEvent = { type: 'request-started', index: 0, attempt: 1 };
    assert.deepEqual(underWay(started, finished(40), { ...started, attempt: 2 }), [
      '  … 1/2 GET Read',
      '  … 1/2 GET Read, 1 of 40 items, attempt 2',
    ]);
    assert.deepEqual(underWay(finished(), started), ['  … 1/2 GET Read, 1 page']);
  });

  it('tells nothing of items of the request before', () => {
    const events: readonly RunEvent[] = [
      { type: 'part-finished', index: 0, result, of: 1 },
      { type: 'request-finished', index: 0, result },
      { type: 'request-started', index: 1, attempt: 1 },
    ];
    assert.deepEqual(underWay(...events), ['  … 2/2 GET Show']);
  });
});
