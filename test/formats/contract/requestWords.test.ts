/** Completion of paths, parameters and members of bodies from the description of the API. */
import assert from 'node:assert/strict';
import { analyzeChain } from '../../../src/core/analysis/analyzeChain';
import { createChainReader } from '../../../src/core/analysis/readSource';
import { completeChain } from '../../../src/core/language/completion';
import { describedWords } from '../../../src/core/language/describedWords';
import { readDescription } from '../../../src/formats/contract/readDescription';
import { CARET } from '../../core/language/insight';

const text = `openapi: 3.0.3
info: { title: Orders }
paths:
  /orders:
    get:
      parameters:
        - { name: limit, in: query, schema: { type: integer } }
        - { name: X-Tenant, in: header, schema: { type: string } }
        - { name: Accept, in: header, schema: { type: string } }
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
  /orders/{orderId}: { get: {}, delete: {} }
components:
  schemas:
    Order:
      allOf: [{ $ref: '#/components/schemas/Base' }, { $ref: '#/components/schemas/Order' }]
      properties:
        amount: { type: number }
        lines: { type: array, items: { $ref: '#/components/schemas/Line' } }
    Line: { properties: { sku: {}, of: { $ref: '#/components/schemas/Order' } } }
    Base: { properties: { id: { readOnly: true }, note: {} } }
`;
const files = { paths: () => Promise.resolve([]), text: () => Promise.resolve('') };

/** What is offered at the caret in the last request; the first one has `{{baseUrl}}`. */
async function offered(request: string): Promise<readonly string[]> {
  const openapi = await readDescription({ name: 'api.yaml', path: 'api.yaml', text, files });
  const marked = `{ "formatVersion": 1, "name": "Test", "requests": [
    { "id": "a", "method": "GET", "url": "{{baseUrl}}/orders" }, { "id": "b", ${request} }] }`;
  const source = createChainReader()(marked.replace(CARET, ''), 'a.chain.json');
  const analysis = analyzeChain(source, { required: [], requiresFaults: [], openapi });
  const offset = marked.indexOf(CARET);
  const context = {
    analysis,
    described: await describedWords(analysis, offset),
    known: new Map(),
    responseOf: () => undefined,
    environments: [],
    chains: [],
  };
  return completeChain(context, offset).map(({ label }) => label);
}

describe('completion from a description', () => {
  const cases: [title: string, request: string, labels: readonly string[]][] = [
    [
      'paths of its method, at its own server',
      '"method": "GET", "url": "http://a.test/¦"',
      ['http://a.test/orders', 'http://a.test/orders/{{orderId}}'],
    ],
    [
      'paths at the server of another request',
      '"method": "DELETE", "url": "¦"',
      ['{{baseUrl}}/orders/{{orderId}}'],
    ],
    [
      'parameters of the query',
      '"method": "GET", "url": "{{baseUrl}}/orders", "query": [{ "name": "¦" }]',
      ['limit'],
    ],
    [
      'no parameter of another operation',
      '"method": "POST", "url": "{{baseUrl}}/orders", "query": [{ "name": "¦" }]',
      [],
    ],
    [
      'members of the body that are not there',
      '"method": "POST", "url": "{{baseUrl}}/orders", "body": { "json": { "amount": 1, "¦": 2 } }',
      ['lines', 'note'],
    ],
    [
      'members inside of others, before they have a value',
      '"method": "POST", "url": "{{baseUrl}}/orders", "body": { "json": { "lines": [{ "sku": 1, "of": { "¦" } }] } }',
      ['amount', 'lines', 'note'],
    ],
  ];
  for (const [title, request, labels] of cases) {
    it(`offers ${title}`, async () => {
      assert.deepEqual(await offered(request), labels);
    });
  }

  it('offers described headers before the usual ones', async () => {
    const found = await offered('"method": "GET", "url": "{{baseUrl}}/orders", "headers": [{ "name": "¦" }]');
    assert.equal(found[0], 'X-Tenant');
    assert.equal(found.filter((name) => name === 'Accept').length, 1);
  });
});
