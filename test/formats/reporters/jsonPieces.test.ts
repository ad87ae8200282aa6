import assert from 'node:assert/strict';
import fc from 'fast-check';
import { jsonPieces, StreamedItems } from '../../../src/formats/reporters/jsonPieces';

/** The longest piece that escaping can make of 65,536 code units. */
const LONGEST = 65_536 * 6;

function written(value: unknown): string {
  const pieces = [...jsonPieces(value)];
  assert.ok(pieces.every(({ length }) => length <= LONGEST));
  return pieces.join('');
}

/** The same data, with every list made while it is written. */
function streamed(value: unknown): unknown {
  if (Array.isArray(value)) {
    return new StreamedItems(value.map(streamed));
  }
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, streamed(member)]))
    : value;
}

describe('jsonPieces', () => {
  const long = 'x'.repeat(65_535);
  const values: [title: string, value: unknown][] = [
    ['an empty list', []],
    ['an empty object', {}],
    ['members that are absent', { a: undefined, b: 1, c: [undefined, long, long] }],
    ['a long text', `${long}${long}`],
    ['a surrogate pair where a part ends', `${long}\u{1f600}${long}`],
    ['halves of surrogate pairs where a part ends', `${long}\ud83d\ud83d\ude00\ude00${long}`],
    ['a long text full of escapes', '\u0000"\\\n'.repeat(50_000)],
    ['a long name of a member', { [`${long}"${long}`]: [long] }],
    ['a member called __proto__', JSON.parse(`{ "__proto__": [${JSON.stringify(long)}, {}, []], "a": "" }`)],
  ];
  for (const [title, value] of values) {
    it(`lays out ${title} as JSON.stringify does`, () => {
      assert.equal(written(value) === JSON.stringify(value, undefined, 2), true);
    });
  }

  it('lays out any data as JSON.stringify does, long or streamed', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const expected = JSON.stringify({ long: [long, value] }, undefined, 2);
        assert.equal(written({ long: [long, value] }) === expected, true);
        assert.equal(written(streamed({ long: [long, value] })) === expected, true);
      }),
      { seed: 19, numRuns: 200 },
    );
  });

  it('asks for an item when the ones before are written', () => {
    const asked: number[] = [];
    function* items(): Generator<number> {
      for (const item of [1, 2]) {
        asked.push(item);
        yield item;
      }
    }
    const pieces = jsonPieces({ list: new StreamedItems(items()) });
    assert.deepEqual(asked, []);
    let text = '';
    for (const piece of pieces) {
      text += piece;
      if (text.endsWith('1')) {
        assert.deepEqual(asked, [1]);
      }
    }
    assert.deepEqual(asked, [1, 2]);
  });
});
