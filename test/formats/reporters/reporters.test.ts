import assert from 'node:assert/strict';
import { reporters } from '../../../src/formats/reporters/reporters';
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
