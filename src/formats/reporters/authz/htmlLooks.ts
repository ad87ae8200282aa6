/** Judgements in the HTML report: their style classes, and signs so that colour is never the only cue. */
import { judgementOf, type Judgement, type OutcomeClass } from '../../../core/authz/model/verdict';
import { html, type Html } from '../htmlText';

/** Classes of the style sheet, those of the report of a run among them. */
export type Look = 'passed' | 'failed' | 'restricted' | 'denied' | 'blocked' | 'skipped';

/** The look of an outcome class. */
export function lookOf(outcome: OutcomeClass): Look {
  return LOOKS[judgementOf(outcome)];
}

/** The look of a judgement. */
export function judgementLook(judgement: Judgement): Look {
  return LOOKS[judgement];
}

/** The sign of a look, for readers who see the word next to it. */
export function signOfLook(look: Look): string {
  return SIGNS[look];
}

/** The sign of an outcome class, read aloud as what it comes to. */
export function signOfClass(outcome: OutcomeClass): Html {
  const look = lookOf(outcome);
  return html`<span class="sign" role="img" aria-label="${SPOKEN[look]}">${SIGNS[look]}</span>`;
}

const LOOKS: Readonly<Record<Judgement, Look>> = {
  pass: 'passed',
  flaw: 'failed',
  restricted: 'restricted',
  denied: 'denied',
  inconclusive: 'blocked',
  open: 'skipped',
};
const SIGNS: Readonly<Record<Look, string>> = {
  passed: '✓',
  failed: '✗',
  restricted: '✗',
  denied: '!',
  blocked: '?',
  skipped: '–',
};
const SPOKEN: Readonly<Record<Look, string>> = {
  passed: 'passed',
  failed: 'flaw',
  restricted: 'granted but refused',
  denied: 'denied with another code',
  blocked: 'inconclusive',
  skipped: 'not tested or waived',
};
