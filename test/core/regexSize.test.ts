import assert from 'node:assert/strict';
import { RE2JS, RE2JSException } from 're2js';
import { expandedSize } from '../../src/core/regexSize';
import { processorSeconds } from '../processorTime';

describe('the size of a regular expression', () => {
  const sizes: [pattern: string, size: number][] = [
    ['', 0],
    ['abc', 3],
    ['\\d\\x{41}\\p{Greek}[a-z]', 4],
    ['a{3}', 3],
    ['a{1,3}', 3],
    ['a{3,}', 4],
    ['a{0}', 1],
    ['[^]{9}]{5}', 5],
    ['[[:alpha:]{9}]{5}', 5],
    ['\\Q({9}\\E', 8],
    ['\\{9}', 3],
    ['(ab){10}', 40],
    ['(?:a{10}b){100}', 1500],
    ['x|(?:(?:ab{10}){10}c){10}', 1552],
    ['(a(b', 2],
    ['a)b{2}', 5],
  ];
  for (const [pattern, size] of sizes) {
    it(`counts every copy: ${pattern}`, () => {
      assert.equal(expandedSize(pattern), size);
    });
  }

  for (const part of ['[', '[[:a', '\\p{', '\\Q', '(', '{1', '[\\]']) {
    it(`is found at once, also of a long pattern that is not valid: ${part}`, () => {
      assert.ok(processorSeconds(() => void expandedSize(`${part.repeat(100_000)}\\`)) < 2);
    });
  }

  it('bounds what compiling makes, whatever a pattern is made of', () => {
    const random = seeded(7);
    let compiled = 0;
    for (let round = 0; round < 3000; round += 1) {
      const pattern = randomPattern(random, 4);
      const size = programSize(pattern);
      compiled += size === undefined ? 0 : 1;
      assert.ok((size ?? 0) <= 2 * expandedSize(pattern) + 5, `${pattern}: ${size}`);
    }
    assert.ok(compiled > 500, `${compiled} of them were valid`);
  });
});

function programSize(pattern: string): number | undefined {
  try {
    return RE2JS.compile(pattern).programSize();
  } catch (error) {
    if (error instanceof RE2JSException) {
      return undefined;
    }
    throw error;
  }
}

const ATOMS = ['a', '.', '\\d', '\\(', '\\)', '\\\\', '[)]', '[(]', '[]({2}]', '[^](]', '[[:alpha:]()]', '[\\])]', '\\Q(\\E']; // prettier-ignore
const MORE_ATOMS = [
  '\\Q)\\E',
  '\\Q\\(\\E',
  '\\x{41}',
  '\\pL',
  '\\p{Greek}',
  '{',
  '}',
  '{,5}',
  '^',
  '$',
  '😀',
  '\\E',
  '\\C',
];
const SUFFIXES = ['', '', '', '*', '+?', '?', '{2}', '{3,}', '{2,5}', '{0,4}', '{0}'];

function randomPattern(random: () => number, depth: number): string {
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? '';
  const parts = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
    const isGroup = depth > 0 && random() < 0.5;
    const part = isGroup
      ? `${pick(['(', '(?:', '(?i:', '(?P<n>'])}${randomPattern(random, depth - 1)})`
      : pick([...ATOMS, ...MORE_ATOMS]);
    return `${part}${pick(SUFFIXES)}`;
  });
  return parts.join(pick(['', '', '|']));
}

/** The same numbers in every run: a generator of Lehmer's. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
