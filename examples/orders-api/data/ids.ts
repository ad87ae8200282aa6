/**
 * Identifiers, tokens and nonces that look random and are the same in every run with the same seed,
 * so that a recorded run can be replayed. A real API would use a cryptographic random source.
 */
import { createHash } from 'node:crypto';

/** A source of identifiers, one sequence per kind. */
export interface Ids {
  /** The next identifier of this kind: 64 hexadecimal digits, to be shortened as needed. */
  next(kind: string): string;
}

/** Sequences that depend on the seed alone. */
export function createIds(seed: string): Ids {
  const counts = new Map<string, number>();
  return {
    next(kind) {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      return createHash('sha256').update(`${seed}:${kind}:${count}`).digest('hex');
    },
  };
}
