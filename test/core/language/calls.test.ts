/** What the editor says and offers at a step that runs a chain. */
import assert from 'node:assert/strict';
import { completeChain } from '../../../src/core/language/completion';
import { hoverAt } from '../../../src/core/language/hover';
import { findDefinitions } from '../../../src/core/language/navigation';
import { applyEdits } from '../../../src/core/edit/textEdit';
import { present, sceneOf } from './insight';

const pay = {
  formatVersion: 2,
  name: 'Pay',
  variables: { currency: 'EUR' },
  requests: [
    {
      ...{ id: 'charge', name: 'Charge', method: 'GET', url: '/{{orderId}}/{{customer}}/{{currency}}' },
      extract: ['receiptId', 'total'].map((variable) => ({ variable, from: 'body' })),
    },
    { id: 'check', method: 'GET', url: '/' },
  ],
};

/** A chain of one step with these members. */
const scene = (members: object, called: object = { 'pay.chain.json': pay }) =>
  sceneOf(
    { formatVersion: 2, name: 'c', requests: [{ id: 'pay', chain: 'pay.chain.json', ...members }] },
    { called: called as Record<string, object> },
  );

/** Label and detail of what can be written there, and the text after the first was taken. */
function completed(members: object) {
  const { analysis, text, offset } = scene(members);
  const suggestions = completeChain(
    {
      ...{ analysis, known: new Map(), responseOf: () => undefined, environments: [] },
      chains: ['pay.chain.json', 'sub/more.chain.json'],
    },
    offset,
  );
  const { range, text: inserted } = present(suggestions[0]);
  const edit = { offset: range.start, length: range.end - range.start, text: inserted };
  return {
    shown: suggestions.map(({ label, detail }) => (detail === undefined ? label : `${label}: ${detail}`)),
    request: (JSON.parse(applyEdits(text, [edit])) as { requests: readonly object[] }).requests[0],
  };
}

describe('the hover over the chain of a step', () => {
  it('tells what it runs, needs and gives', () => {
    const { analysis, text, offset } = scene({ chain: 'pay.cha¦in.json' });
    const { range, ...hover } = present(hoverAt(analysis, offset, new Map()));
    assert.equal(text.slice(range.start, range.end), 'pay.chain.json');
    assert.deepEqual(hover, {
      ...{ kind: 'call', file: 'pay.chain.json', name: 'Pay' },
      requests: ['Charge', 'check'],
      needed: ['orderId', 'customer'],
      constants: ['currency'],
      taken: ['receiptId', 'total'],
    });
  });

  it('tells nothing of a chain that cannot be read', () => {
    const { analysis, offset } = scene({ chain: 'pay.cha¦in.json' }, {});
    assert.equal(hoverAt(analysis, offset, new Map()), undefined);
  });
});

describe('completion in a step', () => {
  it('offers chains, as for requires', () => {
    const { shown, request } = completed({ chain: '¦' });
    assert.deepEqual(shown, ['pay.chain.json', 'sub/more.chain.json']);
    assert.deepEqual(request, { id: 'pay', chain: 'pay.chain.json' });
  });

  it('offers what the chain extracts and the step does not take yet', () => {
    const { shown, request } = completed({ take: ['total', '¦'] });
    assert.deepEqual(shown, ['receiptId']);
    assert.deepEqual(request, { id: 'pay', chain: 'pay.chain.json', take: ['total', 'receiptId'] });
  });

  it('offers what the chain needs, then its constants, for names of with', () => {
    const { shown, request } = completed({ with: { orderId: 1, 'x¦': 2 } });
    assert.deepEqual(shown, ['customer: needed', 'currency: has a default']);
    assert.deepEqual(request, { id: 'pay', chain: 'pay.chain.json', with: { orderId: 1, customer: 2 } });
  });

  it('offers no parts of a request, which a step does not have', () => {
    const { analysis, offset } = scene({ with: { orderId: '{{$upper ¦}}' } });
    const context = { analysis, known: new Map(), responseOf: () => undefined, environments: [], chains: [] };
    assert.deepEqual(
      completeChain(context, offset).filter(({ label }) => label.startsWith('$request')),
      [],
    );
  });

  it('offers a name before its value is written', () => {
    const marked = '{ "requests": [{ "id": "pay", "chain": "pay.chain.json", "with": { "¦" } }] }';
    const { analysis, offset } = sceneOf(marked, { called: { 'pay.chain.json': pay } });
    const context = { analysis, known: new Map(), responseOf: () => undefined, environments: [], chains: [] };
    assert.deepEqual(
      completeChain(context, offset).map(({ label }) => label),
      ['orderId', 'customer', 'currency'],
    );
  });
});

describe('the chain of a step', () => {
  it('leads to its file', () => {
    const { analysis, offset } = scene({ chain: 'pay.cha¦in.json' });
    const files = { chains: [analysis], environments: [], authz: [] };
    assert.deepEqual(findDefinitions(files, { file: 'main.chain.json', offset })?.places, [
      { file: 'pay.chain.json', range: { start: 0, end: 0 } },
    ]);
  });
});
