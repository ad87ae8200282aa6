import assert from 'node:assert/strict';
import { multipartFields } from '../../../src/core/masking/multipartFields';

const isToken = (name: string): boolean => name === 'token';

/** First lines of the values of fields named `token`. */
function tokensIn(content: string): readonly string[] {
  return [...multipartFields(content, isToken)].map(({ start, end }) => content.slice(start, end));
}

/** A part as browsers write it. */
function part(name: string, value: string, ...lines: readonly string[]): string {
  return ['--b', `Content-Disposition: form-data; name="${name}"`, ...lines, '', value, ''].join('\r\n');
}

describe('multipartFields', () => {
  const cases: [title: string, content: string, expected: string[]][] = [
    [
      'finds the fields of the wanted name',
      part('a', '1') + part('token', '2') + part('token', '3'),
      ['2', '3'],
    ],
    ['takes the first line of a value', part('token', 'one\r\ntwo'), ['one']],
    ['reads past other header lines', part('token', 'x', 'Content-Type: text/plain', 'X-A: b'), ['x']],
    ['reads lines that end with a line feed alone', part('token', 'x').replaceAll('\r', ''), ['x']],
    [
      'does not care for case',
      part('token', 'x').replace('Content-Disposition', 'content-DISPOSITION'),
      ['x'],
    ],
    ['keeps an empty value, which is a value', part('token', ''), ['']],
    [
      'takes each name that a part gives itself',
      part('a', 'x', 'Content-Disposition: y; name="token"'),
      ['x'],
    ],
    ['takes a file name for no name', part('a', 'x', 'Content-Disposition: y; filename="token"'), []],
    ['finds nothing in other text', 'name="token"\r\n\r\nx', []],
    [
      'gives an empty place for a part that was cut off',
      'Content-Disposition: form-data; name="token"',
      [''],
    ],
    ['finds nothing in an empty text', '', []],
  ];
  for (const [title, content, expected] of cases) {
    it(title, () => {
      assert.deepEqual(tokensIn(content), expected);
    });
  }

  const hostile: [title: string, content: string][] = [
    ['one line full of names', `content-disposition:${' name="token'.repeat(20_000)}`],
    ['one line full of beginnings', 'content-disposition: name="token" '.repeat(20_000)],
    ['lines full of beginnings', 'content-disposition: form-data; name="token"\n'.repeat(20_000)],
    ['empty lines', `content-disposition: name="token"${'\n'.repeat(20_000)}`],
  ];
  for (const [title, content] of hostile) {
    it(`reads every character of ${title} once`, () => {
      let read = 0;
      const countingLineEnd = (text: string, start: number): number => {
        const at = text.indexOf('\n', start);
        const end = at === -1 ? text.length : at;
        read += end - start;
        return end;
      };
      const fields = [...multipartFields(content, isToken, countingLineEnd)];
      assert.ok(fields.length <= 1, 'a block of header lines is one field');
      assert.ok(read <= content.length, `${read} characters were read`);
    });
  }
});
