import assert from 'node:assert/strict';
import { pageValues } from '../../../../src/core/mapping/read/htmlValues';

/** `css attribute = value` of each value of a page. */
function valuesOf(html: string): readonly string[] {
  return pageValues(html).map(({ css, attribute, value }) => `${css} ${attribute ?? ''} = ${value}`);
}

describe('pageValues', () => {
  const cases: [title: string, html: string, expected: readonly string[]][] = [
    ['fields', '<input name="a" value="1">', ['input[name="a"] value = 1']],
    [
      'attributes in any order, case and quotes',
      "<INPUT VALUE='1' type=hidden NAME=a>",
      ['input[name="a"] value = 1'],
    ],
    ['an empty value', '<input name="a" value="">', ['input[name="a"] value = ']],
    [
      'the fields of two forms apart',
      '<form id="one"><input name="t" value="1"></form><form action="/b"><input name="t" value="2"></form>',
      ['form#one input[name="t"] value = 1', ' action = /b', 'form[action="/b"] input[name="t"] value = 2'],
    ],
    [
      'a field behind a form of another one, by its id',
      '<form action="/b"><input name="t" value="1"></form><input name="t" id="own" value="2">',
      [' action = /b', 'form[action="/b"] input[name="t"] value = 1', 'input#own[name="t"] value = 2'],
    ],
    [
      'the fields of two forms that are sent to one address',
      '<form id="one" action="/b"><input name="t" value="1"></form><form name="two" action="/b"><input name="t" value="2"></form>',
      [
        'form#one action = /b',
        'form#one input[name="t"] value = 1',
        ' action = /b',
        'form[name="two"] input[name="t"] value = 2',
      ],
    ],
    [
      'a field that only the number of a record tells from another one',
      '<form action="/b?id=7"><input name="t" value="1"></form><form action="/c"><input name="t" value="2"></form>',
      [' action = /b?id=7', ' value = 1', ' action = /c', 'form[action="/c"] input[name="t"] value = 2'],
    ],
    [
      'a field that nothing tells from another one',
      '<form action="/b"><input name="t" value="1"></form><input name="t" value="2">',
      [' action = /b', 'form[action="/b"] input[name="t"] value = 1', ' value = 2'],
    ],
    [
      'the chosen option only',
      '<select name="c"><option value="1">a<option value="2" selected>b</select>',
      ['select[name="c"] option[selected] value = 2'],
    ],
    [
      'options with ids',
      '<select name="c"><option value="">?</option><option value="7"> Tide\n mill </option><option value="4">Lock</select>',
      [' value = 7', ' value = 4'],
    ],
    [
      'each of several chosen options as one to choose from',
      '<select name="c" multiple><option value="8" selected>Oak</option><option value="5">Ash</option><option value="6" selected>Elm</option></select>',
      [' value = 8', ' value = 5', ' value = 6'],
    ],
    [
      'options whose ids follow each other',
      '<select name="c"><option value="2">Hull</option><option value="3">Whitby</option></select><select name="d"><option value="4">Bow</option></select>',
      [' value = 2', ' value = 3', ' value = 4'],
    ],
    [
      'no options that are words, that say their number, or that are numbered',
      '<select name="a"><option value="open">Open</option></select>' +
        '<select name="b"><option value="30">30 a page</option><option value="9">9</option></select>' +
        '<select name="c"><option value="1">May</option><option value="2">June</option></select>',
      [],
    ],
    [
      'the text of a field for longer texts, without the spaces around it',
      '<textarea name="t">\n a &amp; b\n</textarea><textarea name="u"></textarea><textarea name="v">open',
      ['textarea[name="t"]  = a & b'],
    ],
    [
      'metas that are no settings of the browser',
      '<meta name="viewport" content="w"><meta name="t" content="1">',
      ['meta[name="t"] content = 1'],
    ],
    [
      'links, by their relation',
      '<link rel="next" href="/p?c=1"><link rel="stylesheet" href="/a.css">',
      ['link[rel="next"] href = /p?c=1'],
    ],
    [
      'character references',
      '<input name="a" value="&lt;&#39;&#x41;&amp;amp;">',
      [`input[name="a"] value = <'A&amp;`],
    ],
  ];
  for (const [title, html, expected] of cases) {
    it(`reads ${title}`, () => {
      assert.deepEqual(valuesOf(html), expected);
    });
  }

  for (const html of [
    '',
    '<input name="a">',
    '<input value="1">',
    '<input type=submit name=a value=Go>',
    '<input name="a" value="1"',
  ]) {
    it(`finds nothing in ${html === '' ? 'an empty page' : html}`, () => {
      assert.deepEqual(pageValues(html), []);
    });
  }

  it('says where the form of a field is sent to', () => {
    const html = '<form action="/a"><input name="x" value="1"></form><input name="y" value="2">';
    assert.deepEqual(
      pageValues(html).map(({ name, action }) => [name, action]),
      [
        ['action', '/a'],
        ['x', '/a'],
        ['y', undefined],
      ],
    );
  });

  it('quotes names that would end the selector', () => {
    assert.deepEqual(valuesOf(`<input name='a"]' value=1>`), ['input[name="a\\"]"] value = 1']);
  });
});
