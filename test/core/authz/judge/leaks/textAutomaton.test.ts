import assert from 'node:assert/strict';
import fc from 'fast-check';
import { buildAutomaton } from '../../../../../src/core/authz/judge/leaks/textAutomaton';

/** What ends where, as `pattern@end`. */
function find(patterns: readonly string[], text: string | Uint16Array): readonly string[] {
  const found: string[] = [];
  buildAutomaton(patterns).scan(text, (pattern, end) => found.push(`${patterns[pattern] ?? '?'}@${end}`));
  return found;
}

/** The same, one place after the other. */
function findSlowly(patterns: readonly string[], text: string): readonly string[] {
  const longestFirst = patterns.toSorted((a, b) => b.length - a.length);
  return [...text].flatMap((_, at) => {
    const longest = longestFirst.find((pattern) => text.slice(0, at + 1).endsWith(pattern));
    return longest === undefined ? [] : [`${longest}@${at + 1}`];
  });
}

describe('buildAutomaton', () => {
  it('finds overlapping strings, the longest at each end', () => {
    assert.deepEqual(find(['he', 'she', 'his', 'hers'], 'ushers'), ['she@4', 'hers@6']);
  });

  it('finds nothing without strings', () => {
    assert.deepEqual(find([], 'text'), []);
  });

  it('finds the same in an array of code units', () => {
    const units = Uint16Array.from('a€b', (character) => character.charCodeAt(0));
    assert.deepEqual(find(['€b'], units), ['€b@3']);
  });

  it('says which strings end with another one', () => {
    assert.deepEqual(buildAutomaton(['abc', 'bc', 'c', 'b']).endingWith(0), [0, 1, 2]);
  });

  it('finds what a search from every place finds', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '€'), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(
        fc.uniqueArray(letters, { maxLength: 20 }),
        fc.string({ unit: fc.constantFrom('a', 'b', '€') }),
        (patterns, text) => {
          assert.deepEqual(find(patterns, text), findSlowly(patterns, text));
        },
      ),
      { seed: 1, numRuns: 500 },
    );
  });

  it('finds deep strings beyond its table of first steps', () => {
    const patterns = Array.from(
      { length: 300 },
      (_, index) => `${index}:${'x'.repeat(index * 10)}${String.fromCharCode(1000 + index)}`,
    );
    const text = patterns.join(' ');
    assert.equal(find(patterns, text).length, 300);
  });
});
