import assert from 'node:assert/strict';
import {
  growResult,
  reduceRun,
  type ExecutionResult,
  type RequestResult,
  type RunEvent,
} from '../../../src/core/result/result';

const request = (id: string): RequestResult => ({
  request: { chain: 'a.chain.json', id },
  name: id,
  method: 'GET',
  outcome: 'passed',
  reasons: [],
  attempts: 1,
  substitutions: [],
  extractions: [],
  expectations: [],
  startedAt: '2026-01-02T03:04:05.000Z',
  durationMs: 1,
});

const events: readonly RunEvent[] = [
  {
    type: 'run-started',
    chain: { file: 'a.chain.json', name: 'A' },
    environment: 'local',
    startedAt: '2026-01-02T03:04:05.000Z',
    requests: [],
    notes: ['a note'],
  },
  { type: 'request-started', index: 0, attempt: 1 },
  { type: 'request-finished', index: 0, result: request('one') },
  { type: 'request-finished', index: 1, result: request('two') },
  { type: 'run-finished', outcome: 'passed', durationMs: 12, notes: [] },
];

describe('growResult', () => {
  it('gives after every event what folding gives', () => {
    const { take, result } = growResult();
    let folded: ExecutionResult | undefined;
    for (const event of events) {
      take(event);
      folded = reduceRun(folded, event);
      assert.deepEqual(result(), folded);
    }
    assert.deepEqual(
      result()?.requests.map(({ name }) => name),
      ['one', 'two'],
    );
  });

  it('leaves a result alone that it gave away', () => {
    const { take, result } = growResult();
    events.slice(0, 3).forEach(take);
    const early = result();
    events.slice(3).forEach(take);
    assert.equal(early?.requests.length, 1);
  });

  it('has none before the first event, which begins the run', () => {
    const { take, result } = growResult();
    assert.equal(result(), undefined);
    assert.throws(() => take({ type: 'request-finished', index: 0, result: request('one') }), /begins with/);
  });
});
