import assert from 'node:assert/strict';
import { selectCss } from '../../../src/core/markup/html';

const page = `<!doctype html><html><body>
  <form><input name="csrf" value="a&amp;b"><input name="empty" value=""></form>
  <ul><li> one <b>two</b> </li><li>three</li></ul>
  <!-- <p class="hidden">no</p> -->
</body></html>`;

function messageFor(html: string, css: string): string {
  const selection = selectCss(html, css);
  return selection.ok ? `${selection.values.length} values` : selection.message;
}

describe('selectCss', () => {
  const selections: [css: string, attribute: string | undefined, values: readonly string[]][] = [
    ['li', undefined, ['one two', 'three']],
    ['input[name=csrf]', 'value', ['a&b']],
    ['input', 'value', ['a&b', '']],
    ['input', 'missing', []],
    ['input', '__proto__', []],
    ['input', 'constructor', []],
    ['form > input:first-child', 'name', ['csrf']],
    ['.hidden', undefined, []],
    ['table', undefined, []],
  ];
  for (const [css, attribute, values] of selections) {
    it(`selects ${css}${attribute === undefined ? '' : ` @${attribute}`}`, () => {
      assert.deepEqual(selectCss(page, css, attribute), { ok: true, values });
    });
  }

  it('ends options and their groups where the page does not', () => {
    const open = `<form id="f"><select><optgroup label="A"><option value="1">one<option selected>two
      <optgroup label="B"><option value="3"> three </select><input name="token" value="t"></form><p>after</p>`;
    const select = (css: string, attribute?: string): unknown => selectCss(open, css, attribute);
    assert.deepEqual(select('#f > input', 'value'), { ok: true, values: ['t'] });
    assert.deepEqual(select('option'), { ok: true, values: ['one', 'two', 'three'] });
    assert.deepEqual(select('select > optgroup > option[selected]'), { ok: true, values: ['two'] });
    assert.deepEqual(select('p'), { ok: true, values: ['after'] });
  });

  it('reads a long list whose options do not end', () => {
    const list = `<select>${'<option>x'.repeat(40_000)}</select>`;
    assert.deepEqual(selectCss(`${list}<p>x</p>`, 'p'), { ok: true, values: ['x'] });
  });

  it('takes what looks like a character reference in a script as it is written', () => {
    const script = `<script type="application/json">{"name":"a &amp; &quot;b"}</script>`;
    assert.deepEqual(selectCss(script, 'script'), { ok: true, values: ['{"name":"a &amp; &quot;b"}'] });
  });

  it('finds nothing in an empty page', () => {
    assert.deepEqual(selectCss('', 'p'), { ok: true, values: [] });
  });

  const refusals: [title: string, html: string, css: string, reason: RegExp][] = [
    ['an invalid selector', page, 'p[', /The CSS selector `p\[` is not valid: /],
    ['an unknown pseudo-class', page, 'p:nope', /is not valid: Unknown pseudo-class :nope/],
    ['an empty selector', page, ' ', /has 1 to 1000 characters/],
    ['a page of more than 5 MiB', 'x'.repeat(6_000_000), 'p', /larger than 5 MiB/],
    ['a page 10,000 deep', '<div>'.repeat(10_000), 'div', /nests more than 256 elements/],
    ['a page of many elements', '<p>'.repeat(200_000), 'p', /more than 100000 elements/],
    [
      'a selector that multiplies',
      '<div>'.repeat(250) + '</div>'.repeat(250),
      'div:has(div:has(div:has(p)))',
      /was given up/,
    ],
    ['a selector over many siblings', '<p></p>'.repeat(20_000), 'b ~ p ~ p', /was given up/],
  ];
  for (const [title, html, css, reason] of refusals) {
    it(`refuses ${title}`, () => {
      assert.match(messageFor(html, css), reason);
    });
  }

  for (const [title, html] of [
    ['comments', '<p>x</p><!-- a -->' + '<!--'.repeat(500_000)],
    ['tags', '<p>x</p>' + '<a '.repeat(500_000)],
    ['attributes', `<p>x</p><a${' x'.repeat(500_000)}`],
    ['quotes', `<p>x</p><a${" '".repeat(50_000)}>`],
  ] as const) {
    it(`is not held up by ${title} that do not end`, () => {
      assert.deepEqual(selectCss(html, 'p'), { ok: true, values: ['x'] });
    });
  }
});
