/** Values that are a part of a segment of a path, or of a field of a query. */
import assert from 'node:assert/strict';
import { valueAtSteps } from '../../../../src/core/extraction/responsePart';
import { applyEdits } from '../../../../src/core/edit/textEdit';
import { parseJson } from '../../../../src/core/json/json';
import { applyMappings } from '../../../../src/core/mapping/apply/applyMappings';
import { suggestMappings } from '../../../../src/core/mapping/decide/suggestMappings';
import { sessionOf, type StepSpec } from '../session';
import { suggestionLines } from '../suggestionLines';

const orders: StepSpec = {
  line: 'GET /orders',
  answer: {
    value: [
      { Id: 8127, Name: 'Lamp', CustomerId: 4411 },
      { Id: 8190, Name: 'Desk', CustomerId: 4415 },
    ],
  },
};
const created: StepSpec = { line: 'POST /orders', sent: { name: 'Lamp' }, status: 201, answer: { id: 8127 } };
const second: StepSpec = { ...created, sent: { name: 'Desk' }, answer: { id: 8190 } };

describe('suggestions for a part of an address', () => {
  const found: [title: string, steps: readonly StepSpec[], expected: readonly string[]][] = [
    [
      'a key of OData',
      [orders, { line: 'GET /orders(8190)/lines' }],
      ["orderId: 0 body $.value[?@.Name == 'Desk'].Id -> 1 path 0"],
    ],
    [
      'a key that is a text, and an answer that is named after the set',
      [
        { line: 'POST /Orders', sent: {}, status: 201, answer: { Id: 'a7-0c1f7e', Note: 'x' } },
        { line: "GET /Orders('a7-0c1f7e')", answer: { Parent: 'b8-1d2e8f' } },
        { line: "GET /Orders(guid'b8-1d2e8f')" },
      ],
      ['orderId: 0 body $.Id -> 1 path 0', 'parent: 1 body $.Parent -> 2 path 0'],
    ],
    [
      'each of several keys',
      [
        { line: 'POST /lines', sent: {}, status: 201, answer: { orderId: 8127, lineNo: 3316 } },
        { line: 'GET /Lines(OrderId=8127,LineNo=3316)' },
      ],
      ['orderId: 0 body $.orderId -> 1 path 0', 'lineNo: 0 body $.lineNo -> 1 path 0'],
    ],
    [
      'what a filter compares with',
      [orders, { line: "GET /lines?$filter=OrderId%20eq%208190%20and%20State%20eq%20'new'" }],
      ["orderId: 0 body $.value[?@.Name == 'Desk'].Id -> 1 query $filter"],
    ],
    [
      'what a search and RSQL compare with',
      [
        created,
        { line: 'GET /lines?q=state:new%20order_id:8127' },
        { line: 'GET /lines?s=orderId==8127;page=2' },
      ],
      ['orderId: 0 body $.id -> 1 query q', 'orderId: 0 body $.id -> 2 query s'],
    ],
    [
      'operators of PostgREST',
      [created, { line: 'GET /orders?id=eq.8127&select=*' }, { line: 'GET /lines?order_id=not.in.(8127)' }],
      ['orderId: 0 body $.id -> 1 query id', 'orderId: 0 body $.id -> 2 query order_id'],
    ],
    [
      'each item of a list',
      [created, second, { line: 'GET /orders/8127,8190' }, { line: 'GET /lines?order_ids=8190,8127' }],
      [
        'orderId: 0 body $.id -> 2 path 1',
        'orderId: 0 body $.id -> 3 query order_ids',
        'orderId2: 1 body $.id -> 2 path 1',
        'orderId2: 1 body $.id -> 3 query order_ids',
      ],
    ],
    [
      'an id of the path again in the body, whatever is made there',
      [created, { line: 'POST /orders/8127/copies', sent: { id: 8127, note: 'x' } }],
      ['orderId: 0 body $.id -> 1 path 1', 'orderId: 0 body $.id -> 1 body $.id'],
    ],
    [
      'nothing that another name says',
      [created, { line: 'GET /lines?q=price:8127' }, { line: 'GET /sizes(8127)' }],
      [],
    ],
  ];
  for (const [title, steps, expected] of found) {
    it(`finds ${title}`, () => {
      assert.deepEqual(suggestionLines(sessionOf(...steps)), expected);
    });
  }

  it('refer to each variable in its part', () => {
    const lines = ['/orders/8127,8190', '/lines?$filter=OrderId%20eq%208190', '/Orders(8127)'];
    const session = sessionOf(created, second, ...lines.map((target) => ({ line: `GET ${target}` })));
    const requests = session.map(({ method, url }, index) => ({ id: `r${index}`, method, url }));
    const text = JSON.stringify({ requests });
    const edits = applyMappings(text, suggestMappings(session), (entry) => entry).edits;
    const urls = [2, 3, 4].map((index) =>
      valueAtSteps(parseJson(applyEdits(text, edits)), ['requests', index, 'url']),
    );
    assert.deepEqual(urls, [
      'http://api.test/orders/{{orderId}},{{orderId2}}',
      'http://api.test/lines?$filter=OrderId%20eq%20{{orderId2}}',
      'http://api.test/Orders({{orderId}})',
    ]);
  });
});
