import assert from 'node:assert/strict';
import { rowValues } from '../../../../src/core/mapping/read/rowValues';

/** `row name = value` of each value in the rows of a page. */
function valuesOf(html: string): readonly string[] {
  return rowValues(html).map(({ row, name, value }) => `${row?.index} ${name} = ${value}`);
}

describe('rowValues', () => {
  const cases: [title: string, html: string, expected: readonly string[]][] = [
    [
      'texts beside each other, with the id of their row',
      `<tr id="user-7"><td><b>Ann</b></td><td class="name">Ann &amp; co</td><td class='mail'> a@b </td></tr>`,
      ['0 user_id = 7', '0 name = Ann & co', '0 mail = a@b'],
    ],
    [
      'rows apart',
      `<p id="o_1"><i class="a">1</i><i class="b">2</i></p><p id="o_2"><i class="a">3</i><i class="b"></i></p>`,
      ['0 o_id = 1', '0 a = 1', '0 b = 2', '1 o_id = 2', '1 a = 3'],
    ],
    ['no text that is alone', `<p id="o-1"><i class="a">1</i></p><p><i class="a">2</i></p>`, []],
    ['no class among others', `<p><i class="a big">1</i><i class="b big">2</i></p>`, []],
    ['no links and buttons', `<p><a class="a">1</a><a class="b">2</a><button class="c">3</button></p>`, []],
    ['no elements with others in them', `<p class="a">1<i class="b">2</i></p>`, []],
  ];
  for (const [title, html, expected] of cases) {
    it(`reads ${title}`, () => {
      assert.deepEqual(valuesOf(html), expected);
    });
  }
});
