/**
 * How sure a mapping is, from 0 to 1: the sum of its evidence as a probability, less where another place
 * has as good a claim.
 */

/** A sum of evidence at which a mapping is as likely right as wrong. */
const EVEN = 4;
const STEEPNESS = 1.3;
/** What is left where a place of another thing has as much evidence. */
const DIVIDED = 0.7;

/** From so sure on a mapping is applied unless the person objects. */
export const AUTO_APPLY = 0.9;

/** The confidence of a sum of evidence; `rivals` are places of other things that nearly have as much. */
export function confidenceOf(score: number, rivals: number): number {
  const probability = 1 / (1 + Math.exp((EVEN - score) / STEEPNESS));
  return Math.round((rivals === 0 ? probability : probability * DIVIDED) * 1000) / 1000;
}
