/** After an attack: what it changed, took over or made by accident is put right before the next cell. */
import type { Attack } from './prepareAttack';
import type { CellStep } from '../../model/authzResult';
import type { Cell } from '../../model/cell';
import { operationOf } from '../../matrix/findByName';
import type { MatrixOperation } from '../../model/matrix';
import type { Parts } from '../../run/runParts';
import { unintendedObjectOf } from './sendAttack';
import type { Session } from '../sessions/sessions';
import { isSuccess } from '../../response/status';
import type { Target } from '../objects/targets';
import { removeCreated } from '../objects/unexpectedObjects';
import { isMutating } from '../../plan/requests/variants';
import { compareViews } from '../../judge/stateDiff';
import type { Signals } from '../../model/verdict';

/** An object that may not be what it was is replaced; one that cannot be is put right by its owner. */
export async function putRight(
  ports: Parts,
  attack: Attack,
  { state, status }: Pick<Signals, 'state' | 'status'>,
): Promise<readonly CellStep[]> {
  const { cell, target, owner, caller } = attack;
  if (target === undefined) {
    return [];
  }
  await settleUnintendedObject(ports, attack, { state, status });
  const accepted = status !== 'none' && isSuccess(status);
  if (!isSpoiled(cell, state, accepted)) {
    await ports.objects.settled(target.object);
    return [];
  }
  if (target.object.entry !== undefined) {
    const taken = state === 'gone' && cell.effect !== 'delete';
    return ports.targets.replace(target, taken ? caller : owner);
  }
  const isChanged = state === 'changed' || state === 'gone' || cell.effect === 'update';
  return restore(ports, operationOf(ports.context.loaded, cell.operation), { owner, target, isChanged });
}

function isSpoiled(cell: Cell, state: Signals['state'], accepted: boolean): boolean {
  return (state !== 'same' && state !== 'unasked') || (isMutating(cell) && accepted);
}

/** What was there before the run. */
export interface Restorable {
  readonly owner: Session;
  readonly target: Target;
  /** Whether it is reported when it cannot be restored. */
  readonly isChanged: boolean;
}

/** What was there before the run is restored by its owner, or reported as changed. */
export async function restore(
  { controls, objects }: Parts,
  operation: MatrixOperation,
  { owner, target, isChanged }: Restorable,
): Promise<readonly CellStep[]> {
  const { steps, failure } = await controls.restore(operation, owner, target);
  await (failure !== undefined && isChanged
    ? objects.leave(target.object, failure)
    : objects.settled(target.object));
  return steps;
}

/** An accepted change that did not reach the object may have created another one. */
export async function settleUnintendedObject(
  ports: Parts,
  attack: Attack,
  { state, status }: Pick<Signals, 'state' | 'status'>,
): Promise<void> {
  const stray = unintendedObjectOf(ports.context, attack);
  if (stray === undefined) {
    return;
  }
  if (status !== 'none' && isSuccess(status) && state !== 'changed') {
    await removeCreated(ports, stray);
  } else if (state === 'changed' || (status !== 'none' && status < 500)) {
    await ports.objects.forget(stray);
  }
  // What a server error or no answer brought about is looked for at the end of the run.
}

/** Whether the caller's own object is not what it was; then the next cell gets another one. */
export async function replaceIfTouched({ targets }: Pick<Parts, 'targets'>, own: Target): Promise<boolean> {
  if (own.view === undefined) {
    return false;
  }
  const { response } = await targets.look(own.object);
  const { state } = compareViews(own.view, response, own.volatile);
  if (state !== 'changed' && state !== 'gone') {
    return false;
  }
  await targets.replace(own, own.object.owner);
  return true;
}
