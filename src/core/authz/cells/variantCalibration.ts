/**
 * Calibration of attack packs: a server may answer a variant with a success that concerns no object, such as a
 * start page for a path it does not know, or a creation where it ignores which method a header names. Then the
 * same variant succeeds for an object that does not exist as well, or does not show the caller's own one.
 */
import { isMutating } from '../request/variants';
import type { Absent } from '../run/calibration';
import { showsOwn } from '../run/evidence';
import type { Parts } from '../run/parts';
import { sendAttack } from '../run/sendAttack';
import type { Answer } from '../run/sender';
import type { Signals } from '../verdict/verdict';
import type { Attack } from './attack';

/** What a variant was answered, and what is known after it. */
export interface VariantAnswer extends Pick<Signals, 'leak' | 'state'> {
  readonly answer: Answer | undefined;
  /** What the same variant was answered for an object that does not exist. */
  readonly absent: Absent | undefined;
}

/**
 * Whether the success of a variant concerns no object. Never where harm was seen, or where it could not have been:
 * the owner's object has to be unchanged, and without a marker a page may be the object.
 */
export async function reachesNothing(
  parts: Parts,
  attack: Attack,
  { answer, absent, leak, state }: VariantAnswer,
): Promise<boolean> {
  const isHarmless = leak === 'no' && (state === 'same' || state === 'unasked');
  if (attack.cell.variant === undefined || answer?.response === undefined || !isHarmless) {
    return false;
  }
  return absent?.answer.response?.status === answer.response.status || (await missesOwn(parts, attack));
}

/** Whether the variant does not show the caller's own object either. What changes something is not sent to find out. */
async function missesOwn(parts: Parts, attack: Attack): Promise<boolean> {
  const { cell, own, target } = attack;
  if (own === undefined || isMutating(cell)) {
    return false;
  }
  const answer = await sendAttack(parts, { ...attack, target: own }, { step: 'self-check' });
  const seen = { view: target?.view, sent: answer?.result.exchange?.request };
  return answer?.response !== undefined && !showsOwn(answer.response, own, seen, parts.context.ports.hash);
}
