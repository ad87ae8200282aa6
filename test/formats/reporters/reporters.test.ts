import assert from 'node:assert/strict';
import { reporters } from '../../../src/formats/reporters/reporters';
import { shorten } from '../../../src/formats/reporters/shownText';
import { sampleReport } from './sampleReport';

describe('reporters', () => {
  it('have distinct names', () => {
    assert.deepEqual(
      reporters.map(({ name }) => name),
      ['json', 'junit', 'html', 'markdown', 'har'],
    );
  });
  for (const { name, render } of reporters) {
    it(`writes ${name} as text that ends a line, the same each time`, () => {
      assert.equal(/\S\n$/.test(render(sampleReport)), true);
      assert.equal(render(sampleReport) === render(structuredClone(sampleReport)), true);
    });
  }
});

describe('shorten', () => {
  const cases: [text: string, length: number, expected: string][] = [
    ['short', 5, 'short'],
    ['longer', 5, 'long…'],
    ['abc👍d', 5, 'abc…'],
    ['', 1, ''],
  ];
  for (const [text, length, expected] of cases) {
    it(`writes ${JSON.stringify(text)} in ${length} as ${expected}`, () => {
      assert.equal(shorten(text, length), expected);
    });
  }
});
