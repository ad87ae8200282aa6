import assert from 'node:assert/strict';
import type { JsonValue } from '../../../../src/core/json/json';
import { readJsonBody, readTemplateJson } from '../../../../src/formats/importers/shape/templateJson';

describe('readTemplateJson', () => {
  const read: [title: string, text: string, value: JsonValue, typed: readonly string[]][] = [
    ['JSON without references', '{"a":[1]}', { a: [1] }, []],
    ['a reference in quotes', '{"a":"{{b}}"}', { a: '{{b}}' }, []],
    ['a reference without quotes', '{"a":{{b}}}', { a: '{{b}}' }, ['b']],
    ['built-ins without quotes', '[{{$timestamp}}]', ['{{$timestamp}}'], []],
    ['escaped braces as the text that they are', '["\\u007b\\u007bb}}"]', ['\\{{b}}'], []],
    ['half escaped braces', '["{\\u007Bb}}","\\u007b{b}}"]', ['\\{{b}}', '\\{{b}}'], []],
    ['escaped braces next to a reference', '["{{a}}\\u007b\\u007bb}}"]', ['{{a}}\\{{b}}'], []],
    [
      'a backslash before something that is not an escape',
      '["\\\\u007b\\\\u007bb"]',
      ['\\u007b\\u007bb'],
      [],
    ],
    ['one escaped brace', '["\\u007bb}"]', ['{b}'], []],
  ];
  for (const [title, text, value, typed] of read) {
    it(`reads ${title}`, () => {
      assert.deepEqual(readTemplateJson(text), { value, typed });
    });
  }

  for (const text of ['', '{', '{"a":1,"a":2}', '{{a}} {{b}}', '['.repeat(300) + ']'.repeat(300)]) {
    it(`leaves ${text.slice(0, 12)} the text that it is`, () => {
      assert.equal(readTemplateJson(text), undefined);
    });
  }

  const bodies: [text: string, isStructured: boolean][] = [
    ['{"a": "{{b}}", "{{c}}": "{{$guid}}", "d": {{$timestamp}}}', true],
    ['{"a": {{b}}, "c": "x{{b}}", "d": "\\"{{b}}"}', true],
    ['{"a": {{b}}, "c": "{{ b }}"}', false],
    ['{"a": "{{$timestamp}}"}', false],
    ['["{{$randomInt 1 9}}"]', false],
    ['{"a": "{{$timestamp}}"', false],
  ];
  for (const [text, isStructured] of bodies) {
    it(`${isStructured ? 'takes apart' : 'keeps the quotes of numbers in'} the body ${text}`, () => {
      assert.deepEqual(readJsonBody(text), isStructured ? readTemplateJson(text) : undefined);
    });
  }

  it('reads long rows of backslashes in bounded time', () => {
    assert.equal(readTemplateJson(`["${'\\\\'.repeat(200_000)}\\u007b`), undefined);
  });
});
