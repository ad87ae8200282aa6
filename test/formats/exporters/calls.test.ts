/** Chains as steps in exports: no other tool has them. */
import assert from 'node:assert/strict';
import { exporters } from '../../../src/formats/exporters/exporters';
import { exported } from './exported';
import { chainText } from './sentRequests';

const call = { id: 'pay', chain: 'pay.chain.json', with: { amount: '{{total}}' }, take: ['receiptId'] };
const requests = [
  { ...call, forEach: { in: [1, 2], as: 'item' } },
  { id: 'read', url: 'http://127.0.0.1:4010/receipts/{{receiptId}}' },
];

/** A chain with calls, which have no method and no URL. */
function withCalls(items: readonly object[], more: object = {}): string {
  const chain = JSON.parse(chainText(items, more)) as { readonly requests: readonly object[] };
  const written = chain.requests.map((request) =>
    'chain' in request ? { ...request, method: undefined, url: undefined } : request,
  );
  return JSON.stringify({ ...chain, requests: written });
}

function linesOf(text: string, pattern: RegExp): readonly string[] {
  return text
    .split('\n')
    .filter((line) => pattern.test(line))
    .map((line) => line.trim());
}

/** The chain that is called, with its own login, constants and authentication. */
const pay = chainText(
  [
    {
      id: 'charge',
      method: 'POST',
      url: 'http://127.0.0.1:4010/pay/{{orderId}}',
      body: { json: { amount: '{{amount}}', note: '{{note}} {{amount}}' } },
      extract: [{ variable: 'receiptId', from: 'body', path: '$.id' }],
    },
    {
      id: 'wait',
      url: 'http://127.0.0.1:4010/receipts/{{receiptId}}',
      extract: [{ variable: 'state', from: 'body', path: '$.state' }],
    },
    { id: 'done', url: 'http://127.0.0.1:4010/done/{{state}}' },
  ],
  { variables: { amount: 1, note: 'for {{orderId}}' }, auth: { type: 'bearer', token: '{{payToken}}' } },
);

/** Chains in which a call has to stay, with the chain that is called. */
const notSame: Readonly<Record<string, readonly [requests: readonly object[], called: string]>> = {
  'runs for each item': [[{ ...call, forEach: { in: [1], as: 'item' } }], pay],
  'has a condition': [[{ ...call, when: { value: '{{total}}', equals: 1 } }], pay],
  'has a pause': [[{ ...call, delayMs: 5 }], pay],
  'gives what is extracted there': [[{ ...call, with: { receiptId: 'r' } }], pay],
  'gives and takes one variable': [[{ ...call, with: { orderId: '{{receiptId}}' } }], pay],
  'has a variable that means another one there': [
    [{ extract: [{ variable: 'payToken', from: 'body' }] }, call],
    pay,
  ],
};

describe('a step that runs another chain, in an export', () => {
  const order = {
    id: 'order',
    method: 'POST',
    url: 'http://127.0.0.1:4010/orders',
    extract: [
      { variable: 'state', from: 'body', path: '$.state' },
      { variable: 'order', from: 'body', path: '$.id' },
    ],
  };
  const steps = [
    order,
    { ...call, id: 'pay', name: 'Pay', with: { orderId: '{{order}}', amount: 'x{{state}}' } },
    { ...call, id: '2nd', take: [], with: { orderId: '7' } },
    { id: 'read', url: 'http://127.0.0.1:4010/receipts/{{receiptId}}/{{state}}' },
  ];

  it('is its requests, with names of their own for what they do not share', async () => {
    const { text, report } = await exported('http', withCalls(steps), { called: { 'pay.chain.json': pay } });
    assert.deepEqual(
      report.requests.map(({ id, name, leftOut }) => [id, name, leftOut]),
      [
        ['order', 'order', undefined],
        ['pay-charge', 'Pay: charge', undefined],
        ['pay-wait', 'Pay: wait', undefined],
        ['pay-done', 'Pay: done', undefined],
        ['2nd-charge', '2nd: charge', undefined],
        ['2nd-wait', '2nd: wait', undefined],
        ['2nd-done', '2nd: done', undefined],
        ['read', 'read', undefined],
      ],
    );
    assert.deepEqual(report.undefinedVariables, ['payToken']);
    assert.deepEqual(linesOf(text, /^(GET|POST) |^ +"/), [
      'POST http://127.0.0.1:4010/orders',
      'POST http://127.0.0.1:4010/pay/{{order}}',
      '"amount": "{{pay_amount}}",',
      '"note": "{{pay_note}} {{pay_amount}}"',
      'GET http://127.0.0.1:4010/receipts/{{receiptId}}',
      'GET http://127.0.0.1:4010/done/{{pay_state}}',
      'POST http://127.0.0.1:4010/pay/{{_2nd_orderId}}',
      '"amount": {{_2nd_amount}},',
      '"note": "{{_2nd_note}} {{_2nd_amount}}"',
      'GET http://127.0.0.1:4010/receipts/{{_2nd_receiptId}}',
      'GET http://127.0.0.1:4010/done/{{_2nd_state}}',
      'GET http://127.0.0.1:4010/receipts/{{receiptId}}/{{state}}',
    ]);
    assert.equal(linesOf(text, /^Authorization: Bearer \{\{payToken\}\}$/).length, 6);
    assert.deepEqual(linesOf(text, /^@(pay|_2nd)_/), [
      '@pay_amount = x{{state}}',
      '@pay_note = for {{order}}',
      '@_2nd_orderId = 7',
      '@_2nd_amount = 1',
      '@_2nd_note = for {{_2nd_orderId}}',
      '@pay_state = {{pay_wait.response.body.$.state}}',
      '@_2nd_receiptId = {{_2nd_charge.response.body.$.id}}',
      '@_2nd_state = {{_2nd_wait.response.body.$.state}}',
    ]);
  });

  it('includes what the called chain requires, once, and calls of its own', async () => {
    const inner = chainText([{ id: 'ping', url: 'http://127.0.0.1:4010/{{path}}' }], {
      variables: { path: 'a' },
    });
    const outer = withCalls(
      [
        { id: 'inner', chain: '../inner.chain.json', with: { path: 'b' } },
        { id: 'upload', method: 'PUT', body: { file: 'note.txt' }, auth: { type: 'none' } },
      ],
      { requires: ['../login.chain.json'] },
    );
    const twice = ['one', 'two'].map((id) => ({ id, chain: 'steps/outer.chain.json' }));
    const { text, report } = await exported('http', withCalls(twice), {
      required: { 'login.chain.json': chainText([{ id: 'login' }]) },
      called: { 'steps/outer.chain.json': outer, 'inner.chain.json': inner },
    });
    assert.deepEqual(
      report.requests.map(({ id }) => id),
      ['login', 'one-inner-ping', 'one-upload', 'two-inner-ping', 'two-upload'],
    );
    assert.deepEqual(linesOf(text, /^< /), ['< ./steps/note.txt', '< ./steps/note.txt']);
    assert.deepEqual(linesOf(text, /^@/), ['@one_inner_path = b', '@two_inner_path = b']);
  });

  it('renames what a request of the chain has for itself, and members of its items', async () => {
    const called = chainText([
      { id: 'list', extract: [{ variable: 'orders', from: 'body', path: '$[*]', all: true }] },
      {
        id: 'each',
        forEach: { in: '{{orders}}', as: 'order' },
        url: 'http://127.0.0.1:4010/{{order.id}}/{{customer}}',
      },
    ]);
    const given = [{ id: 'login', extract: [{ variable: 'order', from: 'body' }] }];
    const { text } = await exported(
      'curl --script',
      withCalls([...given, { id: 'all', chain: 'all.chain.json', with: { customer: '{{order}}' } }]),
      { called: { 'all.chain.json': called } },
    );
    assert.deepEqual(linesOf(text, /^(items=|send 'all: each)/), [
      `items=$(items "$JSON_ALL_ORDERS" 1000) || stop 'all: each: a list of at most 1000 items is needed.'`,
      `send 'all: each' '2?? 3??' -L -g 'http://127.0.0.1:4010/'"$(segment "$VAR_ALL_ORDER_ID")"'/'"$(segment "$VAR_ORDER")"`,
    ]);
  });

  for (const { name } of exporters) {
    it(`says nothing of the chain as ${name}`, async () => {
      const { text, others } = await exported(name, withCalls(steps), { called: { 'pay.chain.json': pay } });
      assert.doesNotMatch([text, ...others.map((other) => other.text)].join('\n'), /CALL|pay\.chain/);
    });
  }

  for (const [why, [items, called]] of Object.entries(notSame)) {
    it(`is left out if it ${why}`, async () => {
      const { report } = await exported('curl', withCalls(items), { called: { 'pay.chain.json': called } });
      assert.match(report.requests.at(-1)?.leftOut ?? '', /It runs pay\.chain\.json/);
    });
  }
});

describe('an export of a chain that runs another one', () => {
  for (const { name } of exporters.filter((exporter) => exporter.name !== 'markdown')) {
    it(`as ${name} leaves a step out that cannot be carried over, and says so`, async () => {
      const { text, others, report } = await exported(name, withCalls(requests));
      const [left, kept] = report.requests;
      assert.equal(left?.leftOut, 'It runs pay.chain.json, whose requests are not carried over.');
      assert.equal(kept?.leftOut, undefined);
      assert.deepEqual(report.undefinedVariables, ['receiptId']);
      assert.doesNotMatch([text, ...others.map((other) => other.text)].join('\n'), /CALL|pay\.chain\.json/);
    });
  }

  it('as Markdown says what it runs, with what', async () => {
    const { text, report } = await exported('markdown', withCalls(requests));
    for (const part of [
      'Runs the chain <code>pay\\.chain\\.json</code> in this place.',
      '| <code>amount</code> | <code>\\{\\{total\\}\\}</code> |',
      'Takes <code>receiptId</code> from it.',
      'for each <code>item</code> of <code>\\[1,2\\]</code>',
    ]) {
      assert.ok(text.includes(part), `${part}\n${text}`);
    }
    assert.doesNotMatch(text, /CALL/);
    assert.equal(report.requests[0]?.leftOut, undefined);
  });
});
