/**
 * JSON texts as people leave them: values with comments, spaces and line breaks anywhere between the
 * tokens, in lines and without, for property tests of edits.
 */
import fc from 'fast-check';
import { ExactNumber, type JsonValue } from '../../src/core/json/json';
import type { JsonPath } from '../../src/core/json/jsonDocument';

/** A value, and its text full of numbered comments. */
export interface CommentedJson {
  readonly value: JsonValue;
  readonly text: string;
}

const name = fc.constantFrom('a', 'b', 'c d', '__proto__', 'constructor', '//', '"');

const scalar = fc.oneof(
  fc.constantFrom<JsonValue>(null, true, false, 0, '', 12.5, '// no comment', '/* none */', '"\\', '😀'),
  fc.constant(new ExactNumber('9007199254740993')),
);

const { container } = fc.letrec<{ value: JsonValue; container: JsonValue }>((tie) => ({
  value: fc.oneof({ depthSize: 'small', withCrossShrink: true }, scalar, tie('container')),
  container: fc.oneof(
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .uniqueArray(fc.tuple(name, tie('value')), { maxLength: 4, selector: ([key]) => key })
      .map((members): JsonValue => Object.fromEntries(members)),
  ),
}));

/** Lists and objects in texts of every layout; the layout follows from a number, so that it shrinks. */
export const commentedJson: fc.Arbitrary<CommentedJson> = fc
  .tuple(container, fc.nat(), fc.constantFrom('\n', '\r\n'), fc.boolean())
  .map(([value, seed, lineBreak, comments]) => ({
    value,
    text: print(value, layout(seed, lineBreak, comments)),
  }));

/** Paths to every value inside, the root left out. */
export function pathsIn(value: JsonValue, path: JsonPath = []): readonly JsonPath[] {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) {
    return [];
  }
  const steps = Array.isArray(value)
    ? value.map((item: JsonValue, index) => [index, item] as const)
    : Object.entries(value);
  return steps.flatMap(([step, inner]) => [[...path, step], ...pathsIn(inner, [...path, step])]);
}

/** The comments of a text made here, in order. */
export function commentsIn(text: string): readonly string[] {
  return text.match(/‹\d+›/g) ?? [];
}

interface Layout {
  readonly trivia: () => string;
  readonly trailingComma: () => string;
}

function layout(seed: number, lineBreak: string, comments: boolean): Layout {
  let state = seed;
  let count = 0;
  // mulberry32
  const next = (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
  const piece = (): string => {
    count += 1;
    switch (next(comments ? 6 : 3)) {
      case 3:
        return `/* ‹${count}› */`;
      case 4:
        return ` // ‹${count}›${lineBreak}  `;
      case 5:
        return `/* ‹${count}›${lineBreak} */`;
      case 2:
        return `${lineBreak}    `;
      case 1:
        return ' ';
      default:
        return '';
    }
  };
  return {
    trivia: () => piece() + (next(3) === 0 ? piece() : ''),
    trailingComma: () => (next(4) === 0 ? ',' : ''),
  };
}

function print(value: JsonValue, to: Layout): string {
  if (value instanceof ExactNumber) {
    return value.text;
  }
  if (typeof value !== 'object' || value === null) {
    return JSON.stringify(value);
  }
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const entries = Array.isArray(value)
    ? value.map((item: JsonValue) => print(item, to))
    : Object.entries(value).map(
        ([key, member]) => `${JSON.stringify(key)}${to.trivia()}:${to.trivia()}${print(member, to)}`,
      );
  const inner = entries.map((entry) => to.trivia() + entry + to.trivia()).join(',');
  return open + inner + (entries.length === 0 ? '' : to.trailingComma()) + to.trivia() + close;
}
