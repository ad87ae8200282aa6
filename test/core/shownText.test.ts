import assert from 'node:assert/strict';
import { beginning, oneLine, shorten } from '../../src/core/shownText';

describe('oneLine', () => {
  const cases: [title: string, text: string, expected: string][] = [
    ['leaves a line alone', 'Create order ✓', 'Create order ✓'],
    ['turns a line break into a space', 'one\r\n\ttwo', 'one two'],
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
    ['is ‹secret:7f3a› now', 16, 'is …'],
    ['is ‹secret:7f3a› now', 17, 'is ‹secret:7f3a›…'],
    ['is ‹secret:7f3a›', 16, 'is ‹secret:7f3a›'],
    ['‹token:alice› and ‹secret:bob›', 20, '‹token:alice› and …'],
    ['‹secret:7f3a› and more', 5, '…'],
    ['a ‹quoted word› here', 8, 'a ‹quot…'],
    [`‹secret:${'x'.repeat(200)}`, 12, '‹secret:xxx…'],
  ];
  for (const [text, length, expected] of cases) {
    it(`writes ${JSON.stringify(text.slice(0, 40))} in ${length} as ${expected}`, () => {
      assert.equal(shorten(text, length), expected);
    });
  }
});

describe('beginning', () => {
  const cases: [text: string, length: number, expected: string][] = [
    ['short', 5, 'short'],
    ['longer', 5, 'longe'],
    ['abc👍d', 4, 'abc'],
    ['is ‹secret:7f3a› now', 15, 'is '],
    ['is ‹secret:7f3a› now', 16, 'is ‹secret:7f3a›'],
    ['anything', 0, ''],
  ];
  for (const [text, length, expected] of cases) {
    it(`takes ${JSON.stringify(expected)} as ${length} of ${JSON.stringify(text)}`, () => {
      assert.equal(beginning(text, length), expected);
    });
  }
});
