import assert from 'node:assert/strict';
import { parsePath } from '../../../src/core/json/jsonPathParse';
import { plainQuery } from '../../../src/core/json/jsonPathPlain';

describe('plainQuery', () => {
  // Quoted names are the parser's, so these are the same paths read by it.
  const plain: [path: string, quoted: string][] = [
    ['$.id', "$['id']"],
    ['$.order.next', "$['order']['next']"],
    ['$.items[0].sku_2', "$['items'][0]['sku_2']"],
    ['$[999999999999999]._x', "$[999999999999999]['_x']"],
    ['$.__proto__.constructor', "$['__proto__']['constructor']"],
  ];
  for (const [path, quoted] of plain) {
    it(`reads ${path} as the parser does`, () => {
      const query = plainQuery(path);
      assert.ok(query !== undefined);
      assert.deepEqual({ ok: true, query }, parsePath(quoted));
    });
  }

  it('reads the root alone', () => {
    assert.deepEqual(plainQuery('$'), []);
  });

  const others = [
    '',
    'id',
    '$.',
    '$.1st',
    '$.a-b',
    '$.ü',
    '$[-1]',
    '$[01]',
    '$[0:2]',
    '$[*]',
    '$..id',
    '$ .id',
    '$.id\n',
  ];
  for (const path of [...others, "$['id']", '$[1000000000000000]', '$.a[?@.b]']) {
    it(`leaves ${JSON.stringify(path)} to the parser`, () => {
      assert.equal(plainQuery(path), undefined);
    });
  }
});
