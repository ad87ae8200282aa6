/** Since when a request has not passed, from its kept results. */
import { defined } from '../defined';
import type { RequestResult } from '../result/result';

/** When it began; both as far as results were kept. */
export interface FailingSince {
  /** The first time since it passed last, or at all. ISO 8601, UTC. */
  readonly firstSeen: string;
  /** The last time before that it passed. ISO 8601, UTC. Absent when it never did. */
  readonly lastGood?: string;
}

/** When a request that did not pass began not to; `others` are results of the same request in any order. */
export function failingSince(
  shown: Pick<RequestResult, 'startedAt'>,
  others: readonly Pick<RequestResult, 'startedAt' | 'outcome'>[],
): FailingSince {
  // ISO 8601 in UTC sorts as text does.
  const earlier = others
    .filter(({ startedAt }) => startedAt < shown.startedAt)
    .toSorted((one, other) => (one.startedAt < other.startedAt ? -1 : 1));
  const good = earlier.findLastIndex(({ outcome }) => outcome === 'passed');
  const bad = earlier.slice(good + 1).find(({ outcome }) => outcome === 'failed' || outcome === 'blocked');
  const lastGood = earlier[good]?.startedAt;
  return {
    firstSeen: bad?.startedAt ?? shown.startedAt,
    ...defined({ lastGood }),
  };
}
