import assert from 'node:assert/strict';
import { authzReporters } from '../../../../src/formats/reporters/authz/authzReporters';
import { emptyAuthz, sampleAuthz, sampleBaseline, sampleContext } from './sampleAuthz';

describe('authzReporters', () => {
  it('have distinct names', () => {
    assert.deepEqual(
      authzReporters.map(({ name }) => name),
      ['json', 'junit', 'sarif', 'html', 'markdown', 'csv', 'github', 'gitlab'],
    );
  });

  for (const { name, render } of authzReporters) {
    it(`writes ${name} as text that ends a line, the same each time`, () => {
      for (const context of [sampleContext(), sampleContext({ baseline: sampleBaseline, strict: true })]) {
        for (const result of [sampleAuthz, emptyAuthz]) {
          const text = render(result, context);
          assert.equal(/\S\r?\n$/.test(text), true);
          assert.equal(render(structuredClone(result), context) === text, true);
        }
      }
    });

    it(`writes ${name} where the files are not at hand`, () => {
      const { places: _places, ...context } = sampleContext();
      assert.doesNotMatch(render(sampleAuthz, context), /orders\.chain\.json:\d/);
    });
  }
});
