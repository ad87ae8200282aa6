import assert from 'node:assert/strict';
import fc from 'fast-check';
import { siteAt } from '../../../src/core/analysis/siteAt';
import { insertionPlace } from '../../../src/core/language/insertionPlace';
import { insertReference } from '../../../src/core/language/insertReference';
import { applyEdits } from '../../../src/core/edit/textEdit';
import { CARET, orderChain, present, sceneOf } from './insight';

/** The member of the second request after `{{orderId}}` was inserted at the caret. */
function inserted(under: object, value: string | number = 'ord_1'): unknown {
  const { analysis, text, offset } = sceneOf(orderChain(under));
  const place = present(insertionPlace(text, present(siteAt(analysis.source, offset))));
  const variable = { name: 'orderId', value: { shown: JSON.stringify(value), raw: value } };
  const edited = applyEdits(text, [insertReference(place, variable)]);
  const { requests } = JSON.parse(edited) as { requests: readonly Record<string, unknown>[] };
  const [member = ''] = Object.keys(under);
  return requests[1]?.[member];
}

/** The place at the caret, as far as it determines what a variable would replace. */
function parameterAt(under: object): string {
  const { analysis, text, offset } = sceneOf(orderChain(under));
  return present(insertionPlace(text, present(siteAt(analysis.source, offset)))).parameter;
}

describe('insertReference', () => {
  const urls: [title: string, before: string, after: string][] = [
    [
      'a segment that looks like a value',
      '{{baseUrl}}/orders/4¦2/items',
      '{{baseUrl}}/orders/{{orderId}}/items',
    ],
    ['a segment of the same value', '{{baseUrl}}/orders/ord¦%5F1', '{{baseUrl}}/orders/{{orderId}}'],
    ['nothing, after a word', '{{baseUrl}}/or¦ders', '{{baseUrl}}/orders/{{orderId}}'],
    ['nothing, after a word in the middle', '/or¦ders/cancel', '/orders/{{orderId}}/cancel'],
    ['nothing, after a version', '/v¦1/orders', '/v1/{{orderId}}/orders'],
    ['an empty last segment', '{{baseUrl}}/orders/¦', '{{baseUrl}}/orders/{{orderId}}'],
    ['a query value', '{{baseUrl}}/orders?id=¦7&all=1', '{{baseUrl}}/orders?id={{orderId}}&all=1'],
    ['a query value under its name', '{{baseUrl}}/orders?a=1&i¦d=7', '{{baseUrl}}/orders?a=1&id={{orderId}}'],
    ['an empty query value', '/orders?id=¦', '/orders?id={{orderId}}'],
    ['the address before the path', 'http://a.te¦st:80/orders', '{{orderId}}/orders'],
    ['nothing next to a reference', '/orders/x-{{a}}¦', '/orders/x-{{a}}{{orderId}}'],
  ];
  for (const [title, before, after] of urls) {
    it(`replaces ${title} in a URL`, () => assert.equal(inserted({ url: before }), after));
  }

  const values: [title: string, before: object, after: unknown][] = [
    ['a query value', { query: [{ name: 'id', value: '7¦' }] }, [{ name: 'id', value: '{{orderId}}' }]],
    ['an empty value', { query: [{ name: 'id', value: '¦' }] }, [{ name: 'id', value: '{{orderId}}' }]],
    [
      'a header value',
      { headers: [{ name: 'X-Order', value: 'a b¦ c' }] },
      [{ name: 'X-Order', value: '{{orderId}}' }],
    ],
    [
      'what comes after Bearer',
      { headers: [{ name: 'Authorization', value: 'Bearer abc¦' }] },
      [{ name: 'Authorization', value: 'Bearer {{orderId}}' }],
    ],
    [
      'a field of an authentication',
      { auth: { type: 'bearer', token: 'a¦bc' } },
      { type: 'bearer', token: '{{orderId}}' },
    ],
    ['a text of a JSON body', { body: { json: { id: 'n¦one' } } }, { json: { id: '{{orderId}}' } }],
    [
      'the word that is the value, in text with references',
      { body: { json: { note: 'order ord_¦1 of {{user}}' } } },
      { json: { note: 'order {{orderId}} of {{user}}' } },
    ],
    [
      'nothing, before another word in such text',
      { body: { json: { note: 'order of¦ {{user}}' } } },
      { json: { note: 'order {{orderId}}of {{user}}' } },
    ],
    [
      'the word that is the value, in a document',
      { body: { text: '<id>ord_¦1</id>' } },
      { text: '<id>{{orderId}}</id>' },
    ],
    ['nothing else of a document', { body: { text: 'a b¦c' } }, { text: 'a {{orderId}}bc' }],
    [
      'an operand',
      { expect: { body: [{ path: '$.id', equals: 'x¦' }] } },
      { body: [{ path: '$.id', equals: '{{orderId}}' }] },
    ],
    [
      'a text with escapes',
      { body: { json: { note: '"quoted" \\ \u2028¦\n' } } },
      { json: { note: '{{orderId}}' } },
    ],
  ];
  for (const [title, before, after] of values) {
    it(`replaces ${title}`, () => assert.deepEqual(inserted(before), after));
  }

  for (const literal of ['7', '12345678901234567890', '-1.5e3', 'true', 'false']) {
    it(`puts quotes around a reference in place of ${literal}, so that its value keeps its type`, () => {
      const chain = `{ "requests": [{ "id": "a", "method": "POST", "url": "/", "body": { "json": [${literal}] } }] }`;
      const { analysis, text } = sceneOf(chain);
      const offset = chain.indexOf(literal) + 1;
      const place = present(insertionPlace(text, present(siteAt(analysis.source, offset))));
      const edited = applyEdits(text, [insertReference(place, { name: 'x' })]);
      assert.equal(edited, chain.replace(literal, '"{{x}}"'));
    });
  }

  const nowhere: [title: string, under: object][] = [
    ['names of rows', { query: [{ name: 'i¦d', value: '7' }] }],
    ['the method', { method: 'G¦ET' }],
    ['ids', { id: 'read¦' }],
    ['the kind of an authentication', { auth: { type: 'be¦arer', token: 't' } }],
    ['paths of extractions', { extract: [{ variable: 'a', from: 'body', path: '$.¦a' }] }],
  ];
  for (const [title, under] of nowhere) {
    it(`offers no place in ${title}`, () => {
      const { analysis, text, offset } = sceneOf(orderChain(under));
      const site = siteAt(analysis.source, offset);
      assert.equal(site && insertionPlace(text, site), undefined);
    });
  }

  it('keeps the file JSON and everything around the place, wherever it is put', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.constantFrom('url', 'value', 'text'), (value, at, where) => {
        const written = value.replaceAll(CARET, '');
        const index = at % (written.length + 1);
        const caret = written.slice(0, index) + CARET + written.slice(index);
        const under =
          where === 'url'
            ? { url: caret }
            : { body: where === 'value' ? { json: [caret] } : { text: caret } };
        const { analysis, text, offset } = sceneOf(orderChain(under));
        const site = siteAt(analysis.source, offset);
        const place = site && insertionPlace(text, site);
        if (place !== undefined) {
          const edited = applyEdits(text, [insertReference(place, { name: 'orderId' })]);
          assert.equal(JSON.stringify(JSON.parse(edited)).includes('{{orderId}}'), true);
        }
      }),
      { seed: 11 },
    );
  });
});

describe('the parameter at a place', () => {
  const parameters: [under: object, parameter: string][] = [
    [{ url: '{{baseUrl}}/api/orders/4¦2' }, 'orders id'],
    [{ url: '{{baseUrl}}/api/orders/{{orderId}}/items/¦' }, 'items id'],
    [{ url: '{{baseUrl}}/api/or¦ders' }, 'orders id'],
    [{ url: '/?page_size=1¦0' }, 'page_size'],
    [{ query: [{ name: 'limit', value: '1¦' }] }, 'limit'],
    [{ headers: [{ name: 'If-Match', value: 'a¦' }] }, 'If-Match'],
    [{ auth: { type: 'basic', username: 'a¦', password: '' } }, 'username'],
    [{ body: { json: { customer: { id: 'a¦' } } } }, 'id'],
    [{ body: { json: { tags: ['a¦'] } } }, 'tags'],
    [{ body: { form: [{ name: 'user', value: 'a¦' }] } }, 'user'],
    [{ expect: { body: [{ path: '$.sku', equals: 'A¦' }] } }, '$.sku'],
  ];
  for (const [under, parameter] of parameters) {
    it(`is ${parameter} in ${JSON.stringify(under)}`, () => assert.equal(parameterAt(under), parameter));
  }
});
