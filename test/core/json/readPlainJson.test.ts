import assert from 'node:assert/strict';
import { ExactNumber, readPlainJson } from '../../../src/core/json/json';
import { parseDocument, valueOf } from '../../../src/core/json/jsonDocument';
import { hasErrors } from '../../../src/core/problem';

describe('readPlainJson', () => {
  const plain: readonly string[] = [
    '{}',
    '{"a": 1, "b": {"a": ["x", {"a": null}]}}',
    '{"a:b": "c:d", "e\\"": "\\":\\""}',
    '["", 0, false, null]',
    '{"big": 9007199254740993, "minus": -0, "huge": 1e400}',
    '{"__proto__": {"a": 1}, "2": "b", "1": "a"}',
    `${'['.repeat(512)}${']'.repeat(512)}`,
  ];
  for (const text of plain) {
    it(`gives what the document of the text says: ${text.slice(0, 60)}`, () => {
      const { root, problems } = parseDocument(text, 'f');
      assert.deepEqual(problems, []);
      assert.deepEqual(readPlainJson(text), valueOf(root ?? assert.fail()));
    });
  }

  const others: [title: string, text: string][] = [
    ['nothing', ''],
    ['a comment', '{ "a": 1 // one\n}'],
    ['a trailing comma', '{ "a": 1, }'],
    ['a byte order mark', '\uFEFF{}'],
    ['a duplicate name', '{"a": 1, "b": {"a": 2, "a": 2}}'],
    ['a duplicate name in two spellings', '{"a": 1, "\\u0061": 2}'],
    ['two members __proto__', '{"__proto__": 1, "__proto__": 2}'],
    ['a missing bracket', '{"a": [1}'],
    ['more behind the value', '{} {}'],
    ['nesting without end', '['.repeat(100_000)],
    ['too many levels', `${'['.repeat(513)}${']'.repeat(513)}`],
  ];
  for (const [title, text] of others) {
    it(`leaves ${title} to the document`, () => {
      assert.equal(readPlainJson(text), undefined);
    });
  }

  it('takes no text that has problems as a document', () => {
    const parts = ['{', '}', '[', ']', ',', ':', '"a"', '"b:"', '1', '-0', 'null', ' ', '\n', '//'];
    let seed = 20_261_121;
    const pick = () => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return parts[(seed >>> 8) % parts.length] ?? '';
    };
    for (let round = 0; round < 20_000; round += 1) {
      const text = Array.from({ length: 1 + (round % 12) }, pick).join('');
      const value = readPlainJson(text);
      const document = parseDocument(text, 'f');
      if (value !== undefined) {
        assert.equal(hasErrors(document.problems), false, text);
        assert.deepEqual(value, valueOf(document.root ?? assert.fail(text)), text);
      }
    }
  });

  it('keeps every digit', () => {
    assert.deepEqual(readPlainJson('9007199254740993'), new ExactNumber('9007199254740993'));
  });
});
