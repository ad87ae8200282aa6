import assert from 'node:assert/strict';
import { analyzeChain } from '../../src/core/analysis/analyzeChain';
import type { RequestResult } from '../../src/core/result/result';
import { chainView, nodeOf, requestsIn, shownValue, type LastKnown } from '../../src/protocol/chainView';
import type { RunView } from '../../src/protocol/runView';
import { bearer, get, readChain, takes } from '../core/graph/graphs';
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
      running,
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
    assert.deepEqual(shownValue('t', '"a\u202e"'), { variable: 't', shown: '"a\\u202e"' });
  });

  it('finds the node of a request of any of its chains', () => {
    const requests = requestsIn(chainView(analysis, NOTHING).graph, 'main.chain.json');
    assert.equal(nodeOf(requests, { chain: 'main.chain.json', id: 'change' }), 'request-1');
    assert.equal(nodeOf(requests, { chain: 'login.chain.json', id: 'in' }), 'required-0-0');
    assert.equal(nodeOf(requests, { chain: 'login.chain.json', id: 'change' }), undefined);
  });
});
