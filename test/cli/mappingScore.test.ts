/** How the benchmark judges suggestions for a recording, on small recordings made up for it. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const bench = (file: string): string => pathToFileURL(path.resolve('bench/mapping', file)).href;

describe('JSONPath of the mapping score', () => {
  const data = {
    "it's": 1,
    'a"b': 2,
    'c\\d': 3,
    items: [
      { id: 'one', name: "Rosa's", tags: ['x'], path: 'C:\\one' },
      { id: 'two', name: 'the "best" one', 'full name': 'B', path: 'two\nlines' },
      { id: 'three', name: "]')", count: 17, path: 'é' },
    ],
  };
  const cases: [path: string, expected: unknown][] = [
    ['$.items[0].id', 'one'],
    ['$.items[-1].id', 'three'],
    ['$.items[7].id', undefined],
    ["$['items'][1]['full name']", 'B'],
    [String.raw`$['it\'s']`, 1],
    [String.raw`$["a\"b"]`, 2],
    [`$['a"b']`, 2],
    [String.raw`$['c\\d']`, 3],
    [String.raw`$.items[?@.name == 'Rosa\'s'].id`, 'one'],
    [`$.items[?@.name == "Rosa's"].id`, 'one'],
    [`$.items[?(@.name == 'the "best" one')].id`, 'two'],
    [String.raw`$.items[?@.name == "the \"best\" one"].id`, 'two'],
    [String.raw`$.items[?@.path == 'C:\\one'].id`, 'one'],
    [String.raw`$.items[?@.path == 'two\nlines'].id`, 'two'],
    [String.raw`$.items[?@.path == '\u00e9'].id`, 'three'],
    [String.raw`$.items[?@.name == ']\')'].id`, 'three'],
    ["$.items[?@['full name'] == 'B'].id", 'two'],
    ["$.items[?@.tags[0] == 'x'].id", 'one'],
    ['$.items[?@.count == 17].id', 'three'],
    ["$.items[?@.name == 'nobody'].id", undefined],
  ];
  for (const [expression, expected] of cases) {
    it(`reads ${JSON.stringify(expression)}`, async () => {
      const { evaluate } = (await import(bench('jsonPath.mjs'))) as {
        evaluate: (value: unknown, expression: string) => unknown;
      };
      assert.deepEqual(evaluate(data, expression), expected);
    });
  }
});
