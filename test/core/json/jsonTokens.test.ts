import assert from 'node:assert/strict';
import { scanJson } from '../../../src/core/json/jsonTokens';

function tokens(text: string): readonly string[] {
  const found: string[] = [];
  scanJson(text, (kind, start, end) => found.push(`${kind} ${text.slice(start, end)}`));
  return found;
}

describe('scanJson', () => {
  const cases: [title: string, text: string, expected: string[]][] = [
    ['returns nothing for whitespace', ' \t\r\n', []],
    [
      'tells tokens apart',
      '{"a":[-1.5e3,true]}',
      ['{ {', '" "a"', ': :', '[ [', 'scalar -1.5e3', ', ,', 'scalar true', '] ]', '} }'],
    ],
    ['keeps escaped quotes inside strings', '"a\\"b\\\\"c', ['" "a\\"b\\\\"', 'scalar c']],
    ['ends an open string with the text', '"a\\', ['" "a\\']],
    ['takes anything else for scalars', '<p é 😀>', ['scalar <p', 'scalar é', 'scalar 😀>']],
  ];
  for (const [title, text, expected] of cases) {
    it(title, () => {
      assert.deepEqual(tokens(text), expected);
    });
  }
});
