/** Files of other tools that become chains which run green against a real server, values handed from request to request. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { DEMO_SECRETS } from '../../examples/orders-api/data/seed';
import { startOrdersApi, type OrdersApi } from '../../examples/orders-api/ordersApi';
import { createWorkspace, type Workspace } from '../node/workspace';
import { ended, start } from './program';

const LOGIN = { email: 'alice@example.com', password: 'hunter22xyz' };

/** A specification in two files: what log-in and creation give is declared by links. */
const specification = (origin: string): string => `openapi: 3.0.3
info: { title: Sample orders, version: '1' }
servers:
  - url: '{scheme}://${new URL(origin).host}'
    description: Sample
    variables: { scheme: { default: http } }
paths:
  /login:
    post:
      operationId: logIn
      requestBody: { content: { application/json: { example: ${JSON.stringify(LOGIN)} } } }
      responses:
        '200':
          description: A session
          links:
            create: { operationId: createOrder, parameters: { Authorization: 'Bearer {$response.body#/token}' } }
            read: { operationId: readOrder, parameters: { Authorization: 'Bearer {$response.body#/token}' } }
  /api/orders:
    post:
      operationId: createOrder
      parameters: [{ $ref: 'parts/common.yaml#/authorization' }]
      requestBody: { content: { application/json: { schema: { $ref: 'parts/common.yaml#/order' } } } }
      responses:
        '201':
          description: Created
          links:
            read: { operationId: readOrder, parameters: { order_id: '$response.body#/id', If-None-Match: '$response.header.ETag' } }
  /api/orders/{order_id}:
    parameters: [{ $ref: 'parts/common.yaml#/authorization' }]
    get:
      operationId: readOrder
      parameters:
        - { name: order_id, in: path, required: true, schema: { type: string } }
        - { name: If-None-Match, in: header, schema: { type: string } }
      responses: { '304': { description: Not changed } }
`;

const COMMON = `authorization: { name: Authorization, in: header, required: true, schema: { type: string } }
order:
  type: object
  required: [sku]
  properties:
    id: { type: string, readOnly: true }
    sku: { type: string, enum: [A-1, B-2] }
    quantity: { type: integer, minimum: 1 }
    note: { type: string, example: Ring twice }
`;

/** An export of Insomnia, in which each request takes from the response of another. */
const insomnia = (origin: string): string =>
  JSON.stringify({
    type: 'collection.insomnia.rest/5.0',
    name: 'Sample',
    collection: [
      {
        name: 'Orders',
        meta: { id: 'fld_orders', sortKey: 2 },
        headers: [
          {
            name: 'Authorization',
            value: "Bearer {% response 'body', 'req_login', 'b64::JC50b2tlbg==::46b', 'never', 60 %}",
          },
        ],
        children: [
          {
            name: 'Read',
            meta: { id: 'req_read', sortKey: 2 },
            url: "{{ _.base }}/api/orders/{% response 'body', 'req_create', '$.id' %}",
            method: 'GET',
          },
          {
            name: 'Create',
            meta: { id: 'req_create', sortKey: 1 },
            url: '{{ _.base }}/api/orders',
            method: 'POST',
            body: {
              mimeType: 'application/json',
              text: '{"sku": "A-1", "quantity": {{ _.order.quantity }}}',
            },
          },
        ],
      },
      {
        name: 'Log in',
        meta: { id: 'req_login', sortKey: 1 },
        url: '{{ _.base }}/login',
        method: 'POST',
        body: { mimeType: 'application/json', text: JSON.stringify(LOGIN) },
      },
    ],
    environments: { name: 'Base', data: { base: origin, order: { quantity: 2 } } },
  });

/** A collection of Bruno in OpenCollection's YAML. */
const BRUNO_LOGIN = `info: { name: Log in, type: http, seq: 1 }
http: { method: POST, url: '{{base}}/login', body: { type: json, data: '${JSON.stringify(LOGIN)}' } }
runtime: { scripts: [{ type: after-response, code: "bru.setVar('token', res.body.token)" }] }
`;
const BRUNO_ORDERS = `info: { name: Orders, type: http, seq: 2 }
http: { method: GET, url: '{{base}}/api/orders', auth: inherit }
runtime: { assertions: [{ expression: res.status, operator: eq, value: '200' }] }
`;

/** A workflow through that specification, which names a source of its own. */
const FLOW = `arazzo: 1.0.1
info: { title: Flows, version: '1' }
sourceDescriptions: [{ name: sample, url: ./main.yaml, type: openapi }]
components:
  parameters: { authorization: { name: Authorization, in: header, value: 'Bearer {$steps.in.outputs.token}' } }
workflows:
  - workflowId: order-flow
    inputs: { properties: { sku: { default: B-2 } } }
    steps:
      - stepId: in
        operationId: logIn
        requestBody: { payload: { email: alice@example.com, password: '${DEMO_SECRETS.ALICE_PASSWORD}' } }
        outputs: { token: $response.body#/token }
      - stepId: order
        operationId: createOrder
        parameters: [{ reference: $components.parameters.authorization }]
        requestBody: { payload: { sku: $inputs.sku, quantity: 2 } }
        successCriteria: [{ condition: $statusCode == 201 }, { condition: "$response.body#/state == 'open'" }]
        outputs: { id: $response.body#/id }
      - stepId: look
        operationPath: '{$sourceDescriptions.sample.url}#/paths/~1api~1orders~1{order_id}/get'
        parameters: [{ reference: $components.parameters.authorization }, { name: order_id, in: path, value: $steps.order.outputs.id }]
        successCriteria: [{ condition: '$statusCode >= 200 && $statusCode < 300' }]
`;

describe('what chainwright import makes of', () => {
  let api: OrdersApi;
  let workspace: Workspace;
  before(async () => {
    api = await startOrdersApi();
    workspace = await createWorkspace();
    await workspace.write({
      'spec/main.yaml': specification(api.origin),
      'spec/parts/common.yaml': COMMON,
      'spec/flow.arazzo.yaml': FLOW,
      'insomnia.json': insomnia(api.origin),
      'bruno/opencollection.yml': `opencollection: "1.0.0"\ninfo: { name: Bruno orders }\nrequest: { auth: { type: bearer, token: '{{token}}' } }\n`,
      'bruno/environments/local.yml': `name: local\nvariables: [{ name: base, value: '${api.origin}' }]\n`,
      'bruno/login.yml': BRUNO_LOGIN,
      'bruno/orders.yml': BRUNO_ORDERS,
    });
  });
  after(async () => {
    await workspace.dispose();
    await api.close();
  });

  const sources: [title: string, source: string, chain: string][] = [
    ['a specification in several files', 'spec/main.yaml', 'sample-orders'],
    ['workflows in Arazzo with their specification', 'spec/flow.arazzo.yaml', 'order-flow'],
    ['an export of Insomnia', 'insomnia.json', 'sample'],
    ['a collection of Bruno in OpenCollection', 'bruno', 'bruno-orders'],
  ];
  for (const [title, source, chain] of sources) {
    it(`${title} is without faults and runs green`, async () => {
      const folder = `of-${chain}`;
      const imported = await ended(start(['import', source, '-o', folder], workspace.folder));
      assert.equal(imported.code, 0, imported.stderr);
      assert.match(imported.stderr, /Enter these secrets before a run: PASSWORD\./);
      const file = `${folder}/${chain}.chain.json`;
      const text = await readFile(path.join(workspace.folder, file), 'utf8');
      assert.doesNotMatch(text, /hunter22xyz/);
      const analysis = await ended(start(['analyze', file], workspace.folder));
      assert.equal(analysis.code, 0, analysis.stdout);
      assert.match(analysis.stdout, /No problems\./);
      const run = await ended(
        start(['run', file, '--include-drafts'], workspace.folder, {
          CHAINWRIGHT_SECRET_PASSWORD: DEMO_SECRETS.ALICE_PASSWORD,
        }),
      );
      assert.equal(run.code, 0, run.stdout);
    });
  }
});
