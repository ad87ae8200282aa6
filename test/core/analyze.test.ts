import assert from 'node:assert/strict';
import { analyzeChain } from '../../src/core/analyze';
import type { OutsideVariables } from '../../src/core/analyze';
import { readChain } from '../../src/core/chainFile';

const outside: OutsideVariables = { requires: new Set(['token']), environment: new Set(['baseUrl']) };

function analyze(requests: readonly object[], more: object = {}, seen: OutsideVariables = outside) {
  const text = JSON.stringify({ formatVersion: 1, name: 'Test', ...more, requests }, null, 2);
  const { problems, variables } = analyzeChain(readChain(text, 'main.chain.json'), seen);
  return {
    problems: problems.map(({ code, variable, request }) =>
      [code, variable, request].filter(Boolean).join(' '),
    ),
    marked: problems.map(({ range }) => text.slice(range.start, range.end)),
    variables,
  };
}

const get = (id: string, target: string, more: object = {}) => ({
  id,
  method: 'GET',
  url: `{{baseUrl}}/${target}`,
  ...more,
});
const takes = (...names: readonly string[]) => ({
  extract: names.map((variable) => ({ variable, from: 'body', path: `$.${variable}` })),
});

describe('analyzeChain', () => {
  it('finds nothing wrong with a chain that is fine', () => {
    const { problems } = analyze([get('make', '', takes('id')), get('use', '{{id}}?t={{token}}')]);
    assert.deepEqual(problems, []);
  });

  const findings: [
    title: string,
    requests: readonly object[],
    problems: readonly string[],
    marked: string,
  ][] = [
    ['a reference to nothing', [get('a', '{{nope}}')], ['unresolved nope a'], '{{nope}}'],
    [
      'a reference before its extraction',
      [get('a', '{{id}}'), get('b', '', takes('id'))],
      ['used-before-produced id a'],
      '{{id}}',
    ],
    [
      'a reference in the request that extracts it',
      [get('a', '{{id}}', takes('id'))],
      ['used-before-produced id a'],
      '{{id}}',
    ],
    [
      'an extraction whose request is disabled',
      [get('a', '', { ...takes('id'), disabled: true }), get('b', '{{id}}')],
      ['unresolved id b'],
      '{{id}}',
    ],
    ['an extraction that nobody uses', [get('a', '', takes('spare'))], ['unused spare a'], '"spare"'],
    [
      'a reference in an expectation',
      [get('a', '', { expect: { body: [{ path: '$.x', equals: '{{nope}}' }] } })],
      ['unresolved nope a'],
      '{{nope}}',
    ],
  ];
  for (const [title, requests, problems, marked] of findings) {
    it(`finds ${title}, and points at it`, () => {
      const found = analyze(requests);
      assert.deepEqual(found.problems, problems);
      assert.equal(found.marked[0], marked);
    });
  }

  it('finds a constant that nobody uses', () => {
    assert.deepEqual(analyze([get('a', '')], { variables: { spare: 1 } }).problems, ['unused spare']);
  });

  it('counts a use inside another constant', () => {
    const { problems } = analyze([get('a', '{{outer}}')], { variables: { outer: 'x{{inner}}', inner: 1 } });
    assert.deepEqual(problems, []);
  });

  it('keeps quiet about what an unknown environment may define', () => {
    const { problems } = analyze([get('a', '{{nope}}')], {}, { requires: new Set(), environment: undefined });
    assert.deepEqual(problems, []);
  });

  it('says who produces and who consumes each variable', () => {
    const { variables } = analyze([get('make', '', takes('id')), get('use', '{{id}}')]);
    assert.deepEqual(variables, [
      { name: 'baseUrl', consumers: ['make', 'use'] },
      { name: 'id', producer: 'make', consumers: ['use'] },
    ]);
  });

  it('gives the problems of a file that cannot be read', () => {
    const { problems } = analyzeChain(readChain('{', 'main.chain.json'), outside);
    assert.ok(problems.length > 0);
  });
});
