import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readings, withoutFormEscapes, withoutJsonEscapes } from '../../../src/core/masking/unescape';
import { unitAt } from '../../../src/core/masking/units';

/** Every reading of a text, and for each of its characters the piece of the source it came from. */
function read(text: string): readonly { readonly text: string; readonly sources: readonly string[] }[] {
  return [...readings(text, [])].map(({ units, source }) => {
    const places = Array.from({ length: units.length }, (_, at) => at);
    return {
      text: String.fromCharCode(...places.map((at) => unitAt(units, at))),
      sources: places.map((at) => {
        const { start, end } = source?.(at, at + 1) ?? { start: at, end: at + 1 };
        return text.slice(start, end);
      }),
    };
  });
}

describe('readings', () => {
  const cases: [title: string, text: string, decoded: string[]][] = [
    ['reads text without escapes once', 'plain', []],
    ['undoes percent escapes', 'a%2Fb%c3%a4', ['a/bä']],
    ['takes bytes that are not UTF-8 for Latin-1', '%E4%', ['ä%']],
    ['undoes JSON escapes', '\\"\\u00e4\\n\\/', ['"ä\n/']],
    ['undoes HTML escapes', '&lt;&#39;&#x2F;&amp;', ["<'/&"]],
    [
      'undoes HTML names of ASCII and Latin-1',
      '&commat;&lowbar;&plus;&Tab;&NewLine;&nbsp;&eacute;',
      ['@_+\t\n\u00a0é'],
    ],
    ['undoes padded numbers', '&#0000000064;&#x00040;', ['@@']],
    ['undoes escapes of JavaScript and Python', "\\x41\\'\\v\\U0001F600", ["A'\v😀"]],
    ['undoes all kinds together, then again what that left', '%255C%22', ['%5C"', '\\"', '"']],
    ['leaves what only looks like an escape', '%zz \\q &nope; &#99999999; &#x110000; 100% \\u12', []],
    ['writes code points beyond the first plane as two units', '&#128512;', ['😀']],
  ];
  for (const [title, text, decoded] of cases) {
    it(title, () => {
      assert.deepEqual(
        read(text).map((reading) => reading.text),
        [text, ...decoded],
      );
    });
  }

  it('reads bytes like the text they stand for', () => {
    const bytes = Uint16Array.from('a%2Fb', (character) => character.charCodeAt(0));
    const texts = [...readings(bytes, [])].map(({ units }) =>
      Array.from({ length: units.length }, (_, at) => String.fromCharCode(unitAt(units, at))).join(''),
    );
    assert.deepEqual(texts, ['a%2Fb', 'a/b']);
  });

  it('knows where each character comes from, through several levels', () => {
    assert.deepEqual(read('x%2522y').at(-1), { text: 'x"y', sources: ['x', '%2522', 'y'] });
  });

  it('knows places far behind many escapes', () => {
    const { text, sources } = read(`${'%41-'.repeat(500)}end`).at(1) ?? { text: '', sources: [] };
    assert.equal(text, `${'A-'.repeat(500)}end`);
    assert.deepEqual(sources, [...Array.from({ length: 500 }, () => ['%41', '-']).flat(), 'e', 'n', 'd']);
  });
});

describe('withoutJsonEscapes and withoutFormEscapes', () => {
  it('undo what JSON.stringify and URLSearchParams write', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        assert.equal(withoutJsonEscapes(JSON.stringify(text).slice(1, -1)), text);
        assert.equal(withoutFormEscapes(new URLSearchParams([['', text]]).toString().slice(1)), text);
      }),
      { seed: 1 },
    );
  });
});
