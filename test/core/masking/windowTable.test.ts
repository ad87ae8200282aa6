import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createWindowTable } from '../../../src/core/masking/windowTable';

/** What is where, as `string@start`, in order. */
function find(strings: readonly string[], text: string | Uint16Array): readonly string[] {
  const table = createWindowTable(4);
  strings.forEach((string, index) => {
    table.add(index, string);
  });
  const found: string[] = [];
  table.scan(text, (index, start) => found.push(`${strings[index] ?? '?'}@${start}`));
  return found.toSorted();
}

describe('createWindowTable', () => {
  it('finds strings, those inside others included', () => {
    assert.deepEqual(find(['abcd', 'abcdef', 'cdef'], 'xabcdefx'), ['abcd@1', 'abcdef@1', 'cdef@3']);
  });

  it('finds nothing without strings, and in a shorter text', () => {
    assert.deepEqual(find([], 'text'), []);
    assert.deepEqual(find(['abcdef'], 'abcde'), []);
  });

  it('takes a plus sign for a space', () => {
    assert.deepEqual(find(['ab cd', 'ef+gh'], 'ab+cd ef gh'), ['ab cd@0', 'ef+gh@6']);
  });

  it('finds the same in an array of code units', () => {
    const units = Uint16Array.from('a€bc漢d', (character) => character.charCodeAt(0));
    assert.deepEqual(find(['€bc漢'], units), ['€bc漢@1']);
  });

  it('finds what a search from every place finds', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '€'), minLength: 4, maxLength: 12 });
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '€'), maxLength: 60 });
    fc.assert(
      fc.property(fc.uniqueArray(letters, { maxLength: 40 }), text, (strings, searched) => {
        const expected = strings.flatMap((string) =>
          [...searched].flatMap((_, at) => (searched.startsWith(string, at) ? [`${string}@${at}`] : [])),
        );
        assert.deepEqual(find(strings, searched), expected.toSorted());
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it('finds thousands of strings that end alike', () => {
    const strings = Array.from({ length: 5000 }, (_, index) => `session-${index}@mail.example.com`);
    assert.equal(find(strings, strings.join(' ')).length, 5000);
  });

  it('takes whole tokens in the end where a text is made to look like strings nearly everywhere', () => {
    const period = 'ABCDEFGHIJKLMNOP';
    const string = `${period.repeat(500)}0123456789abcdef`;
    const table = createWindowTable(16);
    table.add(0, 'another-0123456789abcdef');
    table.add(1, string);
    const text = `first ${period.repeat(20_000)} last`;
    let comparisons = 0;
    let masked = '';
    table.scan(text, (_, start, end) => {
      comparisons += 1;
      masked = text.slice(start, end);
    });
    assert.equal(comparisons, 1);
    assert.match(masked, /^[A-P]+$/);
    assert.equal(masked.length > 16 * 19_000, true);
  });
});
