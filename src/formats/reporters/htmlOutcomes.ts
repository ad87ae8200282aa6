/** How many requests ended in which way, in words. */
import type { Outcome } from '../../core/result/result';
import { outcomes } from '../../core/result/runReport';
import { html, type Html } from './htmlText';

/** Signs next to the words, so that colour is never the only cue. */
const signs: Readonly<Record<Outcome, string>> = {
  passed: '✓',
  failed: '✗',
  blocked: '⊘',
  skipped: '–',
};

/** The sign of an outcome, read aloud as its word. */
export function signOf(outcome: Outcome): Html {
  return html`<span class="sign" role="img" aria-label="${outcome}">${signs[outcome]}</span>`;
}

/** `✓ 5 passed  ✗ 1 failed`, without what did not occur. */
export function outcomeCounts(counts: Readonly<Record<Outcome, number>>): readonly Html[] {
  return outcomes
    .filter((outcome) => counts[outcome] > 0)
    .map(
      (outcome) =>
        html`<span class="${outcome}">${signs[outcome]} <b>${counts[outcome]}</b> ${outcome}</span>`,
    );
}
