/** Requests that follow a description of their API. */
import assert from 'node:assert/strict';
import { afterSync, said, sync } from './api';

const older = `openapi: 3.0.3
info: { title: Orders }
paths:
  /orders:
    get:
      operationId: listOrders
      parameters:
        - { name: state, in: query, schema: { type: string, example: open } }
        - { name: X-Trace, in: header, required: true, schema: { type: string, example: on } }
      responses: { '200': { description: all, content: { application/json: { schema: { properties: { items: {}, total: {} } } } } } }
    post:
      operationId: createOrder
      requestBody:
        content:
          application/json:
            schema:
              required: [sku, quantity]
              properties:
                sku: { type: string, example: A-1 }
                quantity: { type: string, example: '1' }
                note: { type: string, example: none }
                lines: { type: array, items: { properties: { gift: { type: boolean }, text: { type: string } } } }
      responses: { '200': { description: made } }
  /orders/{id}:
    put: { operationId: replaceOrder, parameters: [{ name: id, in: path, required: true, schema: { type: string } }], responses: { '200': { description: ok } } }
    delete: { operationId: deleteOrder, parameters: [{ name: id, in: path, required: true, schema: { type: string } }], responses: { '204': { description: ok } } }
`;

const newer = `openapi: 3.0.3
info: { title: Orders }
paths:
  /orders:
    get:
      operationId: listOrders
      parameters:
        - { name: limit, in: query, required: true, schema: { type: integer, example: 10 } }
        - { name: sort, in: query, schema: { type: string } }
      responses: { '200': { description: all, content: { application/json: { schema: { properties: { items: {} } } } } } }
    post:
      operationId: createOrder
      requestBody:
        content:
          application/json:
            schema:
              required: [sku, quantity, currency]
              properties:
                sku: { type: string, example: A-1 }
                quantity: { type: integer, example: 1 }
                currency: { type: string, example: EUR }
                lines: { type: array, items: { properties: { text: { type: string } } } }
      responses: { '201': { description: made } }
  /tenants/{tenantId}/orders/{orderId}:
    patch:
      operationId: replaceOrder
      parameters:
        - { name: tenantId, in: path, required: true, schema: { type: string, example: t-1 } }
        - { name: orderId, in: path, required: true, schema: { type: string } }
      responses: { '200': { description: ok } }
  /refunds: { post: { operationId: refund, responses: { '201': { description: ok } } } }
`;

const chain = `{
  "formatVersion": 1,
  "name": "Orders",
  // The flow of the shop.
  "requests": [
    {
      "id": "list",
      "method": "GET",
      "url": "{{baseUrl}}/orders",
      "query": [
        { "name": "state", "value": "open", "disabled": true },
        { "name": "page", "value": "2" } // ours
      ],
      "headers": [{ "name": "X-Trace", "value": "on" }],
      "extract": [{ "variable": "total", "from": "body", "path": "$.total" }]
    },
    {
      "id": "create",
      "method": "POST",
      "url": "{{baseUrl}}/orders",
      "body": {
        "json": {
          "sku": "A-1", // the cheap one
          "quantity": "1",
          "note": "mine",
          "lines": [{ "gift": true, "text": "string" }, { "gift": "{{total}}" }]
        }
      },
      "expect": { "status": 200 }
    },
    { "id": "replace", "method": "PUT", "url": "{{baseUrl}}/orders/{{total}}?dry=1" },
    { "id": "delete", "method": "DELETE", "url": "{{baseUrl}}/orders/{{total}}" }
  ]
}
`;

const lines = [
  'GET /orders (changed) list append: Adds the query parameter "limit" with "10", which is required.',
  'GET /orders (changed) list remove: Removes the query parameter "state", which is no longer described.',
  'GET /orders (changed) list remove: Removes the request header "X-Trace", which is no longer described.',
  'GET /orders (changed) list new: It can send the query parameter "sort" now.',
  'GET /orders (changed) list open: It reads $.total of the response, which is no longer described. Correct what reads it.',
  'POST /orders (changed) create set: Adds $.currency to the body with "EUR", which is required.',
  'POST /orders (changed) create set: Changes $.quantity of the body from "1" to 1, as the description has it now.',
  'POST /orders (changed) create open: It sends $.note of the body, which is no longer described. Remove it if the API refuses it.',
  'POST /orders (changed) create remove: Removes $.lines[0].gift of the body, which is no longer described.',
  'POST /orders (changed) create open: It sends $.lines[1].gift of the body, which is no longer described. Remove it if the API refuses it.',
  'POST /orders (changed) create open: It expects the status 200, which is no longer described. Described: 201.',
  'PATCH /tenants/{tenantId}/orders/{orderId} (was PUT /orders/{id}) replace set: Calls PATCH /tenants/{tenantId}/orders/{orderId}, which was PUT /orders/{id}.',
  'PATCH /tenants/{tenantId}/orders/{orderId} (was PUT /orders/{id}) replace constant: Adds the constant "tenantId" with "t-1".',
  'POST /refunds (new)',
  'DELETE /orders/{id} (gone) delete open: It calls an operation that is no longer described. Remove it, or correct its method and URL.',
];

const after = `{
  "formatVersion": 1,
  "name": "Orders",
  "variables": { "tenantId": "t-1" },
  // The flow of the shop.
  "requests": [
    {
      "id": "list",
      "method": "GET",
      "url": "{{baseUrl}}/orders",
      "query": [
        { "name": "page", "value": "2" }, // ours
        { "name": "limit", "value": "10" }
      ],
      "extract": [{ "variable": "total", "from": "body", "path": "$.total" }]
    },
    {
      "id": "create",
      "method": "POST",
      "url": "{{baseUrl}}/orders",
      "body": {
        "json": {
          "sku": "A-1", // the cheap one
          "quantity": 1,
          "note": "mine",
          "lines": [{ "text": "string" }, { "gift": "{{total}}" }],
          "currency": "EUR"
        }
      },
      "expect": { "status": 200 }
    },
    { "id": "replace", "method": "PATCH", "url": "{{baseUrl}}/tenants/{{tenantId}}/orders/{{total}}?dry=1" },
    { "id": "delete", "method": "DELETE", "url": "{{baseUrl}}/orders/{{total}}" }
  ]
}
`;

describe('syncChains', () => {
  it('corrects what the importer wrote, keeps what is of a person, and says which is which', async () => {
    const found = await sync(chain, newer, older);
    assert.deepEqual(said(found), lines);
    assert.equal(afterSync(chain, found), after);
  });

  it('changes nothing the second time, and says again what is left to a person', async () => {
    const found = await sync(after, newer, older);
    assert.deepEqual(found.chains[0]?.edits, []);
    const open = lines.filter((line) => line.includes(' open: '));
    assert.deepEqual(
      said(found).filter((line) => line.includes(' open: ')),
      open,
    );
  });

  it('adds what is required without an older description, and removes nothing', async () => {
    const found = await sync(chain, newer);
    const kinds = said(found).map((line) => / (append|set|remove|constant|open|new): (.*)$/.exec(line)?.[0]);
    assert.deepEqual(kinds, [
      ' append: Adds the query parameter "limit" with "10", which is required.',
      ' set: Adds $.currency to the body with "EUR", which is required.',
      ' open: The description has "quantity" of type integer, not "1". Change it.',
      ' open: The description has no such operation. Correct the method or the URL, or add it there.',
      ' open: The description has no such operation. Correct the method or the URL, or add it there.',
    ]);
  });
});

/** What is said of one operation, `old` and `now` being its members in YAML, and of the chain afterwards. */
async function review(
  { old, now, path = '/pets' }: { readonly old: string; readonly now: string; readonly path?: string },
  request: string,
): Promise<{ readonly said: readonly string[]; readonly text: string }> {
  const api = (at: string, members: string): string =>
    `openapi: 3.0.0\ninfo: {title: A}\npaths: {${at}: {post: {operationId: pet, ${members}}}}\n${SCHEMES}`;
  const text = `{ "formatVersion": 1, "name": "A", "requests": [{ "id": "r", "method": "POST", ${request} }] }`;
  const found = await sync(text, api(path, now), api('/pets', old));
  return {
    said: said(found).flatMap((line) => /^.*? r (\w+: .*)$/.exec(line)?.[1] ?? []),
    text: afterSync(text, found).replace(/^.*"method": |\s*\}\] \}$/g, ''),
  };
}

const SCHEMES =
  'components: {securitySchemes: {key: {type: apiKey, in: header, name: X-Key}, token: {type: http, scheme: bearer}}}';
const url = '"url": "{{baseUrl}}/pets"';
const json = (schema: string): string => `requestBody: {content: {application/json: {schema: ${schema}}}}`;

describe('What a sync says of a request', () => {
  it('writes no examples of credentials into a chain', async () => {
    const { said: lines, text } = await review(
      {
        old: json('{properties: {name: {type: string}}}'),
        now: json('{required: [password], properties: {name: {type: string}, password: {example: x}}}'),
      },
      `${url}, "body": { "json": { "name": "rex" } }`,
    );
    assert.deepEqual(lines, ['open: The description requires "password" in body. Add it.']);
    assert.doesNotMatch(text, /password/);
  });

  it('writes none into a query or a form either', async () => {
    const form = (members: string): string =>
      `requestBody: {content: {application/x-www-form-urlencoded: {schema: {${members}}}}}`;
    const { said: lines, text } = await review(
      {
        old: form('required: [a], properties: {a: {example: x}}'),
        now: `${form('required: [a, password], properties: {a: {example: x}, password: {example: hunter2}}')}, parameters: [{name: api_key, in: query, required: true, schema: {type: string, example: hunter2}}]`,
      },
      `${url}, "body": { "form": [{ "name": "a", "value": "x" }] }`,
    );
    assert.deepEqual(lines, [
      'open: The description requires the query parameter "api_key". Add it as a reference to a secret.',
      'open: The description requires the form field "password". Add it as a reference to a secret.',
    ]);
    assert.doesNotMatch(text, /hunter2/);
  });

  it('replaces a body of another kind only where it is as an import wrote it', async () => {
    const change = {
      old: 'requestBody: {content: {application/x-www-form-urlencoded: {schema: {properties: {a: {example: x}}}}}}',
      now: json('{properties: {a: {type: string, example: x}}}'),
    };
    const form = (value: string): string =>
      `${url}, "body": { "form": [{ "name": "a", "value": "${value}" }] }`;
    const imported = await review(change, form('x'));
    assert.deepEqual(imported.said, ['set: Replaces the body, which is described as json now.']);
    assert.match(imported.text, /"body": \{ "json": \{ "a": "x" \} \}/);
    const own = await review(change, form('{{b}}'));
    assert.deepEqual(own.said, ['open: The body is described as json now. Change it.']);
    const changed = await review(change, `${url}, "body": { "json": { "a": "{{b}}" } }`);
    assert.deepEqual(changed.said, []);
  });

  it('leaves what has a comment in it, and says so', async () => {
    const { said: lines, text } = await review(
      {
        old: json('{properties: {a: {properties: {b: {type: string}}}, c: {type: integer}}}'),
        now: json('{properties: {c: {type: integer}}}'),
      },
      `${url}, "body": { "json": { "a": { /* ours */ "b": "string" }, "c": 1 } }`,
    );
    assert.deepEqual(lines, [
      'open: Removes $.a of the body, which is no longer described. Not done, because there is a comment in it.',
    ]);
    assert.match(text, /ours/);
  });

  it('names cookies that are required, and new authentication until the request has it', async () => {
    const change = {
      old: 'security: [{key: []}]',
      now: 'security: [{token: []}], parameters: [{name: sid, in: cookie, required: true, schema: {type: string}}]',
    };
    const { said: lines } = await review(change, url);
    assert.deepEqual(lines, [
      'open: The description requires the cookie parameter "sid". Add it to the header "Cookie".',
      'open: The description has another authentication for it now. Compare it with "auth".',
    ]);
    const done = `${url}, "headers": [{ "name": "Cookie", "value": "sid={{s}}" }], "auth": { "type": "bearer", "token": "{{t}}" }`;
    assert.deepEqual((await review(change, done)).said, []);
  });

  it('switches on what is required and switched off, with a value of its own or the new example', async () => {
    const parameter = (more: string): string => `parameters: [{name: size, in: query, ${more}}]`;
    const change = {
      old: parameter('schema: {type: string, example: big}'),
      now: parameter('required: true, schema: {type: integer, example: 9}'),
    };
    const row = (value: string): string =>
      `${url}, "query": [{ "name": "size", "value": "${value}", "disabled": true }]`;
    const imported = await review(change, row('big'));
    assert.match(imported.text, /"query": \[\{ "name": "size", "value": "9" \}\]/);
    const own = await review(change, row('{{size}}'));
    assert.match(own.text, /"query": \[\{ "name": "size", "value": "\{\{size\}\}" \}\]/);
  });

  for (const [from, to] of [
    ['/pets', '/v2/pets'],
    ['/v2/pets', '/pets'],
    ['/pets', '/v2/animals'],
  ] as const) {
    it(`moves a request from ${from} to ${to} once`, async () => {
      const at = (path: string): string =>
        `openapi: 3.0.0\ninfo: {title: A}\npaths: {${path}: {post: {operationId: pet}}}`;
      const text = `{ "formatVersion": 1, "name": "A", "requests": [{ "id": "r", "method": "POST", "url": "http://127.0.0.1/api${from}?a=1#b" }] }`;
      const once = afterSync(text, await sync(text, at(to), at(from)));
      assert.equal(once, text.replace(`/api${from}?`, `/api${to}?`));
      assert.equal(afterSync(once, await sync(once, at(to), at(from))), once);
    });
  }
});
