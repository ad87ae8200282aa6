/** What the analyzer says of requests that are other than the description says. */
import assert from 'node:assert/strict';
import { analyzeChain } from '../../../src/core/analysis/analyzeChain';
import { compareRequests } from '../../../src/core/analysis/openapiFindings';
import { createChainReader } from '../../../src/core/analysis/readSource';
import { readDescription } from '../../../src/formats/contract/readDescription';
import { englishSentences } from '../../protocol/germanSentences';

const text = `openapi: 3.0.3
info: { title: Orders }
servers: [{ url: https://api.test/v1 }]
paths:
  /orders:
    get:
      parameters:
        - { name: limit, in: query, required: true, schema: { type: integer } }
        - { name: sort, in: query, schema: { type: string, enum: [asc, desc] } }
        - { name: X-Tenant, in: header, required: true, schema: { type: string } }
        - { name: api_key, in: header, required: true, schema: { type: string } }
        - { name: filter, in: query, required: true, schema: { type: object } }
    post:
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: '#/components/schemas/Order' }
  /orders/{id}/lines: { delete: {} }
components:
  schemas:
    Order:
      allOf: [{ $ref: '#/components/schemas/Base' }]
      required: [id, amount]
      properties:
        amount: { type: number, nullable: true }
        items:
          type: array
          items: { required: [sku], properties: { sku: { type: string }, gift: { type: boolean, example: 'no' } } }
        size: { enum: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] }
        note: { type: [string, 'null'] }
    Base:
      properties: { id: { type: integer, readOnly: true }, name: { type: string } }
`;
const files = { paths: () => Promise.resolve([]), text: () => Promise.resolve('') };

/** The problems of requests: the code, the text that is marked, and the message. */
async function problems(requests: readonly object[], isDescribed = true): Promise<readonly string[]> {
  const openapi = await readDescription({ name: 'api.yaml', path: 'api.yaml', text, files });
  const chain = JSON.stringify({
    formatVersion: 2,
    name: 'Test',
    variables: { baseUrl: 'https://api.test/v1', limit: 'all', id: 1, path: 'orders' },
    requests: requests.map((request, index) => ({ id: `r${index}`, method: 'GET', ...request })),
  });
  const around = { required: [], requiresFaults: [], ...(isDescribed ? { openapi } : {}) };
  const source = createChainReader()(chain, 'a.chain.json');
  return analyzeChain(source, around, await compareRequests(source, around))
    .problems.filter(({ code }) => code.startsWith('openapi'))
    .map(({ code, range, message }) => `${code} ${chain.slice(range.start, range.end)} | ${message}`);
}

const url = '{{baseUrl}}/orders';
const headers = [{ name: 'x-tenant', value: 'a' }];
const query = (...fields: readonly (readonly [name: string, value: string])[]): readonly object[] =>
  fields.map(([name, value]) => ({ name, value }));

describe('a request and the description of its API', () => {
  it('have the same parameters', async () => {
    assert.deepEqual(await problems([{ url, headers, query: query(['limit', '7'], ['sort', 'asc']) }]), []);
    assert.deepEqual(
      await problems([
        { url: `${url}?limit=7`, headers },
        { url: `${url}?{{all}}`, headers },
      ]),
      [],
    );
    assert.deepEqual(await problems([{ url, query: [{ name: 'limit', value: '1', disabled: true }] }]), [
      'openapi-missing r0 | The description requires the header parameter "X-Tenant". Add it.',
      'openapi-missing [{"name":"limit","value":"1","disabled":true}] | The description requires the query parameter "limit". Add it.',
    ]);
    assert.deepEqual(await problems([{ url, headers, query: query(['limit', 'all'], ['sort', 'up']) }]), [
      'openapi-type "all" | The description has "limit" of type integer, not "all". Change it.',
      'openapi-type "up" | The description has "sort" one of "asc", "desc", not "up". Change it.',
    ]);
  });

  it('leave values of references to the run', async () => {
    const found = await problems([
      { url, headers, query: query(['limit', '{{limit}}']) },
      { url, method: 'POST', body: { json: { amount: '{{limit}}', items: '{{limit}}' } } },
      { url, method: 'POST', body: { json: { '{{path}}': 1 } } },
      { url, method: 'POST', body: { json: '{{path}}' } },
    ]);
    assert.deepEqual(found, []);
  });

  it('have the same body', async () => {
    const post = (json?: unknown) => [
      { url, method: 'POST', ...(json === undefined ? {} : { body: { json } }) },
    ];
    assert.deepEqual(await problems(post({ amount: null, items: [{ sku: 'a', gift: 'no' }] })), []);
    assert.deepEqual(await problems(post()), [
      'openapi-missing r0 | The description requires a body. Add it.',
    ]);
    assert.deepEqual(await problems(post([])), []);
    assert.deepEqual(await problems(post({ name: 7, items: [{ gift: 1 }] })), [
      'openapi-missing {"name":7,"items":[{"gift":1}]} | The description requires "amount" in body. Add it.',
      'openapi-type 7 | The description has "name" of type string, not 7. Change it.',
      'openapi-missing {"gift":1} | The description requires "sku" in items[0]. Add it.',
      'openapi-type 1 | The description has "gift" of type boolean, not 1. Change it.',
    ]);
  });

  it('are German where the editor speaks German', async () => {
    const wrong = { name: 7, size: 12, note: {}, amount: [], items: [{}] };
    const found = await problems([
      { url, query: query(['limit', 'all'], ['sort', 'up']) },
      { url, method: 'POST' },
      { url, method: 'POST', body: { json: wrong } },
      { url: `${url}/none` },
    ]);
    assert.equal(found.length, 10);
    assert.deepEqual(englishSentences(found.map((one) => one.replace(/^.*? \| /, ''))), []);
  });

  it('are about the same operation, on the servers of requests that are described', async () => {
    const described = { url: '{{baseUrl}}/orders/1/lines', method: 'DELETE' };
    const found = await problems([
      described,
      { url: '{{baseUrl}}/order' },
      { url: '{{authUrl}}/token', method: 'POST' },
      { url: 'https://other.test/token', expect: { contract: true } },
      { url: '{{baseUrl}}/{{path}}/1/lines', method: 'DELETE' },
      { url: '{{path}}' },
      { url: '{{baseUrl}}/old', disabled: true },
    ]);
    assert.deepEqual(found, [
      'openapi-operation "{{baseUrl}}/order" | api.yaml has no operation GET /order. Correct the method or the URL, or add it there.',
      'openapi-operation "https://other.test/token" | api.yaml has no operation GET /token. Correct the method or the URL, or add it there.',
    ]);
  });

  it('can only be compared where there is a description', async () => {
    const asking = { url, expect: { contract: true } };
    assert.deepEqual(await problems([asking, { url }, { ...asking, disabled: true }], false), [
      'openapi-contract true | No OpenAPI description is named that the response could be held against. Add "openapi" to the chain or its environment.',
    ]);
  });
});
