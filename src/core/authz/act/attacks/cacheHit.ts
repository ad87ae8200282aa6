/**
 * A leak that came from a cache: the request is repeated past the cache (specification §2.5), which shows whether the
 * server itself leaks the data or only the cache in front of it (CWE-524).
 */
import type { CellStep, SecondaryFinding } from '../../model/authzResult';
import { attackText, sendAttack, type AttackPorts } from './sendAttack';
import type { Answer } from '../sender/sender';
import { isMutating } from '../../plan/requests/variants';
import type { Attack } from './prepareAttack';

/** Secondary findings, and what was sent to be sure of them. */
export interface Confirmed {
  readonly secondary: readonly SecondaryFinding[];
  readonly steps: readonly CellStep[];
}

/**
 * Repeats a read whose answer came from a cache, once; asks nothing of any other.
 *
 * @param leaks whether an answer to the same attack holds data of the owner
 */
export async function confirmCacheHit(
  ports: AttackPorts,
  attack: Attack,
  secondary: readonly SecondaryFinding[],
  leaks: (answer: Answer) => boolean,
): Promise<Confirmed> {
  if (isMutating(attack.cell) || !secondary.some(({ code }) => code === 'CACHE_HIT')) {
    return { secondary, steps: [] };
  }
  const answer = await sendAttack(ports, attack, {
    step: 'attack',
    uncached: attackText(ports.context, attack.cell),
  });
  if (answer?.response === undefined) {
    return { secondary, steps: answer === undefined ? [] : [answer.step] };
  }
  const message = leaks(answer) ? ALSO_UNCACHED : ONLY_CACHED;
  return {
    secondary: secondary.map((finding) => (finding.code === 'CACHE_HIT' ? { ...finding, message } : finding)),
    steps: [answer.step],
  };
}

const ONLY_CACHED =
  'Only the cache leaks this (CWE-524): with an extra query parameter that bypasses the cache, the answer contains nothing of the owner. Make the cache distinguish users, or do not let it store such answers (Cache-Control: private).';
const ALSO_UNCACHED =
  'The answer came from a cache (Age or X-Cache), but the server itself leaks the same data. Fix the server, then make sure that the cache distinguishes users (CWE-524).';
