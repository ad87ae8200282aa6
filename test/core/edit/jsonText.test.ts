import assert from 'node:assert/strict';
import { ExactNumber, type JsonValue } from '../../../src/core/json/json';
import { layoutOf, writeInline, writeJson } from '../../../src/core/edit/jsonText';

describe('layoutOf', () => {
  const layouts: [title: string, text: string, unit: string, lineBreak: string][] = [
    ['two spaces and LF by default', '{}', '  ', '\n'],
    ['four spaces', '{\n    "a": 1\n}', '    ', '\n'],
    ['a tab and CR LF', '{\r\n\t"a": 1\r\n}', '\t', '\r\n'],
    ['not an empty line', '{\n   \n  "a": 1\n}', '  ', '\n'],
    ['CR', '{\r "a": 1\r}', ' ', '\r'],
  ];
  for (const [title, text, unit, lineBreak] of layouts) {
    it(`finds ${title}`, () => {
      assert.deepEqual(layoutOf(text), { unit, lineBreak });
    });
  }
});

describe('writeInline', () => {
  const written: [value: JsonValue, text: string][] = [
    ['"\\\n😀', '"\\"\\\\\\n😀"'],
    [new ExactNumber('1.10'), '1.10'],
    [{}, '{}'],
    [[], '[]'],
    [{ a: [1, null], b: { c: false } }, '{ "a": [1, null], "b": { "c": false } }'],
    [JSON.parse('{"__proto__": 1}') as JsonValue, '{ "__proto__": 1 }'],
  ];
  for (const [value, text] of written) {
    it(`writes ${text}`, () => {
      assert.equal(writeInline(value), text);
    });
  }
});

describe('writeJson', () => {
  const layout = { unit: '  ', lineBreak: '\n' };

  it('stays in the line where there is room', () => {
    assert.equal(writeJson({ a: 1 }, layout, { indent: '  ', column: 12 }), '{ "a": 1 }');
  });

  it('spreads what does not fit, level by level', () => {
    const value = { a: [1, 2], b: 'x'.repeat(90) };
    assert.equal(
      writeJson(value, layout, { indent: '  ', column: 7 }),
      `{\n    "a": [1, 2],\n    "b": "${'x'.repeat(90)}"\n  }`,
    );
  });

  it('spreads at the width that the layout says', () => {
    const value = { a: 1, b: 2 };
    const inline = '{ "a": 1, "b": 2 }';
    const fits = (columns: number) => writeJson(value, { ...layout, columns }, { indent: '', column: 0 });
    assert.equal(fits(inline.length), inline);
    assert.equal(fits(inline.length - 1), '{\n  "a": 1,\n  "b": 2\n}');
  });

  it('spreads the outermost level when asked to, but nothing that is empty', () => {
    const place = { indent: '', column: 0 };
    assert.equal(writeJson([{ a: 1 }], layout, place, 'spread'), '[\n  { "a": 1 }\n]');
    assert.equal(writeJson([], layout, place, 'spread'), '[]');
  });
});
