import assert from 'node:assert/strict';
import { createChainReader } from '../../../src/core/analysis/readSource';
import { allSymbols, chainSymbols, matchesQuery, type ChainSymbol } from '../../../src/core/language/symbols';
import type { TextRange } from '../../../src/core/problem';

/** The symbols of a text, with the texts that their ranges cover in place of these. */
function outlined(text: string): readonly object[] {
  const cut = ({ start, end }: TextRange): string => text.slice(start, end);
  const shown = ({ range, nameRange, children, ...symbol }: ChainSymbol): object => ({
    ...symbol,
    text: cut(range),
    selected: cut(nameRange),
    children: children.map(shown),
  });
  return chainSymbols(createChainReader()(text, 'a.chain.json')).map(shown);
}

describe('chainSymbols', () => {
  it('lists constants and requests with what they extract', () => {
    const extraction = '{ "variable": "id", "from": "body", "path": "$.id" }';
    const request = `{ "id": "new", "name": "Create order", "method": "POST", "url": "/orders", "extract": [${extraction}] }`;
    assert.deepEqual(outlined(`{ "variables": { "size": [1, 2] }, "requests": [${request}] }`), [
      { kind: 'constant', name: 'size', detail: '', text: '"size": [1, 2]', selected: 'size', children: [] },
      {
        kind: 'request',
        name: 'Create order',
        detail: 'POST /orders',
        text: request,
        selected: 'new',
        children: [
          {
            kind: 'extraction',
            name: 'id',
            detail: 'body $.id',
            text: extraction,
            selected: 'id',
            children: [],
          },
        ],
      },
    ]);
  });

  it('lists a step by the chain that it runs, with what it takes', () => {
    const step = '{ "id": "pay", "chain": "pay.chain.json", "take": ["receiptId"] }';
    const taken = { kind: 'extraction', name: 'receiptId', detail: '', children: [] };
    assert.deepEqual(outlined(`{ "requests": [${step}] }`), [
      {
        ...{ kind: 'request', name: 'pay', detail: 'CALL pay.chain.json', text: step, selected: 'pay' },
        children: [{ ...taken, text: '"receiptId"', selected: 'receiptId' }],
      },
    ]);
  });

  it('lists the rows of data as one', () => {
    const [symbol] = outlined('{ "data": [{ "user": "ada" }], "requests": [] }');
    assert.deepEqual(symbol, {
      kind: 'data',
      name: 'data',
      detail: '',
      text: '"data": [{ "user": "ada" }]',
      selected: '"data"',
      children: [],
    });
  });

  it('shows a request by its id when it has no name, and by a dot when it has neither', () => {
    const names = chainSymbols(
      createChainReader()('{ "requests": [{ "id": "a" }, { "method": "GET" }, {}] }', 'f'),
    ).map(({ name, detail }) => [name, detail]);
    assert.deepEqual(names, [
      ['a', ''],
      ['…', 'GET'],
      ['…', ''],
    ]);
  });

  for (const text of [
    '',
    '[]',
    '{',
    '{ "requests": 7 }',
    '{ "variables": [] }',
    '{ "requests": [1, [{}]] }',
  ]) {
    it(`finds none in ${JSON.stringify(text)}`, () => {
      assert.deepEqual(outlined(text), []);
    });
  }

  it('keeps every selection inside its part, even of a file that is being written', () => {
    const text = '{ "requests": [{ "id": "", "extract": [{ "variable": "x" }, { "varia';
    for (const { range, nameRange } of allSymbols(chainSymbols(createChainReader()(text, 'f')))) {
      assert.ok(range.start <= nameRange.start && nameRange.end <= range.end);
    }
  });
});

describe('matchesQuery', () => {
  const queries: [query: string, name: string, matches: boolean][] = [
    ['', 'Create order', true],
    ['create', 'Create order', true],
    ['co', 'Create order', true],
    ['c o', 'Create order', true],
    ['oc', 'Create order', false],
    ['createorders', 'Create order', false],
    ['x', '', false],
  ];
  for (const [query, name, matches] of queries) {
    it(`${matches ? 'finds' : 'does not find'} ${JSON.stringify(name)} by ${JSON.stringify(query)}`, () => {
      assert.equal(matchesQuery(query, name), matches);
    });
  }
});
