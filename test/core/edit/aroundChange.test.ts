import assert from 'node:assert/strict';
import { aroundChange } from '../../../src/core/edit/aroundChange';

describe('aroundChange', () => {
  const compares: [title: string, before: string, after: string, expected: readonly [string, string]][] = [
    ['keeps short texts', 'a/1/b', 'a/{{id}}/b', ['a/1/b', 'a/{{id}}/b']],
    ['leaves out what is far from the change', 'abcdefX', 'abcdefY', ['…efX', '…efY']],
    ['does so at the end as well', 'Xabcdef', 'Yabcdef', ['Xab…', 'Yab…']],
    ['shows what is only added', 'abcd', 'abXcd', ['abcd', 'abXcd']],
    ['gives equal texts shortened', 'abcdef', 'abcdef', ['…ef', '…ef']],
    ['takes empty texts', '', 'x', ['', 'x']],
  ];
  for (const [title, before, after, expected] of compares) {
    it(title, () => {
      assert.deepEqual(aroundChange(before, after, 2), expected);
    });
  }
});
