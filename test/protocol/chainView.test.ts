import assert from 'node:assert/strict';
import { analyzeChain } from '../../src/core/analysis/analyzeChain';
import type {
  Outcome,
  PartResult,
  PathStep,
  RequestReference,
  RequestResult,
  RunEvent,
} from '../../src/core/result/result';
import { changedProgress, chainView, requestsIn, type LastKnown } from '../../src/protocol/chainView';
import type { RunView } from '../../src/protocol/runView';
import type { NodeProgress } from '../../src/protocol/viewerContract';
import { bearer, get, readChain, step, takes } from '../core/graph/graphs';
import { resultOf } from '../e2e/sampleRun';

const NOTHING: LastKnown = { of: () => undefined, values: new Map() };
const login = readChain([get('in', '/', takes('token'))], { name: 'Login' }, 'login.chain.json');
const analysis = analyzeChain(
  readChain([get('read', '/', bearer('token')), get('change')], { requires: ['login.chain.json'] }),
  { required: [login], requiresFaults: [] },
);

/** A run whose first request is in progress. */
const running: RunView = {
  run: 1,
  chain: { file: 'main.chain.json', name: 'Test' },
  startedAt: '2026-01-01T00:00:00Z',
  durationMs: 0,
  outcome: 'running',
  notes: [],
  requests: [
    {
      planned: { request: { chain: 'main.chain.json', id: 'read' }, name: 'READ', method: 'GET' },
      progress: { state: 'running', attempt: 1 },
    },
  ],
};

describe('a chain as the Chain Viewer gets it', () => {
  it('has no outcomes before anything was run', () => {
    assert.deepEqual(chainView(analysis, NOTHING).progress, []);
  });

  it('says how each request ended last, those of required chains included', () => {
    const asked: string[] = [];
    const of = ({ chain, id }: { chain: string; id: string }): RequestResult | undefined => {
      asked.push(`${chain} ${id}`);
      return id === 'in' ? resultOf('create-order') : undefined;
    };
    const { progress } = chainView(analysis, { ...NOTHING, of });
    assert.deepEqual(
      progress.map(({ node, progress: { state } }) => [node, state]),
      [['required-0-0', 'finished']],
    );
    assert.deepEqual(asked, ['login.chain.json in', 'main.chain.json read', 'main.chain.json change']);
  });

  it('says how far a run is rather than how the one before it ended', () => {
    const { progress } = chainView(analysis, {
      ...NOTHING,
      of: () => resultOf('create-order'),
      running: { view: running, results: new Map() },
    });
    assert.deepEqual(
      progress.map(({ progress: { state } }) => state),
      ['finished', 'running', 'finished'],
    );
  });

  it('shows values in one line of bounded length', () => {
    const values = new Map([['token', { shown: `"a\n${'x'.repeat(500)}"` }]]);
    const [value] = chainView(analysis, { ...NOTHING, values }).values;
    assert.equal(value?.shown.length, 200);
    const odd = new Map([['t', { shown: '"a\u202e"' }]]);
    assert.deepEqual(chainView(analysis, { ...NOTHING, values: odd }).values, [
      { variable: 't', shown: '"a\\u202e"' },
    ]);
  });

  it('names the requests of any of its chains', () => {
    const requests = requestsIn(chainView(analysis, NOTHING).graph, 'main.chain.json');
    assert.deepEqual(requests.get('request-1'), { chain: 'main.chain.json', id: 'change' });
    assert.deepEqual(requests.get('required-0-0'), { chain: 'login.chain.json', id: 'in' });
  });
});

describe('a step in the Chain Viewer', () => {
  const pay = readChain([get('charge'), get('check')], {}, 'pay.chain.json');
  const called = new Map([['pay.chain.json', { source: pay, required: [] }]]);
  const source = readChain([step('pay')]);
  const stepped = analyzeChain(source, { required: [], requiresFaults: [], called });
  const ended = (id: string, outcome: Outcome, ...at: readonly PathStep[]): PartResult => ({
    ...resultOf('create-order'),
    request: { chain: 'pay.chain.json', id },
    outcome,
    at: [{ id: 'pay', item: 0 }, ...at],
  });
  const charged = ended('charge', 'failed', { id: 'charge' });
  const parts = [
    ended('charge', 'passed', { id: 'charge', item: 0 }),
    charged,
    ended('charge', 'passed', { id: 'charge' }),
    ended('check', 'passed', { id: 'check' }, { id: 'charge' }),
    ended('pay', 'failed'),
  ];
  const result = { ...resultOf('create-order'), parts };
  const shown = (progress: readonly NodeProgress[]): readonly string[] =>
    progress.map(({ node, progress: how }) =>
      how.state === 'finished' ? `${node} ${how.summary.outcome}` : `${node} ${how.state}`,
    );
  const view: RunView = {
    ...running,
    requests: [
      {
        planned: { request: { chain: 'main.chain.json', id: 'pay' }, name: 'PAY', method: 'CALL' },
        progress: { state: 'running', attempt: 1 },
      },
    ],
  };

  it('has requests that ended as the last result of the step says: the one that failed, of several times', () => {
    const of = ({ chain }: RequestReference): RequestResult | undefined =>
      chain === 'main.chain.json' ? result : undefined;
    const { progress } = chainView(stepped, { ...NOTHING, of });
    assert.deepEqual(shown(progress), ['request-0 passed', 'request-0-0 failed']);
  });

  it('has requests that wait while it runs, and end one by one', () => {
    const run = { view, results: new Map<number, RequestResult>() };
    const { graph, progress } = chainView(stepped, { ...NOTHING, of: () => result, running: run });
    assert.deepEqual(shown(progress), ['request-0 running', 'request-0-0 waiting', 'request-0-1 waiting']);
    const after = (event: RunEvent, results = run.results) =>
      shown(changedProgress(graph, 'main.chain.json', { view, results }, event));
    assert.deepEqual(after({ type: 'request-started', index: 0, attempt: 1 }), shown(progress));
    assert.deepEqual(after({ type: 'part-finished', index: 0, result: charged }), [
      'request-0 running',
      'request-0-0 failed',
    ]);
    assert.deepEqual(after({ type: 'request-finished', index: 0, result }, new Map([[0, result]])), [
      'request-0 running',
      'request-0-0 failed',
    ]);
    assert.deepEqual(after({ type: 'run-finished', outcome: 'passed', durationMs: 1, notes: [] }), []);
  });
});
