import assert from 'node:assert/strict';
import type { JsonValue } from '../../../src/core/json/json';
import { CHAIN, below, type PathTo } from '../../../src/core/files/writtenPath';

describe('below', () => {
  it('leads through members and lists', () => {
    const request = below(CHAIN, 'requests', 2);
    assert.deepEqual(below(request, 'extract', 0, 'variable'), ['requests', 2, 'extract', 0, 'variable']);
    assert.deepEqual(CHAIN, []);
  });

  it('knows what is written there', () => {
    const url: PathTo<string> = below(CHAIN, 'requests', 0, 'url');
    const inJson: PathTo<JsonValue> = below(below(CHAIN, 'requests', 0, 'body'), 'json', 'anything');
    assert.deepEqual([url.length, inJson.length], [3, 5]);
  });

  it('compiles only for members of the schema', () => {
    const request = below(CHAIN, 'requests', 0);
    const wrong = [
      // @ts-expect-error -- the schema has no such member
      below(CHAIN, 'title'),
      // @ts-expect-error -- nor does a request
      below(request, 'expect', 'statuses'),
      // @ts-expect-error -- a list is entered by position
      below(request, 'headers', 'name'),
      // @ts-expect-error -- nothing is inside of a text
      below(request, 'url', 'length'),
    ];
    assert.equal(wrong.length, 4);
    // @ts-expect-error -- a status is no text alone
    const text: PathTo<string> = below(request, 'expect', 'status');
    assert.ok(text);
    // @ts-expect-error -- a path that is written as a list says nothing about its members
    const untyped: PathTo<string> = ['name'];
    assert.ok(untyped);
  });
});
