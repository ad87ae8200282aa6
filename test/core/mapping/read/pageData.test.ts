import assert from 'node:assert/strict';
import { readPage } from '../../../../src/core/mapping/read/pageData';

/** `css attribute = value` of each value of a page. */
function valuesOf(html: string): readonly string[] {
  return readPage(html).map(({ css, attribute, value }) => `${css} ${attribute ?? ''} = ${value}`);
}

describe('readPage', () => {
  const cases: [title: string, html: string, expected: readonly string[]][] = [
    [
      'fields before what is for scripts',
      `<p data-a='{"b":1}'></p><input name="c" value="2">`,
      ['input[name="c"] value = 2', '[data-a] data-a = {"b":1}'],
    ],
    [
      'quotes in JSON of a script',
      `<script id=x></script><script type="a/json">["'>"]</script>`,
      ['script[type="a/json"]  = ["\'>"]'],
    ],
    [
      'JSON in a script without an end',
      '<script type="application/json">[1]',
      ['script[type="application/json"]  = [1]'],
    ],
    ['a script that is not JSON', '<script id="a">{ run() }</script>', []],
    ['a tag in a comment that does not end', `<!-- <p data-a='[1]'>`, []],
    ['a text that looks like an attribute', `<p> data-a='[1]'</p>`, []],
    ['no script by its kind alone', '<script id="a"></script><script>b = 1</script>', ['  = 1']],
    ['a tag that does not end', `<p data-a='[1]'`, []],
    ['attributes of rows', `<p data-a="/b"><p data-a="c" class="d">`, [' data-a = /b', ' data-a = c']],
  ];
  for (const [title, html, expected] of cases) {
    it(`reads ${title}`, () => {
      assert.deepEqual(valuesOf(html), expected);
    });
  }

  it('leaves pages over 5 MiB alone', () => {
    assert.deepEqual(readPage(`<input name="a" value="1">${' '.repeat(5 * 1024 * 1024)}`), []);
  });

  for (const part of [
    '<script ',
    '<!--',
    '<p data-a="',
    '<p ',
    ' a="',
    '<script>',
    "<p data-a='[1]'>",
    '>',
  ]) {
    it(`takes no longer for a large page of ${part} than for one of text`, () => {
      const started = performance.now();
      readPage(part.repeat(Math.floor((4 * 1024 * 1024) / part.length)));
      assert.ok(performance.now() - started < 5000);
    });
  }
});
