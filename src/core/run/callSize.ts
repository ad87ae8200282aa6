/** How much the steps of a chain lead to: a few files that run each other several times lead to more than anybody can wait for. */
import { pathFrom } from '../language/filePath';
import type { Chain } from '../model';

/** What a chain runs at most. */
export interface CallSize {
  /** Requests and steps, those behind each step counted as often as it runs them. */
  readonly requests: number;
  /** Steps within each other. */
  readonly depth: number;
}

/** The size of a chain that leads into no circle; loops count once. */
export function callSize(file: string, chainIn: (file: string) => Chain | undefined): CallSize {
  const known = new Map<string, CallSize>();
  const measure = (at: string): CallSize => {
    const found = known.get(at) ?? sizeOf(at);
    known.set(at, found);
    return found;
  };
  const sizeOf = (at: string): CallSize => {
    let requests = 0;
    let depth = 0;
    for (const { call } of chainIn(at)?.requests ?? []) {
      const called = call === undefined ? undefined : pathFrom(at, call.chain);
      const inner = called === undefined ? undefined : measure(called);
      requests += 1 + (inner?.requests ?? 0);
      depth = Math.max(depth, inner === undefined ? 0 : inner.depth + 1);
    }
    return { requests, depth };
  };
  return measure(file);
}
