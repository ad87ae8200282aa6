import assert from 'node:assert/strict';
import { variableFlows } from '../../src/core/analysis/variableFlows';
import { renderAnalyses } from '../../src/cli/analysisText';
import { analyzeChain } from '../../src/core/analysis/analyzeChain';
import { readEnvironmentSource } from '../../src/core/analysis/environmentSource';
import { createChainReader } from '../../src/core/analysis/readSource';
import { defined } from '../../src/core/defined';
import type { Paint } from '../../src/formats/reporters/consoleReport';

const plain = (text: string): string => text;
const noColours: Paint = { green: plain, red: plain, yellow: plain, dim: plain, bold: plain };

const environment = readEnvironmentSource(
  '{ "name": "local", "variables": { "baseUrl": "u", "spare": 1 } }',
  'e',
);

function analysisOf(text: string, file = 'main.chain.json') {
  return analyzeChain(createChainReader()(text, file), {
    required: [],
    requiresFaults: [],
    ...defined({ environment }),
  });
}

const flow = `{ "formatVersion": 1, "name": "Flow", "variables": { "size": 5 }, "requests": [
  { "id": "use", "name": "Use", "method": "GET", "url": "{{baseUrl}}/{{id}}?s={{size}}&n={{nope}}" },
  { "id": "make", "name": "Make", "method": "POST", "url": "{{baseUrl}}",
    "extract": [{ "variable": "id", "from": "body", "path": "$.id" }, { "variable": "rest", "from": "body" }] }
] }`;

describe('renderAnalyses', () => {
  it('shows problems with their places and where variables come from and go to', () => {
    assert.deepEqual(renderAnalyses([analysisOf(flow)], noColours).split('\n'), [
      'main.chain.json',
      '  main.chain.json:2:70  error    id is used before Make extracts it. Move Make before Use. used-before-produced',
      '  main.chain.json:2:90  error    Nothing defines nope. Extract it from an earlier response, or add it to the variables of the chain or the environment. unresolved',
      '  main.chain.json:4:86  note     Nothing in this chain uses rest. Remove it unless a chain that requires or runs this one needs it. unused',
      '  Variables',
      '    size     constant → use',
      '    baseUrl  environment local → use, make',
      '    id       make → use',
      '    nope     nowhere → use',
      '    rest     make → no request',
      '',
      '2 errors, 1 note in 1 chain',
    ]);
  });

  it('says so when there is nothing wrong', () => {
    const fine = '{ "formatVersion": 1, "name": "x", "requests": [] }';
    const text = renderAnalyses([analysisOf(fine, 'a'), analysisOf(fine, 'b')], noColours);
    assert.deepEqual(text.split('\n'), [
      'a',
      '  No problems.',
      '',
      'b',
      '  No problems.',
      '',
      'No problems in 2 chains',
    ]);
  });

  it('names a few consumers and counts the others', () => {
    const ids = Array.from({ length: 7 }, (_, index) => `r${index}`);
    const requests = ids.map((id) => ({ id, method: 'GET', url: '{{baseUrl}}' }));
    const text = renderAnalyses(
      [analysisOf(JSON.stringify({ formatVersion: 1, name: 'x', requests }))],
      noColours,
    );
    assert.match(text, /baseUrl {2}environment local → r0, r1, r2, r3, r4 and 2 more$/m);
  });

  it('gets no control sequence onto the terminal', () => {
    const hostile = String.raw`{ "requests": [{ "id": "\u001b]0;owned\u0007", "name": "\u001b[2J", "url": "{{x}}", "extract": [{ "variable": "x\u001b" }, { "variable": "x" }] }] }`;
    const text = renderAnalyses([analysisOf(hostile, 'a\u001b.chain.json')], noColours);
    assert.ok(
      [...text].every((character) => character >= ' ' || character === '\n'),
      JSON.stringify(text),
    );
  });
});

describe('variableFlows', () => {
  it('shows producer and consumers of the variables in the chain', () => {
    assert.deepEqual(variableFlows(analysisOf(flow)), [
      { name: 'size', consumers: ['use'] },
      { name: 'baseUrl', consumers: ['use', 'make'] },
      { name: 'id', producer: 'make', consumers: ['use'] },
      { name: 'nope', consumers: ['use'] },
      { name: 'rest', producer: 'make', consumers: [] },
    ]);
  });
});
