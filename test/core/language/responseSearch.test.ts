import assert from 'node:assert/strict';
import { selectPath } from '../../../src/core/json/jsonPath';
import { parseJson } from '../../../src/core/json/json';
import { memberPath } from '../../../src/core/language/memberPath';
import { findVariable } from '../../../src/core/language/responseSearch';
import { jsonBody } from './insight';

/** Where a variable is found in a body: its path and how well it fits. */
function pathIn(variable: string, body: string, subject = ''): string | undefined {
  const match = findVariable(variable, { body: jsonBody(body), headers: [], cookies: [] }, subject);
  const { select } = match?.extraction ?? {};
  return match === undefined || select?.kind !== 'path' ? undefined : `${select.path} (${match.rank})`;
}

describe('findVariable', () => {
  const found: [title: string, variable: string, body: string, path: string | undefined][] = [
    ['the very name', 'orderId', '{"id": 1, "orderId": 2}', '$.orderId (0)'],
    ['another style of writing', 'orderId', '{"order_id": 2}', '$.order_id (1)'],
    ['a member of what the name begins with', 'orderId', '{"order": {"id": 2}}', '$.order.id (2)'],
    ['an item of a list of them', 'orderId', '{"orders": [{"id": 2}]}', '$.orders[0].id (2)'],
    ['what is nearest to the top', 'id', '{"items": [{"id": 1}], "data": {"id": 2}}', '$.data.id (0)'],
    ['an empty text, which is a value', 'note', '{"note": ""}', '$.note (0)'],
    ['an object as a whole', 'address', '{"address": {"city": "x"}}', '$.address (0)'],
    ['a name that needs quotes', 'order id', '{"order id": 2}', "$['order id'] (0)"],
    ['nothing for null', 'note', '{"note": null}', undefined],
    ['nothing for another name', 'orderId', '{"userId": 1, "id": 2}', undefined],
    ['nothing in a list of numbers', 'orderId', '[1, 2]', undefined],
    ['nothing in what is not JSON', 'orderId', '<orderId>2</orderId>', undefined],
    ['nothing in an empty body', 'orderId', '', undefined],
    ['own members only', 'constructor', '{"a": 1}', undefined],
    ['a member called __proto__', '__proto__', '{"__proto__": 1}', '$.__proto__ (0)'],
  ];
  for (const [title, variable, body, path] of found) {
    it(`finds ${title}`, () => {
      assert.equal(pathIn(variable, body), path);
    });
  }

  it('takes the id of a response for the thing that the request is about', () => {
    assert.equal(pathIn('orderId', '{"id": 2}', 'create-order /api/orders'), '$.id (3)');
    assert.equal(pathIn('orderId', '{"id": 2}', 'create-user /api/users'), undefined);
  });

  it('finds headers and cookies in either case', () => {
    const response = { headers: [{ name: 'ETag', value: '"1"' }], cookies: ['session_id'] };
    assert.deepEqual(
      ['etag', 'sessionId', 'other'].map((name) => findVariable(name, response, '')?.extraction),
      [
        { variable: 'etag', from: 'header', name: 'ETag', all: false, optional: false },
        { variable: 'sessionId', from: 'cookie', name: 'session_id', all: false, optional: false },
        undefined,
      ],
    );
  });

  it('prefers the body where headers are no better', () => {
    const response = { body: jsonBody('{"id": 1}'), headers: [{ name: 'id', value: '1' }], cookies: ['id'] };
    assert.equal(findVariable('id', response, '')?.extraction.from, 'body');
  });

  it('gives up on huge bodies in bounded time', () => {
    assert.equal(pathIn('orderId', '{"a":'.repeat(100_000)), undefined);
    const wide = JSON.stringify(
      Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`m${index}`, {}])),
    );
    assert.equal(pathIn('orderId', wide), undefined);
  });
});

describe('memberPath', () => {
  for (const name of ['id', 'order id', "it's", '"', '\\', "\\'", '', '0', 'ü', '\n', '__proto__', '$']) {
    it(`leads to a member called ${JSON.stringify(name)}`, () => {
      const value = parseJson(`{"a": [0, {${JSON.stringify(name)}: "found"}]}`);
      assert.deepEqual(selectPath(memberPath(['a', 1, name]), value), { ok: true, values: ['found'] });
    });
  }
});
