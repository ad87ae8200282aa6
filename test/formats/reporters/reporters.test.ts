import assert from 'node:assert/strict';
import { reporters } from '../../../src/formats/reporters/reporters';
import { sampleReport, textOf } from './sampleReport';

describe('reporters', () => {
  it('have distinct names', () => {
    assert.deepEqual(
      reporters.map(({ name }) => name),
      ['json', 'junit', 'html', 'markdown', 'har', 'github', 'gitlab'],
    );
  });
  for (const { name, render } of reporters) {
    it(`writes ${name} as text that ends a line, the same each time`, () => {
      assert.equal(/\S\n$/.test(textOf(render(sampleReport))), true);
      assert.equal(textOf(render(sampleReport)) === textOf(render(structuredClone(sampleReport))), true);
    });
  }
});
