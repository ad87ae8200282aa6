import assert from 'node:assert/strict';
import fc from 'fast-check';
import { withoutFormEscapes, withoutJsonEscapes } from '../../../src/core/masking/unescape';

describe('withoutJsonEscapes and withoutFormEscapes', () => {
  it('undo what JSON.stringify and URLSearchParams write', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        assert.equal(withoutJsonEscapes(JSON.stringify(text).slice(1, -1)), text);
        assert.equal(withoutFormEscapes(new URLSearchParams([['', text]]).toString().slice(1)), text);
      }),
      { seed: 1 },
    );
  });
});
