import assert from 'node:assert/strict';
import fc from 'fast-check';
import { jsonSpans } from '../../../webview-ui/results/jsonSpans';

/** Kinds and texts, without what is plain. */
function coloured(text: string): readonly string[] {
  return jsonSpans(text)
    .filter(({ kind }) => kind !== 'plain')
    .map((span) => `${span.kind} ${span.text}`);
}

describe('jsonSpans', () => {
  const cases: [title: string, text: string, expected: string[]][] = [
    ['tells names from values', '{ "a": "b" }', ['name "a"', 'string "b"']],
    [
      'knows numbers, every digit of them',
      '[-1, 9007199254740993, 1.50e+3]',
      ['number -1', 'number 9007199254740993', 'number 1.50e+3'],
    ],
    ['knows the three words', '[true, false, null]', ['word true', 'word false', 'word null']],
    [
      'sees the end of a string past escaped quotes',
      String.raw`["a\"b\\", 1]`,
      [String.raw`string "a\"b\\"`, 'number 1'],
    ],
    ['takes a colon inside a string for text', '["a:", "b"]', ['string "a:"', 'string "b"']],
    ['goes as far as a body that was cut off', '{"a": "unfinis', ['name "a"', 'string "unfinis']],
    ['finds nothing in other text', '<p>hello</p>', []],
    ['finds nothing in nothing', '', []],
  ];
  for (const [title, text, expected] of cases) {
    it(title, () => {
      assert.deepEqual(coloured(text), expected);
    });
  }

  it('loses and adds nothing, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json()), (text) => {
        assert.equal(
          jsonSpans(text)
            .map((span) => span.text)
            .join(''),
          text,
        );
      }),
      { seed: 7 },
    );
  });

  it('stays quick on a long run of quotes and backslashes', () => {
    assert.equal(jsonSpans(`${'"\\'.repeat(500_000)}`).length, 1);
  });
});
