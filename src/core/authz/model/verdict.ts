/** Verdicts: what a cell showed (signals), and what that means (outcome class). */

import type { Cell } from './cell';

/** What the requests of a cell showed. The verdict is a pure function of these (`judge.ts`). */
export interface Signals {
  /** `fail`: setup, the first read by the owner, a control, or the distinction of the users failed. */
  readonly control: 'ok' | 'fail';
  /** Status of the attack's answer; `none` when nothing answered. */
  readonly status: number | 'none';
  /** After a 401: whether the caller's credentials were proved good right afterwards. */
  readonly live?: boolean;
  /** Data of the owner in the answer: yes, no, or unknown because the object has nothing distinctive. */
  readonly leak: 'yes' | 'no' | 'unknown';
  /** The object afterwards; `unasked` for reads, `unknown` when it could not be looked at. */
  readonly state: 'unasked' | 'same' | 'changed' | 'gone' | 'unknown';
  /** The caller's own object was returned or changed instead. */
  readonly self: boolean;
  /** A success whose body is a declared denial, or what an object that does not exist gets. */
  readonly soft: boolean;
  /** The status that a declared denial means. */
  readonly mapped?: 403 | 404;
  /** Present for operations that the policy calls public: whether somebody without credentials got the same values. */
  readonly publicToo?: boolean;
  /** `LIST` only: every page was read, and the caller's own object was among them. */
  readonly wholeList?: boolean;
}

/** Every outcome of a cell. */
export type OutcomeClass =
  | 'PASS_403'
  | 'PASS_404'
  | 'PASS_401'
  | 'PASS_EFFECT'
  | 'PASS_MAPPED'
  | 'PUBLIC_OK'
  | 'FLAW_READ'
  | 'FLAW_WRITE'
  | 'FLAW_DELETE'
  | 'SUSPECT_ACCEPTED'
  | 'OVER_RESTRICTED'
  | 'ID_IGNORED'
  | 'SOFT_DENY'
  | 'DENIED_REDIRECT'
  | 'DENIED_401'
  | 'DENIED_OTHER'
  | 'INCONCLUSIVE_CONTROL'
  | 'INCONCLUSIVE_AUTH'
  | 'INCONCLUSIVE_RATE_LIMIT'
  | 'INCONCLUSIVE_SERVER_ERROR'
  | 'INCONCLUSIVE_NETWORK'
  | 'INCONCLUSIVE_STATE'
  | 'SKIPPED'
  | 'WAIVED';

/**
 * What a class comes to. `denied` is refused in another way than by 403 or 404: no flaw, and no pass. `restricted` is
 * refused although it is granted: the API does not work, but protects. `open` is waived or not tested.
 */
export type Judgement = 'pass' | 'flaw' | 'restricted' | 'denied' | 'inconclusive' | 'open';

/** What a class comes to. */
export function judgementOf(outcome: OutcomeClass): Judgement {
  return JUDGEMENTS[outcome];
}

/** Whether a class fails a run: a flaw, or a refusal of what is granted. */
export function isFailure(outcome: OutcomeClass): boolean {
  const judgement = judgementOf(outcome);
  return judgement === 'flaw' || judgement === 'restricted';
}

/**
 * Whether a refusal by another code counts against a run. What an attack pack guesses a correct API may answer as
 * it likes: a method that it does not have with 405, an identifier that is none with 400.
 */
export function countsAsDenied({ cell, class: outcome }: Judged): boolean {
  return judgementOf(outcome) === 'denied' && cell.variant === undefined;
}

/** A cell with what it came to. */
export interface Judged {
  readonly cell: Pick<Cell, 'variant'>;
  readonly class: OutcomeClass;
}

const JUDGEMENTS: Readonly<Record<OutcomeClass, Judgement>> = {
  PASS_403: 'pass',
  PASS_404: 'pass',
  PASS_401: 'pass',
  PASS_EFFECT: 'pass',
  PASS_MAPPED: 'pass',
  PUBLIC_OK: 'pass',
  FLAW_READ: 'flaw',
  FLAW_WRITE: 'flaw',
  FLAW_DELETE: 'flaw',
  SUSPECT_ACCEPTED: 'flaw',
  OVER_RESTRICTED: 'restricted',
  ID_IGNORED: 'denied',
  SOFT_DENY: 'denied',
  DENIED_REDIRECT: 'denied',
  DENIED_401: 'denied',
  DENIED_OTHER: 'denied',
  INCONCLUSIVE_CONTROL: 'inconclusive',
  INCONCLUSIVE_AUTH: 'inconclusive',
  INCONCLUSIVE_RATE_LIMIT: 'inconclusive',
  INCONCLUSIVE_SERVER_ERROR: 'inconclusive',
  INCONCLUSIVE_NETWORK: 'inconclusive',
  INCONCLUSIVE_STATE: 'inconclusive',
  SKIPPED: 'open',
  WAIVED: 'open',
};
