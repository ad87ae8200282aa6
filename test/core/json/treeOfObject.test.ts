import assert from 'node:assert/strict';
import { isObject, parseJson } from '../../../src/core/json/json';
import { parseTree, treeOfObject, type JsonNode } from '../../../src/core/json/jsonTree';

/** The tree without what it says of the text. */
function withoutRanges(node: JsonNode): unknown {
  return JSON.parse(
    JSON.stringify(node, (name, value: unknown) => (/^(?:start|end)$/.test(name) ? 0 : value)),
  );
}

describe('the tree of a value', () => {
  for (const text of [
    '{}',
    '{ "a": [1, "x", null, true, [], {}], "b": { "c": -0.5, "": "" } }',
    '{ "id": 9007199254740993, "price": 1e400, "__proto__": { "a": 1 } }',
  ]) {
    it(`is that of its text: ${text}`, () => {
      const value = parseJson(text);
      const { root } = parseTree(text);
      assert.ok(isObject(value) && root !== undefined);
      assert.deepEqual(withoutRanges(treeOfObject(value)), withoutRanges(root));
    });
  }
});
