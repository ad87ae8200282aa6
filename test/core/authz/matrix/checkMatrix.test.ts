import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { checkMatrix } from '../../../../src/core/authz/matrix/checkMatrix';
import { withEffects } from '../../../../src/core/authz/matrix/effects';
import { readMatrix } from '../../../../src/core/authz/matrix/matrixFile';
import type { NamedByMatrix } from '../../../../src/core/authz/matrix/partialMatrix';
import { readChain } from '../../../../src/core/files/chainFile';
import type { Chain } from '../../../../src/core/model';

function chainOf(text: string, file: string): Chain {
  const { chain } = readChain(text, file);
  assert.ok(chain, file);
  return chain;
}

const chainWith = (requests: readonly object[], more: object = {}) =>
  chainOf(
    JSON.stringify({ formatVersion: 1, name: 'c', ...more, requests: requests.map(withDefaults) }),
    'c',
  );

const withDefaults = (request: object) => ({ method: 'GET', url: 'http://127.0.0.1/', ...request });

const LOGIN = chainWith([
  { id: 'login', method: 'POST', extract: [{ variable: 'userId', from: 'body', path: '$.id' }] },
]);

const ORDERS = chainWith([
  {
    id: 'create',
    method: 'POST',
    body: { json: { note: 'n', items: [] } },
    extract: [{ variable: 'orderId', from: 'body', path: '$.id' }],
  },
  { id: 'read', url: 'http://127.0.0.1/{{userId}}/{{orderId}}' },
  { id: 'lookup', method: 'POST', body: { form: [{ name: 'id', value: '{{orderId}}' }] } },
  { id: 'remove', method: 'DELETE', url: 'http://127.0.0.1/{{orderId}}' },
  { id: 'import', extract: [{ variable: 'importId', from: 'body', path: '$.id' }] },
]);

/** Signs in and works on orders: all requests are sent for a login that names the chain. */
const SHOP = chainWith(
  [
    { id: 'prepare', auth: { type: 'none' }, extract: [{ variable: 'nonce', from: 'body', path: '$.n' }] },
    {
      id: 'login',
      method: 'POST',
      auth: { type: 'none' },
      body: { json: { nonce: '{{nonce}}' } },
      extract: [{ variable: 'token', from: 'body', path: '$.token' }],
    },
    { id: 'create', method: 'POST', extract: [{ variable: 'orderId', from: 'body', path: '$.id' }] },
    { id: 'read', url: 'http://127.0.0.1/{{orderId}}' },
    { id: 'remove', method: 'DELETE', url: 'http://127.0.0.1/{{orderId}}' },
  ],
  { auth: { type: 'bearer', token: '{{token}}' } },
);

/** A matrix with these sections, each in a line of its own. */
const sections = ({
  head = '"mutate": true,',
  users = '"alice": { "role": "customer", "login": "login.chain.json" }, "nobody": { "role": "anonymous" }',
  resource = '"create": "orders.chain.json#create", "id": ["userId", "orderId"]',
  operations = '"order.read": { "resource": "order", "request": "orders.chain.json#read" }',
  policy = '"customer": { "order.*": "own" }',
} = {}) => `{ "formatVersion": 1, "name": "m", ${head}
"users": { ${users} },
"resources": { "order": { ${resource} } },
"operations": { ${operations} },
"policy": { ${policy} } }`;

/** The problems of a matrix and its chains, by file. */
function problemsOf(text: string, chains: Readonly<Record<string, Chain>>): readonly string[] {
  const { matrix } = readMatrix(text, 'f');
  assert.ok(matrix);
  const byFile: NamedByMatrix['chains'] = new Map(
    Object.entries(chains).map(([file, chain]) => [file, { chain, required: [] }]),
  );
  return checkMatrix(text, { file: 'f', matrix: withEffects(matrix, byFile), chains: byFile }).map(
    ({ place, severity, code, message }) => `${place.line}:${place.column} ${severity} ${code}: ${message}`,
  );
}

describe('checkMatrix', () => {
  const chains = { 'login.chain.json': LOGIN, 'orders.chain.json': ORDERS };

  const cases: [title: string, text: string, chains: Readonly<Record<string, Chain>>, problems: string[]][] =
    [
      ['finds nothing wrong with a matrix that fits its chains', sections(), chains, []],
      [
        'names the requests there are for one that is not there',
        sections({
          operations: '"order.read": { "resource": "order", "request": "orders.chain.json#raed" }',
        }),
        chains,
        [
          '4:65 error unknown-request: orders.chain.json has no request "raed". Its requests are: create, read, lookup, remove, import.',
        ],
      ],
      [
        'refuses requests that are not sent once each, and those that need one',
        sections({
          operations:
            '"order.read": { "resource": "order", "request": "flow.chain.json#each" }, "order.show": { "resource": "order", "request": "flow.chain.json#needing" }',
        }),
        {
          ...chains,
          'flow.chain.json': chainWith(
            [
              { id: 'never', delayMs: 5, extract: [{ variable: 'found', from: 'body', path: '$.id' }] },
              { id: 'each', forEach: { in: ['1'], as: 'orderId' }, url: 'http://127.0.0.1/{{orderId}}' },
              { id: 'needing', url: 'http://127.0.0.1/{{userId}}/{{found}}/{{orderId}}' },
            ],
            { formatVersion: 2 },
          ),
        },
        [
          '4:65 error flow-in-matrix: flow.chain.json#each has "forEach". Requests of a matrix are sent once each, whatever the values are, and read to the end: name a request without it.',
          '4:139 error flow-in-matrix: flow.chain.json#needing needs flow.chain.json#never, which has "delayMs". Requests of a matrix are sent once each, whatever the values are, and read to the end: name a request without it.',
        ],
      ],
      [
        'refuses steps that run another chain, and requests that need one',
        sections({
          operations:
            '"order.read": { "resource": "order", "request": "flow.chain.json#pay" }, "order.show": { "resource": "order", "request": "flow.chain.json#needing" }',
        }),
        {
          ...chains,
          'flow.chain.json': chainWith(
            [
              {
                ...{ method: undefined, url: undefined },
                ...{ id: 'pay', chain: 'pay.chain.json', take: ['found'] },
                with: { order: '{{orderId}}' },
              },
              { id: 'needing', url: 'http://127.0.0.1/{{userId}}/{{found}}/{{orderId}}' },
            ],
            { formatVersion: 2 },
          ),
        },
        [
          '4:65 error flow-in-matrix: flow.chain.json#pay has "chain". Requests of a matrix are sent once each, whatever the values are, and read to the end: name a request without it.',
          '4:138 error flow-in-matrix: flow.chain.json#needing needs flow.chain.json#pay, which has "chain". Requests of a matrix are sent once each, whatever the values are, and read to the end: name a request without it.',
        ],
      ],
      [
        'reports requests that read a part of a stream',
        sections({
          operations: '"order.read": { "resource": "order", "request": "flow.chain.json#listen" }',
        }),
        {
          ...chains,
          'flow.chain.json': chainWith(
            [{ id: 'listen', url: 'http://127.0.0.1/{{userId}}/{{orderId}}', stream: {} }],
            { formatVersion: 2 },
          ),
        },
        [
          '4:65 error flow-in-matrix: flow.chain.json#listen has "stream". Requests of a matrix are sent once each, whatever the values are, and read to the end: name a request without it.',
        ],
      ],
      [
        'refuses requests of chains with rows of data',
        sections({ operations: '"order.read": { "resource": "order", "request": "rows.chain.json#read" }' }),
        {
          ...chains,
          'rows.chain.json': chainWith([{ id: 'read', url: 'http://127.0.0.1/{{userId}}/{{orderId}}' }], {
            formatVersion: 2,
            data: [{ orderId: '1' }],
          }),
        },
        [
          '4:65 error flow-in-matrix: rows.chain.json#read has rows of data ("data"), and a matrix has none: its values would be missing. Name a chain without them.',
        ],
      ],
      [
        'reports a chain that is not there at each place, and nothing that follows from it',
        sections({ operations: '"order.read": { "resource": "order", "request": "x.chain.json#read" }' }),
        { 'orders.chain.json': ORDERS },
        [
          '2:52 error unknown-request: The chain login.chain.json is missing or has an error. Correct the path, or fix the chain.',
          '4:65 error unknown-request: The chain x.chain.json is missing or has an error. Correct the path, or fix the chain.',
        ],
      ],
      [
        'reports what an operation cannot be asked: a reading one what it sets, a changing one what it shows',
        sections({
          operations:
            '"order.read": { "resource": "order", "request": "orders.chain.json#read", "assign": [{ "path": "$.a", "value": 1 }], "hidden": [{ "path": "$.b", "from": ["customer"] }] }, "order.remove": { "resource": "order", "request": "orders.chain.json#remove", "hidden": [{ "path": "$.b", "from": ["customer"] }] }',
        }),
        chains,
        [
          '4:91 warning idle-member: `assign` of "order.read" is not tested: what reads sets nothing. Declare another effect, or remove it.',
          '4:267 warning idle-member: `hidden` of "order.remove" is not tested: only operations that read are checked for it. Move it to such an operation.',
        ],
      ],
      [
        'reports an identifier that no request of the resource uses',
        sections({ resource: '"create": "orders.chain.json#create", "id": ["orderId", "importId"]' }),
        {
          ...chains,
          'login.chain.json': chainWith([
            { id: 'l', extract: [{ variable: 'importId', from: 'body', path: '$.id' }] },
          ]),
        },
        [
          '3:83 warning unused-id: No request of "order" uses {{importId}}, so the owner\'s identifier goes nowhere. Use it in a request, or correct the name.',
        ],
      ],
      [
        'reports an identifier that the creation does not extract, although another request would',
        sections({
          resource: '"create": "orders.chain.json#create", "id": ["orderId", "importId"]',
          operations: '"order.read": { "resource": "order", "request": "more.chain.json#get" }',
        }),
        {
          ...chains,
          'more.chain.json': chainWith([{ id: 'get', url: 'http://127.0.0.1/{{orderId}}/{{importId}}' }]),
        },
        [
          '3:83 warning missing-id: Nothing gives `importId` a value. Extract it in the request "create", or write { "variable": …, "from": "list", "path": "$.id" } if only the list shows it.',
        ],
      ],
      [
        'accepts an identifier that users bring along',
        sections({
          users: '"alice": { "role": "customer", "variables": { "userId": 1, "orderId": 2 } }',
          resource: '"id": ["userId", "orderId"]',
        }),
        chains,
        [],
      ],
      [
        'reports an identifier of an object that is there already and nobody knows',
        sections({ resource: '"id": ["orderId"]' }),
        chains,
        [
          '3:34 warning missing-id: Nothing gives `orderId` a value. Extract it in the login of its owner, or name a request that creates the object.',
        ],
      ],
      [
        'says of a constant that it tells no objects apart',
        sections({
          resource: '"create": "events.chain.json#create", "id": ["eventId", "orderId"]',
          operations: '"order.read": { "resource": "order", "request": "events.chain.json#read" }',
        }),
        {
          ...chains,
          'events.chain.json': chainWith(
            [
              {
                id: 'create',
                method: 'POST',
                url: 'http://127.0.0.1/{{eventId}}',
                extract: [{ variable: 'orderId', from: 'body', path: '$.id' }],
              },
              { id: 'read', url: 'http://127.0.0.1/{{eventId}}/{{orderId}}' },
            ],
            { variables: { eventId: '1' } },
          ),
        },
        [
          '3:72 warning missing-id: `eventId` has the same value for everybody, from the `variables` of events.chain.json, so it does not tell objects apart. Remove it from `id`: requests are sent with its value anyway. Or give it a value for each user in `variables` of the users.',
        ],
      ],
      [
        'says which requests of a chain that signs in are sent for nothing',
        sections({
          head: '"mutate": true,',
          resource: '"create": "shop.chain.json#create", "id": ["orderId"]',
          users:
            '"alice": { "role": "customer", "login": "shop.chain.json" }, "bob": { "role": "customer", "login": "shop.chain.json" }',
          operations: '"order.read": { "resource": "order", "request": "shop.chain.json#read" }',
        }),
        { 'shop.chain.json': SHOP },
        [
          '2:52 information whole-login: Signing in sends all requests of shop.chain.json, for each user and whenever credentials have ended. Credentials do not need create and remove. Name the request that signs in, shop.chain.json#login: what it needs is sent with it.',
        ],
      ],
      [
        'says nothing of a login that names its request, or whose credentials may be cookies',
        sections({
          resource: '"create": "shop.chain.json#create", "id": ["orderId"]',
          users:
            '"alice": { "role": "customer", "login": "shop.chain.json#login" }, "bob": { "role": "customer", "login": "cookie.chain.json" }',
          operations: '"order.read": { "resource": "order", "request": "shop.chain.json#read" }',
        }),
        {
          'shop.chain.json': SHOP,
          'cookie.chain.json': chainWith([
            { id: 'in', method: 'POST' },
            { id: 'more', method: 'POST' },
          ]),
        },
        [],
      ],
      [
        'says nothing of values that a required chain may give that could not be read',
        sections({ resource: '"id": ["orderId"]' }),
        { ...chains, 'login.chain.json': { ...LOGIN, requires: ['broken.chain.json'] } },
        [],
      ],
      [
        'reports planted texts that the body has no place for',
        sections({
          resource:
            '"create": "orders.chain.json#create", "id": ["userId", "orderId"], "canary": ["$.note", "$.comment", "note"]',
        }),
        chains,
        [
          '3:115 warning missing-canary: The body of "create" has no "$.comment", so nothing is planted there. Add it to the body, or correct it.',
          '3:128 warning missing-canary: The body of "create" has no "note", so nothing is planted there. Add it to the body, or correct it.',
        ],
      ],
      [
        'points at reading operations whose method may change something',
        sections({
          operations:
            '"order.read": { "resource": "order", "request": "orders.chain.json#read" }, "order.lookup": { "resource": "order", "request": "orders.chain.json#lookup", "effect": "read" }',
        }),
        chains,
        [
          '4:181 information unsafe-read: The method POST may change something, and what a reading operation changes is not looked at. Declare another effect unless it only looks something up.',
        ],
      ],
      [
        'asks what a request does that reads by its method and sounds as if it changed something',
        sections({
          operations: ['', ', "mutates": true', ', "mutates": false', ', "endsCredentials": true']
            .map(
              (more, index) =>
                `"order.${index}": { "resource": "order", "request": "orders.chain.json#wipe"${more} }`,
            )
            .join(', '),
        }),
        {
          ...chains,
          'orders.chain.json': {
            ...ORDERS,
            requests: [
              ...ORDERS.requests,
              ...chainWith([{ id: 'wipe', url: 'http://127.0.0.1/{{userId}}/{{orderId}}/reset' }]).requests,
            ],
          },
        },
        [
          '4:17 warning undeclared-change: "order.0" sounds as if it changed something (reset), although GET only reads, and it is not sent. Set `mutates` to true to agree to the change, or to false if it only reads.',
        ],
      ],
      ...(['', ', "order.wipe": { "request": "more.chain.json#wipe", "mutates": false }'] as const).map(
        (declared): [string, string, Readonly<Record<string, Chain>>, string[]] => [
          `warns of requests that are sent without asking and sound as if they changed something${declared === '' ? '' : ', unless an operation says that they do not'}`,
          sections({
            users:
              '"alice": { "role": "customer", "login": "login.chain.json", "alive": "more.chain.json#wipe" }',
            operations: `"order.read": { "resource": "order", "request": "orders.chain.json#read" }${declared}`,
          }),
          {
            ...chains,
            'more.chain.json': chainWith([{ id: 'wipe', url: 'http://127.0.0.1/createdb' }]),
          },
          declared === ''
            ? [
                '2:81 warning unsafe-request: This request sounds as if it changed something (createdb), and a run sends it many times to look something up. Name one that only reads; if this one does, set "mutates" to false in one of its operations.',
              ]
            : [],
        ],
      ),
      [
        'points at operations that are skipped because the file does not agree to changes',
        sections({
          head: '',
          operations:
            '"order.read": { "resource": "order", "request": "orders.chain.json#read" }, "order.delete": { "resource": "order", "request": "orders.chain.json#remove" }',
        }),
        chains,
        [
          '4:93 information not-mutated: "order.delete" changes something and is skipped. Set `mutate` to true to test it.',
        ],
      ],
      [
        'reports pairs of role and operation that nobody decided on, at the operation',
        sections({
          users:
            '"alice": { "role": "customer", "login": "login.chain.json" }, "sam": { "role": "agent", "login": "login.chain.json" }, "max": { "role": "other", "login": "login.chain.json" }',
          policy: '"customer": { "order.*": "own" }, "agent": { "order.list": "any" }, "absent": {}',
        }),
        chains,
        [
          '4:17 warning undeclared-grant: The policy does not say whether these roles may use "order.read", and it is taken as not granted. Add a rule for it. The roles are: agent.',
        ],
      ],
    ];
  for (const [title, text, known, problems] of cases) {
    it(title, () => assert.deepEqual(problemsOf(text, known), problems));
  }

  it('finds no error in the matrix of the sample workspace', () => {
    const folder = 'examples/workspace';
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => file.endsWith('.chain.json'));
    const chains = files.map(
      (file) => [file, chainOf(readFileSync(`${folder}/${file}`, 'utf8'), file)] as const,
    );
    const found = problemsOf(readFileSync(`${folder}/orders.authz.json`, 'utf8'), Object.fromEntries(chains));
    assert.deepEqual(
      found.filter((problem) => problem.includes(' error ')),
      [],
    );
  });
});
