import assert from 'node:assert/strict';
import { ExactNumber, type JsonValue } from '../../../src/core/json/json';
import { keptText } from '../../../webview-ui/editor/keptText';
import { looseText, looseValue } from '../../../webview-ui/editor/looseJson';
import {
  laidOutJson,
  lines,
  statuses,
  usualForm,
  wholeNumber,
  words,
  type TextForm,
} from '../../../webview-ui/editor/textForms';

describe('values as people type them', () => {
  const forms: [title: string, form: TextForm<JsonValue>, text: string, value: JsonValue][] = [
    ['a whole number', wholeNumber, '500', 500],
    ['one status', statuses, '201', 201],
    ['a class of statuses', statuses, '2xx', '2xx'],
    ['several statuses', statuses, '200, 4XX', [200, '4XX']],
    ['words', words, 'orders, smoke', ['orders', 'smoke']],
    ['a word with a comma', words, '"a, b", c', ['a, b', 'c']],
    ['lines', lines, 'auth/login.chain.json\nb.chain.json', ['auth/login.chain.json', 'b.chain.json']],
    ['JSON', laidOutJson, '{\n  "id": 9007199254740993\n}', { id: new ExactNumber('9007199254740993') }],
  ];
  for (const [title, form, text, value] of forms) {
    it(`are read and written: ${title}`, () => {
      assert.deepEqual(form.read(text), { kind: 'value', value });
      assert.equal(form.write(value), text);
    });
  }

  const unfinished: [form: TextForm<JsonValue>, text: string, problem: RegExp][] = [
    [wholeNumber, '5s', /whole number/],
    [wholeNumber, '-1', /whole number/],
    [statuses, '20', /status such as 201/],
    [statuses, '200,', /status such as 201/],
    [laidOutJson, '{"a": }', /not valid JSON yet: expected .* line 1, column 7/],
  ];
  for (const [form, text, problem] of unfinished) {
    it(`are not finished: ${text}`, () => {
      const read = form.read(text);
      assert.equal(read.kind, 'invalid');
      assert.match(read.kind === 'invalid' ? read.problem : '', problem);
      assert.equal(usualForm(form, text), undefined);
    });
  }

  it('are nothing in an empty field', () => {
    for (const form of [wholeNumber, statuses, words, lines, laidOutJson]) {
      assert.deepEqual(form.read(' \n'), { kind: 'nothing' });
      assert.equal(usualForm(form, ' '), '');
    }
  });

  it('are shown as they are written when they are of another type', () => {
    assert.equal(words.write({ a: 1 }), '{"a":1}');
    assert.equal(lines.write('x'), '"x"');
    assert.equal(wholeNumber.write('x'), '"x"');
  });
});

describe('JSON in one line', () => {
  const values: [text: string, value: JsonValue][] = [
    ['ready', 'ready'],
    ['{{orderId}}', '{{orderId}}'],
    ['5', 5],
    ['"5"', '5'],
    ['true', true],
    ['null', null],
    ['"null"', 'null'],
    ['[1,2]', [1, 2]],
    ['', ''],
    ['"a\\nb"', 'a\nb'],
  ];
  for (const [text, value] of values) {
    it(`is ${text === '' ? 'an empty text' : text}`, () => {
      assert.deepEqual(looseValue(text), value);
      assert.equal(looseText(value), text);
    });
  }
});

describe('a text that represents a value', () => {
  const usual = (text: string): string | undefined => usualForm(laidOutJson, text);
  const cases: [title: string, typed: string, base: string, value: string, shown: string][] = [
    ['stays as it was typed while it means the value', '[1,2]', '[]', '[\n  1,\n  2\n]', '[1,2]'],
    ['stays while it is not finished', '[1,', '[]', '[]', '[1,'],
    ['yields when the value has changed meanwhile', '[1,', '[]', '[\n  7\n]', '[\n  7\n]'],
    ['yields when it means something else', '[1]', '[]', '[\n  7\n]', '[\n  7\n]'],
  ];
  for (const [title, text, base, value, shown] of cases) {
    it(title, () => assert.equal(keptText({ text, base }, value, usual), shown));
  }

  it('is the usual form when nothing was typed', () => {
    assert.equal(keptText(undefined, '[]', usual), '[]');
  });
});
