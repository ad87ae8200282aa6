/**
 * A leak that came from a cache: the request is repeated past the cache (specification §2.5), which shows whether the
 * server itself leaks the data or only the cache in front of it (CWE-524).
 */
import type { CellStep, SecondaryFinding } from '../../model/authzResult';
import type { Parts } from '../../run/runParts';
import { attackText, sendAttack } from './sendAttack';
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
  ports: Parts,
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
  'Only the cache gives this away (CWE-524): past it, with a query parameter of its own, the answer holds nothing of the owner. Have the cache tell users apart, or not keep such answers (Cache-Control: private).';
const ALSO_UNCACHED =
  'The answer came from a cache (Age or X-Cache), and past it the server gives the same away. Mend the server, then see that the cache tells users apart (CWE-524).';
