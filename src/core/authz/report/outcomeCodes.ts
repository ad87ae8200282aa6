/** The two letters of each outcome class (specification §2.4), for places where a word does not fit. */
import type { OutcomeClass } from '../model/verdict';

/** The code of a class. */
export function codeOf(outcome: OutcomeClass): string {
  return CODES[outcome];
}

/** Whether a text from a file names an outcome class. */
export function isOutcomeClass(text: unknown): text is OutcomeClass {
  return typeof text === 'string' && Object.hasOwn(CODES, text);
}

const CODES: Readonly<Record<OutcomeClass, string>> = {
  PASS_403: 'P3',
  PASS_404: 'P4',
  PASS_401: 'PA',
  PASS_EFFECT: 'PE',
  PASS_MAPPED: 'PM',
  PUBLIC_OK: 'PB',
  FLAW_READ: 'FR',
  FLAW_WRITE: 'FW',
  FLAW_DELETE: 'FD',
  SUSPECT_ACCEPTED: 'SU',
  OVER_RESTRICTED: 'OR',
  ID_IGNORED: 'ID',
  SOFT_DENY: 'SD',
  DENIED_REDIRECT: 'DR',
  DENIED_401: 'D1',
  DENIED_OTHER: 'DO',
  INCONCLUSIVE_CONTROL: 'IC',
  INCONCLUSIVE_AUTH: 'IA',
  INCONCLUSIVE_RATE_LIMIT: 'IR',
  INCONCLUSIVE_SERVER_ERROR: 'I5',
  INCONCLUSIVE_NETWORK: 'IN',
  INCONCLUSIVE_STATE: 'IS',
  SKIPPED: 'SK',
  WAIVED: 'WV',
};
