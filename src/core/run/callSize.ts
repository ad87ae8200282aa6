/** How much the steps of a chain lead to: a few files that run each other several times lead to more than anybody can wait for. */
import { pathFrom } from '../language/filePath';

/** What a chain has itself. */
export interface OwnSteps {
  /** Requests and steps, also those that are disabled. */
  readonly requests: number;
  /** The chain of each step, as it is named there. */
  readonly called: readonly string[];
}

/** What a chain runs at most. */
export interface CallSize {
  /** Requests and steps, those behind each step counted as often as it runs them. */
  readonly requests: number;
  /** Steps within each other. */
  readonly depth: number;
}

/** The size of a chain that leads into no circle; loops count once. */
export function callSize(file: string, stepsIn: (file: string) => OwnSteps | undefined): CallSize {
  const known = new Map<string, CallSize>();
  const measure = (at: string): CallSize => {
    const found = known.get(at) ?? sizeOf(at);
    known.set(at, found);
    return found;
  };
  const sizeOf = (at: string): CallSize => {
    const own = stepsIn(at) ?? { requests: 0, called: [] };
    const inner = own.called.flatMap((name) => pathFrom(at, name) ?? []).map(measure);
    return {
      requests: inner.reduce((sum, { requests }) => sum + requests, own.requests),
      depth: inner.reduce((most, { depth }) => Math.max(most, depth + 1), 0),
    };
  };
  return measure(file);
}
