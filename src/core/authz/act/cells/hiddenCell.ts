/**
 * Cells that ask whether a caller is shown a member of an answer that is not for the own role (`PROP` of what
 * reads). The value that its owner is shown is the control: without it a wrong path would pass for ever.
 */
import type { AuthzContext } from '../context';
import { defined } from '../../../defined';
import type { JsonValue } from '../../../json/json';
import { plainText } from '../../../prepare/template';
import type { Cell } from '../../model/cell';
import type { Message } from '../../../message';
import type { LeakEvidence } from '../../model/authzResult';
import { showsObject } from '../inventory/testObject';
import type { RecordedResponse } from '../../../result/result';
import { operationOf, requestOf } from '../../matrix/findByName';
import { answerSignals, failuresOf, stepsOf, type Finding } from '../attacks/finding';
import { sendAttack, type AttackPorts } from '../attacks/sendAttack';
import type { Answer } from '../sender/sender';
import { isSuccess } from '../../response/status';
import { findLeaks } from '../../judge/leaks/findLeaks';
import { statusAccepted } from '../../judge/denial';
import { showingOf, isUninformative } from '../../judge/hiddenValues';
import type { Signals } from '../../model/verdict';
import { prepareAttack, type Attack, type PreparationPorts } from '../attacks/prepareAttack';
import { liveness, repeatWithValidCredentials, type LivenessPorts } from '../attacks/credentialsValid';
import { valuesAt } from '../../response/propertyValues';

/** What the procedure uses. */
export interface HiddenCellPorts extends PreparationPorts, AttackPorts {}

/** Carries out the procedure. Failures are in the finding. */
export async function hiddenCell(ports: HiddenCellPorts, cell: Cell): Promise<Finding> {
  const prepared = await prepareAttack(ports, cell);
  if (!prepared.ok) {
    return prepared.finding;
  }
  const ask = (): Promise<Finding> => askOnce(ports, prepared.attack);
  return repeatWithValidCredentials(ports.sessions, prepared.attack, await ask(), ask);
}

async function askOnce(ports: AttackPorts & LivenessPorts, attack: Attack): Promise<Finding> {
  const { context } = ports;
  const { cell, ownerControl, target } = attack;
  const answer = await sendAttack(ports, attack);
  const live = await liveness(ports, attack, answer?.response);
  const known = shownToOwner(attack);
  const values = answer?.response === undefined ? [] : valuesAt(answer.response, cell.property ?? '');
  const shown = values.filter((value) => showingOf(value, known) === 'shown');
  const { leak, state } = signalsOf(values, known);
  const failure = controlFailure(ports.context, attack, { answer, known });
  return {
    signals: {
      ...answerSignals(answer, live.alive, context.loaded.matrix.denied),
      control: failure === undefined ? 'ok' : 'fail',
      leak,
      state,
      self: false,
    },
    steps: stepsOf(ownerControl.steps, target?.steps, answer, live.steps),
    leaks: evidenceOf(ports.context, cell, answer, shown),
    changes: [],
    secondary: [],
    ...failuresOf([ownerControl], answer),
    ...defined({ controlFailure: failure }),
  };
}

/** Another value than the owner's means something, and what it means is not known. */
function signalsOf(
  values: readonly JsonValue[],
  known: readonly JsonValue[],
): Pick<Signals, 'leak' | 'state'> {
  const showings = new Set(values.map((value) => showingOf(value, known)));
  if (showings.has('shown')) {
    return { leak: 'yes', state: 'same' };
  }
  return showings.has('other') ? { leak: 'unknown', state: 'unknown' } : { leak: 'no', state: 'same' };
}

/** The values of the member that its owner is shown; none where it is hidden from the owner as well. */
function shownToOwner({ cell, caller, owner, ownerControl, target }: Attack): readonly JsonValue[] {
  const granted = ownerControl.ok ? ownerControl.response : undefined;
  const views = owner === caller ? [] : [granted, target?.view];
  return views
    .flatMap((view) => (view === undefined ? [] : valuesAt(view, cell.property ?? '')))
    .filter((value) => !isUninformative(value));
}

/** Why an answer that does not show the member proves nothing; absent when it does. */
function controlFailure(
  { loaded }: AuthzContext,
  { cell, owner, caller, ownerControl, target }: Attack,
  { answer, known }: { readonly answer: Answer | undefined; readonly known: readonly JsonValue[] },
): string | undefined {
  const operation = operationOf(loaded, cell.operation);
  const path = cell.property ?? '';
  const isHiddenFromOwner = operation.hidden.some(
    (member) => member.path === path && member.from.includes(owner.user.role),
  );
  if (!ownerControl.ok) {
    return ownerControl.failure;
  }
  if (known.length === 0 && !isHiddenFromOwner) {
    return `${owner.user.name} is not shown ${path} either, so that others are not proves nothing. Correct the path under "hidden" of ${operation.name}.`;
  }
  const { request } = requestOf(loaded, operation.request);
  const { response } = answer ?? {};
  const isRefused =
    response !== undefined &&
    !saysNothing(response.status) &&
    !statusAccepted(response, request, loaded.matrix.denied);
  if (isRefused) {
    return `${caller.user.name} may use ${operation.name} and got ${response.status}, so what its answer would hold is not known.`;
  }
  return response !== undefined && isSuccess(response.status) && isElsewhere(response, target)
    ? `${caller.user.name} may use ${operation.name} and got ${response.status} without the object that ${owner.user.name} is shown, so what its answer would hold is not known.`
    : undefined;
}

/** Whether an answer does not show the object that its owner is shown: a refusal may be a success by its status. */
function isElsewhere(response: RecordedResponse, target: Attack['target']): boolean {
  return (
    target?.view !== undefined &&
    showsObject(target.view, target.object) &&
    !showsObject(response, target.object)
  );
}

/** Answers that have classes of their own. */
function saysNothing(status: number): boolean {
  return status === 401 || status === 429 || status >= 500;
}

function evidenceOf(
  { ports }: AuthzContext,
  { property = '' }: Cell,
  answer: Answer | undefined,
  shown: readonly JsonValue[],
): readonly LeakEvidence<Message>[] {
  const values = shown.map((value) => ({ value: plainText(value), name: property }));
  return answer?.response === undefined ? [] : findLeaks(answer.response, values, ports.hash);
}
