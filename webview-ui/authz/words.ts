/** The panel's words and colours. */
import type { CellKind } from '../../src/core/authz/model/cell';
import { judgementOf, type Signals, type OutcomeClass } from '../../src/core/authz/model/verdict';
import type { EvidenceStep } from '../../src/protocol/authzPanel';

/** Colour classes of the style sheets; `plain` has none of its own. */
export type Colour = 'good' | 'bad' | 'doubtful' | 'quiet' | 'plain';

/**
 * The colour of a class; absent is a cell that has not ended. Who may and can is as it should be: only refusals
 * that hold are shown off.
 */
export function colourOf(outcome: OutcomeClass | undefined, kind: CellKind): Colour {
  switch (outcome === undefined ? undefined : judgementOf(outcome)) {
    case 'flaw':
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
    return failure === undefined ? 'not sent' : 'no answer';
  }
  const state = step === 'after-read' ? STATES[signals?.state ?? 'unasked'] : undefined;
  return state === undefined ? String(status) : `${status} ${state}`;
}

const STATES: Readonly<Record<Signals['state'], string | undefined>> = {
  unasked: undefined,
  same: 'same',
  changed: 'changed',
  gone: 'gone',
  unknown: 'unclear',
};
