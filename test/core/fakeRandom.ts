import type { Random } from '../../src/core/ports';

/** Randomness that gives the same each time. */
export const fakeRandom: Random = {
  uuid: () => '00000000-0000-4000-8000-000000000000',
  integer: (min) => min,
  bytes: (length) => new Uint8Array(length),
  fake: (kind) => `some ${kind}`,
  at: () => fakeRandom,
  forRow: () => fakeRandom,
};
