import assert from 'node:assert/strict';
import { oneLine, shorten } from '../../src/core/shownText';

describe('oneLine', () => {
  const cases: [title: string, text: string, expected: string][] = [
    ['leaves a line alone', 'Create order ✓', 'Create order ✓'],
    ['makes a line break a blank', 'one\r\n\ttwo', 'one two'],
    ['writes what steers a terminal', '\u001b[2Jgone', '\\x1b[2Jgone'],
    ['writes what turns the reading direction', 'a\u202eb\u061c', 'a\\u202eb\\u61c'],
    ['keeps nothing as nothing', '', ''],
  ];
  for (const [title, text, expected] of cases) {
    it(title, () => {
      assert.equal(oneLine(text), expected);
    });
  }
});

describe('shorten', () => {
  const cases: [text: string, length: number, expected: string][] = [
    ['short', 5, 'short'],
    ['longer', 5, 'long…'],
    ['abc👍d', 5, 'abc…'],
    ['', 1, ''],
  ];
  for (const [text, length, expected] of cases) {
    it(`writes ${JSON.stringify(text)} in ${length} as ${expected}`, () => {
      assert.equal(shorten(text, length), expected);
    });
  }
});
