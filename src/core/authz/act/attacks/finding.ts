/** What the procedure of a cell found out, before anything is judged. */
import { defined } from '../../../defined';
import type { Message } from '../../../message';
import type { CellResult, CellStep, LeakEvidence, StateChange } from '../../model/authzResult';
import type { Control } from '../controls/controls';
import { denialOf } from '../../judge/denial';
import type { DeniedPattern } from '../../model/matrix';
import type { Answer } from '../sender/sender';
import type { Signals } from '../../model/verdict';

/** Signals and evidence of a cell. */
export interface Finding extends Pick<CellResult, 'steps' | 'secondary' | 'exploitability' | 'fieldToMark'> {
  readonly signals: Signals;
  readonly leaks: readonly LeakEvidence<Message>[];
  readonly changes: readonly StateChange<Message>[];
  /** Why what was reached is no finding of this cell: it needs no token. */
  readonly open?: string;
  /** Why a control failed. */
  readonly controlFailure?: string;
  /** Why the attack has no answer. */
  readonly attackFailure?: string;
}

/** The finding of a cell whose question could not be asked, and why. */
export function notAsked(failure: string, steps: readonly CellStep[]): Finding {
  return {
    signals: {
      control: 'fail',
      status: 'none',
      leak: 'unknown',
      state: 'unasked',
      self: false,
      soft: false,
    },
    steps,
    leaks: [],
    changes: [],
    secondary: [],
    controlFailure: failure,
  };
}

/** The signals that the answer to an attack gives by itself; `live` is what was found out after a refusal. */
export function answerSignals(
  answer: Answer | undefined,
  live: boolean | undefined,
  denied: readonly DeniedPattern[],
): Pick<Signals, 'status' | 'live' | 'soft' | 'mapped'> {
  const response = answer?.response;
  const { soft, mapped } = response === undefined ? { soft: false } : denialOf(response, denied);
  return {
    status: response?.status ?? 'none',
    ...defined({ live }),
    soft,
    ...defined({ mapped }),
  };
}

/** What went wrong with the controls and with the attack itself. */
export function failuresOf(
  controls: readonly Control[],
  answer: Answer | undefined,
): Pick<Finding, 'controlFailure' | 'attackFailure'> {
  const control = controls.find(({ ok }) => !ok)?.failure;
  const attack = answer === undefined ? 'It was not sent.' : answer.failure;
  return {
    ...defined({ controlFailure: control }),
    ...(answer?.response === undefined && attack !== undefined ? { attackFailure: attack } : {}),
  };
}

/** The steps of several parts of a procedure in their order, each once. */
export function stepsOf(
  ...ports: readonly (readonly CellStep[] | Answer | undefined)[]
): readonly CellStep[] {
  const steps = ports.flatMap((part) => (part === undefined ? [] : 'step' in part ? [part.step] : part));
  return [...new Map(steps.map((step) => [step.exchange, step])).values()];
}
