import assert from 'node:assert/strict';
import { multipartTexts } from '../../../../src/core/mapping/read/multipartText';

const field = (rest: string): string => `--b\r\nContent-Disposition: form-data; ${rest}\r\n`;

describe('multipartTexts', () => {
  const cases: [title: string, text: string, fields: Readonly<Record<string, string>>][] = [
    ['a field, of several lines', `${field('name="a"\r\n\r\n1\r\n\r\n--2')}--b--`, { a: '1\r\n\r\n--2' }],
    [
      'headers in any order and case',
      `--b\r\nContent-Type: text/plain\r\ncontent-disposition: form-data; NAME="a"\r\n\r\n1\r\n--b--`,
      { a: '1' },
    ],
    ['an empty value', `${field('name="a"\r\n\r\n')}--b--`, { a: '' }],
    [
      'no content of files, whatever it looks like',
      `${field('name="f"; filename="x"\r\n\r\nContent-Disposition: form-data; name="c"\r\n\r\n9')}${field('name="a"\r\n\r\n1')}--b--`,
      { a: '1' },
    ],
    [
      'a body that is cut off',
      `${field('name="a"\r\n\r\n1')}${field('name="c"\r\n\r\n23').slice(0, -3)}`,
      { a: '1', c: '2' },
    ],
    ['a part that is cut off in its headers', `${field('name="a"\r\n\r\n1')}--b\r\nContent-Dis`, { a: '1' }],
    ['nothing without a boundary', 'Content-Disposition: form-data; name="a"\r\n\r\n1', {}],
    ['nothing of a boundary alone', '--b', {}],
    ['nothing of nothing', '', {}],
  ];
  for (const [title, text, fields] of cases) {
    it(`reads ${title}`, () => {
      const read = multipartTexts(text);
      assert.deepEqual(Object.fromEntries(read.map(({ name, value }) => [name, value])), fields);
      for (const { value, start, end } of read) {
        assert.equal(text.slice(start, end), value);
      }
    });
  }

  it('reads a body of 100,000 parts once', () => {
    assert.equal(multipartTexts(`${field('name="a"\r\n\r\n1').repeat(100_000)}--b--`).length, 100_000);
  });

  it('reads a body of 100,000 parts without an end of their headers once', () => {
    assert.deepEqual(multipartTexts(`${field('name="a"').repeat(100_000)}--b--`), []);
  });
});
