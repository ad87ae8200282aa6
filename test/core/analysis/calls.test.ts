/** What the analyzer says of the steps of a chain that run another one. */
import assert from 'node:assert/strict';
import type { CalledSource, ChainAnalysis, Surroundings } from '../../../src/core/analysis/analysis';
import { analyzeChain } from '../../../src/core/analysis/analyzeChain';
import { createChainReader } from '../../../src/core/analysis/readSource';

const chain = (requests: readonly object[], more: object = {}) =>
  JSON.stringify({ formatVersion: 2, name: 'c', ...more, requests });
const send = (id: string, url: string, ...variables: readonly string[]) => ({
  ...{ id, method: 'GET', url },
  extract: variables.map((variable) => ({ variable, from: 'body', path: `$.${variable}` })),
});
const call = (more: object = {}) => ({ id: 'pay', chain: 'pay.chain.json', ...more });

/** A chain of these requests, around it what `pay.chain.json` is. */
function analyzed(
  requests: readonly object[],
  pay: CalledSource,
  around: Partial<Surroundings> = {},
): ChainAnalysis {
  const source = createChainReader()(chain(requests), 'main.chain.json');
  const called = new Map([['pay.chain.json', pay]]);
  return analyzeChain(source, { required: [], requiresFaults: [], called, ...around });
}

/** Code of each problem, the text that it points at, and its message. */
function problemsOf({ source: { text }, problems }: ChainAnalysis): readonly string[] {
  return problems.map(
    ({ code, range, message }) => `${code} ${text.slice(range.start, range.end)}: ${message}`,
  );
}

describe('the analysis of steps that run a chain', () => {
  it('says why one cannot be run, and nothing more', () => {
    const requests = [
      call({ with: { x: 1 }, take: ['receipt'] }),
      send('show', 'http://h/{{receipt}}'),
      { ...call(), id: 'again' },
    ];
    const analysis = analyzed(requests, { required: [], fault: 'It does not exist.' });
    assert.deepEqual(problemsOf(analysis), [
      'called-chain pay.chain.json: It does not exist.',
      'called-chain pay.chain.json: It does not exist.',
    ]);
    assert.deepEqual(
      analysis.problems.map(({ request, severity }) => `${request ?? ''} ${severity}`),
      ['pay error', 'again error'],
    );
  });
});
