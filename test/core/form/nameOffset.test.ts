import assert from 'node:assert/strict';
import { createChainReader } from '../../../src/core/analysis/readSource';
import { nameOffset } from '../../../src/core/form/nameOffset';
import type { JsonPath } from '../../../src/core/json/jsonDocument';

const text = `{
  "variables": { "page": 1, "__proto__": "x", "twice": 1, "twice": 2 },
  "requests": [
    { "id": "first", "url": "/" },
    { "id": "second", "url": "/", "extract": [{ "variable": "token", "from": "body" }, { "variable": 5 }] }
  ]
}`;
const source = createChainReader()(text, 'a.chain.json');

/** The text at the offset of a name; absent when there is none. */
function named(index: number | undefined, path: JsonPath): string | undefined {
  const part = index === undefined ? undefined : source.requests[index];
  const offset = nameOffset(source, part, path);
  return offset === undefined ? undefined : /^[^"]*/.exec(text.slice(offset))?.[0];
}

describe('the place of a name in a chain', () => {
  const places: [title: string, index: number | undefined, path: JsonPath, expected: string | undefined][] = [
    ['is that of an id', 1, ['id'], 'second'],
    ['is that of an extracted variable', 1, ['extract', 0, 'variable'], 'token'],
    ['is that of a constant', undefined, ['variables', 'page'], 'page'],
    ['is that of a constant with any name', undefined, ['variables', '__proto__'], '__proto__'],
    ['is nowhere for what is not a string', 1, ['extract', 1, 'variable'], undefined],
    ['is nowhere for what is not there', 0, ['extract', 0, 'variable'], undefined],
    ['is nowhere for a constant that is not there', undefined, ['variables', 'toString'], undefined],
    ['is nowhere for no steps', undefined, [], undefined],
  ];
  for (const [title, index, path, expected] of places) {
    it(title, () => assert.equal(named(index, path), expected));
  }

  it('is the last of members with one name, which counts', () => {
    assert.equal(nameOffset(source, undefined, ['variables', 'twice']), text.lastIndexOf('twice'));
  });
});
