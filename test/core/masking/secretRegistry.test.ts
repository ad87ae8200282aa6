import assert from 'node:assert/strict';
import { createSecretRegistry } from '../../../src/core/masking/secretRegistry';

const limits = { values: 3, totalLength: 1000 };

describe('createSecretRegistry', () => {
  it('keeps every value below the limits, and has no notes', () => {
    const registry = createSecretRegistry();
    for (let index = 0; index < 5000; index += 1) {
      registry.meet(`session-${index}`);
    }
    assert.deepEqual(
      registry.spans('session-0 session-4999').map(({ value }) => value),
      ['session-0', 'session-4999'],
    );
    assert.deepEqual([registry.revision(), registry.notes()], [5000, []]);
  });

  it('learns no further values beyond a number, keeps secrets all the same, and says so', () => {
    const registry = createSecretRegistry(limits);
    ['first', 'second', 'third', 'first', 'fourth'].forEach(registry.meet);
    registry.keep('told-secret');
    assert.deepEqual(
      registry.spans('first third fourth told-secret').map(({ value }) => value),
      ['first', 'third', 'told-secret'],
    );
    assert.deepEqual(registry.notes(), [
      "More than 3 credentials were seen. Later ones are masked only where they appear under a credential's name.",
    ]);
  });

  it('learns no further values beyond a length of all of them', () => {
    const registry = createSecretRegistry(limits);
    registry.meet('a'.repeat(600));
    registry.meet('b'.repeat(600));
    assert.equal(registry.revision(), 1);
    assert.equal(registry.notes().length, 1);
  });

  it('grows with values that it did not know', () => {
    const registry = createSecretRegistry();
    ['value-1', 'value-1', 'true', 'abc', 'v'.repeat(9000)].forEach(registry.meet);
    assert.equal(registry.revision(), 1);
  });
});
