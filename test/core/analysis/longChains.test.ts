/** Chains of 10,000 requests, in the shapes in which every request meets every other one if the analyzer lets it. */
import assert from 'node:assert/strict';
import { analyzeChain } from '../../../src/core/analysis/analyzeChain';
import { createChainReader } from '../../../src/core/analysis/readSource';
import { consumersOf } from '../../../src/core/analysis/variables';
import { relatedPlaces } from '../../../src/core/language/relatedPlaces';

const REQUESTS = 10_000;

/** Seconds of the processor, so that other work on the machine counts for little. */
const MOST_SECONDS = 6;

const url = (reference: string) => ({ url: `http://h/{{${reference}}}` });
const gives = (variable: string) => ({ extract: [{ variable, from: 'body', path: '$.id' }] });
const isFirstHalf = (index: number): boolean => index < REQUESTS / 2;

const shapes: [title: string, problems: number, request: (index: number) => object, head?: object][] = [
  [
    'each needs the one before',
    1,
    (index) => ({ ...(index === 0 ? {} : url(`v${index - 1}`)), ...gives(`v${index}`) }),
  ],
  ['each needs the one after', REQUESTS + 1, (index) => ({ ...url(`v${index + 1}`), ...gives(`v${index}`) })],
  ['each extracts the same variable', 2 * REQUESTS - 1, () => gives('v')],
  [
    'the first half needs what all others extract',
    REQUESTS - 1,
    (index) => (isFirstHalf(index) ? url('v') : gives('v')),
  ],
  [
    'the second half needs what is switched off',
    REQUESTS / 2,
    (index) => (isFirstHalf(index) ? { ...gives('v'), disabled: true } : url('v')),
  ],
  [
    'all inherit an authentication',
    REQUESTS,
    (index) => gives(`v${index}`),
    { auth: { type: 'bearer', token: '{{v0}}' } },
  ],
];

describe('the analysis of 10,000 requests', () => {
  for (const [title, problems, request, head = {}] of shapes) {
    it(`takes seconds where ${title}`, () => {
      const requests = Array.from({ length: REQUESTS }, (_, index) => ({
        id: `r${index}`,
        method: 'GET',
        url: 'http://h/',
        ...request(index),
      }));
      const text = JSON.stringify({
        formatVersion: 1,
        name: 'Long',
        variables: {},
        auth: { type: 'none' },
        ...head,
        requests,
      });
      const before = process.cpuUsage();
      const source = createChainReader()(text, 'long.chain.json');
      const analysis = analyzeChain(source, { required: [], requiresFaults: [] });
      analysis.variables.forEach((variable) => consumersOf(variable, source));
      analysis.problems.forEach((problem) => relatedPlaces(problem, analysis));
      const { user, system } = process.cpuUsage(before);
      const seconds = (user + system) / 1e6;
      assert.equal(analysis.problems.length, problems);
      assert.ok(seconds < MOST_SECONDS, `${seconds.toFixed(1)} s`);
    });
  }
});
