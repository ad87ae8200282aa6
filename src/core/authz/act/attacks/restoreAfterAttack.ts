/** Restores what an attack changed, took over or made by accident before the next cell. */
import type { Controls } from '../controls/controls';
import type { Attack } from './prepareAttack';
import type { CellStep } from '../../model/authzResult';
import type { Cell } from '../../model/cell';
import { operationOf } from '../../matrix/findByName';
import type { MatrixOperation } from '../../model/matrix';
import { unintendedObjectOf, type AttackPorts } from './sendAttack';
import type { Session } from '../sessions/sessions';
import { isSuccess } from '../../response/status';
import type { Targets } from '../objects/targets';
import type { Target } from '../objects/target';
import { removeCreated } from '../objects/unexpectedObjects';
import { isMutating } from '../../plan/requests/variants';
import { compareViews } from '../../judge/stateDiff';
import type { Signals } from '../../model/verdict';

/** What restoring objects uses. */
export interface RestorePorts extends AttackPorts {
  readonly controls: Controls;
  readonly targets: Targets;
}

/** An object that may not be what it was is replaced; one that cannot be replaced is restored by its owner. */
export async function restoreAfterAttack(
  ports: RestorePorts,
  attack: Attack,
  { state, status }: Pick<Signals, 'state' | 'status'>,
): Promise<readonly CellStep[]> {
  const { cell, target, owner, caller } = attack;
  if (target === undefined) {
    return [];
  }
  await handleUnintendedObject(ports, attack, { state, status });
  const accepted = status !== 'none' && isSuccess(status);
  if (!isAffected(cell, state, accepted)) {
    await ports.objects.restored(target.object);
    return [];
  }
  if (target.object.entry !== undefined) {
    const taken = state === 'gone' && cell.effect !== 'delete';
    return ports.targets.replace(target, taken ? caller : owner);
  }
  const isChanged = state === 'changed' || state === 'gone' || cell.effect === 'update';
  return restore(ports, operationOf(ports.context.loaded, cell.operation), { owner, target, isChanged });
}

function isAffected(cell: Cell, state: Signals['state'], accepted: boolean): boolean {
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
  { controls, objects }: Pick<RestorePorts, 'controls' | 'objects'>,
  operation: MatrixOperation,
  { owner, target, isChanged }: Restorable,
): Promise<readonly CellStep[]> {
  const { steps, failure } = await controls.restore(operation, owner, target);
  await (failure !== undefined && isChanged
    ? objects.markLeftover(target.object, failure)
    : objects.restored(target.object));
  return steps;
}

/** An accepted change that did not reach the object may have created another one. */
export async function handleUnintendedObject(
  ports: AttackPorts,
  attack: Attack,
  { state, status }: Pick<Signals, 'state' | 'status'>,
): Promise<void> {
  const unintended = unintendedObjectOf(ports.context, attack);
  if (unintended === undefined) {
    return;
  }
  if (status !== 'none' && isSuccess(status) && state !== 'changed') {
    await removeCreated(ports, unintended);
  } else if (state === 'changed' || (status !== 'none' && status < 500)) {
    await ports.objects.discard(unintended);
  }
  // What a server error or no answer brought about is looked for at the end of the run.
}

/** Whether the caller's own object is not what it was; then the next cell gets another one. */
export async function replaceIfTouched(targets: Targets, own: Target): Promise<boolean> {
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
