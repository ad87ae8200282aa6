import assert from 'node:assert/strict';
import { readNamedChains } from '../../../src/core/authz/matrix/readNamedChains';
import { completeNames } from '../../../src/core/language/authzNames';
import { CARET, jsonBody } from './insight';

const ORDERS = JSON.stringify({
  formatVersion: 1,
  name: 'c',
  requests: [
    { id: 'list', method: 'GET', url: '/', extract: [{ variable: 'cursor', from: 'body', path: '$.next' }] },
    {
      id: 'create',
      method: 'POST',
      url: '/',
      body: { json: { note: 'n', sku: '{{sku}}', lines: [{ 'gift text': 't', 1: 'x' }], count: 1 } },
      extract: [{ variable: 'orderId', from: 'body', path: '$.id' }],
    },
    { id: 'form', method: 'POST', url: '/', body: { form: [{ name: 'comment', value: 'c' }] } },
  ],
});

/** What is offered at the caret of a matrix, as `replaced>text`. */
async function complete(marked: string): Promise<readonly string[]> {
  const offset = marked.indexOf(CARET);
  const text = marked.replace(CARET, '');
  const chains = await readNamedChains(['orders.chain.json'], () => Promise.resolve(ORDERS));
  const offered = completeNames(
    { text, file: 'f.authz.json', offset },
    {
      chains,
      responseOf: ({ id }) =>
        id === 'get'
          ? { headers: [], cookies: [], body: jsonBody('{"customer":{"id":7},"note":"n"}') }
          : undefined,
    },
  );
  return offered.map(({ text: written, range }) => `${text.slice(range.start, range.end)}>${written}`);
}

const REST = `"operations": { "order.read": {}, "order.list": {}, "stats": {} },
  "users": { "alice": { "role": "customer" }, "sam": { "role": "agent" }, "nobody": { "role": "anonymous" } }`;

const TENANTS = `"users": { "alice": { "role": "customer", "attributes": { "tenant": "acme" } }, "bob": { "role": "customer", "attributes": { "tenant": "b", "team": "red" } } }`;

describe('completeNames', () => {
  const cases: [title: string, marked: string, offered: readonly string[]][] = [
    [
      'offers patterns of operations for a rule that is begun, without a value yet',
      `{ ${REST}, "policy": { "customer": { "or¦" } } }`,
      ['or>order.*', 'or>order.read', 'or>order.list', 'or>stats', 'or>*'],
    ],
    [
      'offers patterns in a text that is not closed, at the end of a file',
      `{ ${REST}, "policy": { "customer": { "or¦`,
      ['or>order.*', 'or>order.read', 'or>order.list', 'or>stats', 'or>*'],
    ],
    [
      'leaves out the rules that a role has, but for the one at the caret',
      `{ ${REST}, "policy": { "customer": { "order.*¦": "own", "stats": "none", "*": "any" } } }`,
      ['order.*>order.*', 'order.*>order.read', 'order.*>order.list'],
    ],
    [
      'offers attributes of users as scopes',
      `{ ${TENANTS}, "policy": { "customer": { "order.read": "¦" } } }`,
      ['>tenant', '>team'],
    ],
    [
      'offers attributes of users in a list of scopes',
      `{ ${TENANTS}, "policy": { "customer": { "order.read": ["own", "¦"] } } }`,
      ['>tenant', '>team'],
    ],
    [
      'offers attributes that others have, and their values',
      `{ "users": { "al": { "role": "m", "attributes": { "tenant": "acme", "team": "red" } }, "bo": { "role": "m", "attributes": { "tenant": "globex", "t¦" } } } }`,
      ['t>team'],
    ],
    [
      'offers values that others have of an attribute',
      `{ "users": { "al": { "role": "m", "attributes": { "tenant": "acme" } }, "bo": { "role": "m", "attributes": { "tenant": "¦" } } } }`,
      ['>acme'],
    ],
    [
      'offers patterns of what is public',
      `{ ${REST}, "policy": { "public": ["stats", "¦"] } }`,
      ['>order.*', '>order.read', '>order.list', '>stats', '>*'],
    ],
    ['offers roles that the policy lacks', `{ ${REST}, "policy": { "customer": {}, "¦" } }`, ['>agent']],
    [
      'offers the roles there are for a user',
      `{ "policy": { "manager": {}, "public": [] }, "users": { "a": { "role": "agent" }, "b": { "role": "¦" } } }`,
      ['>manager', '>agent', '>anonymous'],
    ],
    [
      'offers resources for an operation',
      '{ "resources": { "order": {}, "user": {} }, "operations": { "x": { "resource": "o¦" } } }',
      ['o>order', 'o>user'],
    ],
    [
      'offers the roles of users for what they may set or must not see',
      `{ "users": { "alice": { "role": "customer" }, "sam": { "role": "agent" }, "nobody": { "role": "anonymous" } }, "operations": { "x": { "hidden": [{ "path": "$.a", "from": ["¦"] }] } } }`,
      ['>customer', '>agent'],
    ],
    [
      'offers users with credentials as owners',
      `{ ${REST}, "resources": { "order": { "owners": ["¦"] } } }`,
      ['>alice', '>sam'],
    ],
    [
      'offers roles that nobody says how to make another of',
      `{ ${REST}, "throwAway": { "customer": {}, "¦" } }`,
      ['>agent'],
    ],
    [
      'offers resources for throw-away users',
      '{ "resources": { "order": {}, "user": {} }, "throwAway": { "customer": { "resource": "¦" } } }',
      ['>order', '>user'],
    ],
    [
      'offers users with credentials to make others',
      `{ ${REST}, "throwAway": { "customer": { "by": "¦" } } }`,
      ['>alice', '>sam'],
    ],
    ['offers no member of a throw-away user', `{ ${REST}, "throwAway": { "customer": { "¦" } } }`, []],
    [
      'offers the variables of the chains as identifiers, those of the creation first',
      '{ "resources": { "order": { "create": "orders.chain.json#create", "id": ["¦"] } } }',
      ['>orderId', '>cursor'],
    ],
    [
      'offers the variables as identifiers that say where they come from',
      '{ "resources": { "order": { "create": "orders.chain.json#create", "id": [{ "variable": "¦" }] } } }',
      ['>orderId', '>cursor'],
    ],
    [
      'offers no variable for where an identifier comes from',
      '{ "resources": { "order": { "create": "orders.chain.json#create", "id": [{ "variable": "a", "from": "¦" }] } } }',
      [],
    ],
    [
      'offers written texts of the body for planting',
      '{ "resources": { "order": { "create": "orders.chain.json#create", "canary": ["$¦"] } } }',
      ['$>$.note', "$>$.lines[0]['1']", "$>$.lines[0]['gift text']"],
    ],
    [
      'offers fields of a form for planting',
      '{ "resources": { "order": { "create": "orders.chain.json#form", "canary": ["¦"] } } }',
      ['>comment'],
    ],
    [
      'offers one step into the last answer as a marker',
      '{ "resources": { "order": { "read": "orders.chain.json#get", "marker": ["$.customer.¦"] } } }',
      ['$.customer.>$.customer.id'],
    ],
    [
      'offers no marker where nothing was answered yet',
      '{ "resources": { "order": { "read": "orders.chain.json#create", "marker": ["$.¦"] } } }',
      [],
    ],
    ['offers nothing outside of texts', `{ ${REST}, "policy": { "customer": { ¦ } } }`, []],
    ['offers nothing for names that are free', `{ "users": { "¦": {} } }`, []],
    ['offers nothing elsewhere', '{ "ignore": ["¦"] }', []],
    ['offers nothing in a file that is not a matrix', '[["¦"]]', []],
  ];
  for (const [title, marked, offered] of cases) {
    it(title, async () => assert.deepEqual(await complete(marked), offered));
  }
});
