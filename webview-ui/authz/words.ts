/** The panel's words and colours. */
import type { CellKind } from '../../src/core/authz/model/cell';
import { judgementOf, type Signals, type OutcomeClass } from '../../src/core/authz/model/verdict';
import type { EvidenceStep } from '../../src/protocol/authzPanel';
import { t } from '../ui/l10n';

/** Colour classes of the style sheets; `plain` has none of its own. */
export type Colour = 'good' | 'bad' | 'doubtful' | 'quiet' | 'plain';

/**
 * The colour of a class; absent is a cell that has not ended. Who may and can is as it should be: only refusals
 * that hold are shown off.
 */
export function colourOf(outcome: OutcomeClass | undefined, kind: CellKind): Colour {
  switch (outcome === undefined ? undefined : judgementOf(outcome)) {
    case 'flaw':
    case 'restricted':
      return 'bad';
    case 'inconclusive':
      return 'doubtful';
    case 'pass':
      return kind === 'SELF' ? 'quiet' : 'good';
    case 'denied':
      return 'plain';
    case 'open':
    case undefined:
      return 'quiet';
  }
}

/** How a step was answered: its status, after the attack with what that says about the object. */
export function answerWords({ step, status, failure }: EvidenceStep, signals: Signals | undefined): string {
  if (status === undefined) {
    return failure === undefined ? t('not sent') : t('no answer');
  }
  const state = step === 'after-read' ? stateWord(signals?.state ?? 'unasked') : undefined;
  return state === undefined ? String(status) : `${status} ${state}`;
}

function stateWord(state: Signals['state']): string | undefined {
  switch (state) {
    case 'unasked':
      return undefined;
    case 'same':
      return t('same');
    case 'changed':
      return t('changed');
    case 'gone':
      return t('gone');
    case 'unknown':
      return t('unclear');
  }
}
