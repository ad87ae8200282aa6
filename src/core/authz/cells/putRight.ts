/** After an attack: what it changed, took over or made by accident is put right before the next cell. */
import type { Attack } from './attack';
import type { CellStep } from '../result/authzResult';
import type { Cell } from '../plan/cell';
import { operationOf } from '../run/context';
import type { Effect, MatrixOperation } from '../matrix/matrix';
import type { Parts } from '../run/parts';
import { attackText } from '../run/sendAttack';
import type { Session } from '../run/sessions';
import { isSuccess } from '../run/status';
import { entryFor } from '../objects/testObject';
import type { TestObject } from '../objects/testObject';
import type { Target } from '../objects/targets';
import { removeCreated } from './unexpected';
import { isMutating } from '../request/variants';
import type { Signals } from '../verdict/verdict';

/** An object that may not be what it was is replaced; one that cannot be is put right by its owner. */
export async function putRight(
  parts: Parts,
  { cell, target, owner, caller }: Attack,
  { state, status }: Signals,
): Promise<readonly CellStep[]> {
  if (target === undefined) {
    return [];
  }
  const accepted = status !== 'none' && isSuccess(status);
  if (!isSpoiled(cell, state, accepted)) {
    await parts.objects.settled(target.object);
    return [];
  }
  if (accepted && state !== 'changed' && mayMakeAnother(cell)) {
    await removeStray(parts, cell, caller, target.object);
  }
  if (target.object.entry !== undefined) {
    const taken = state === 'gone' && cell.effect !== 'delete';
    return parts.targets.replace(target, taken ? caller : owner);
  }
  const isChanged = state === 'changed' || state === 'gone' || cell.effect === 'update';
  return restore(parts, operationOf(parts.context.loaded, cell.operation), { owner, target, isChanged });
}

function isSpoiled(cell: Cell, state: Signals['state'], accepted: boolean): boolean {
  return (state !== 'same' && state !== 'unasked') || (isMutating(cell) && accepted);
}

/** What was there before the run. */
export interface Restorable {
  readonly owner: Session;
  readonly target: Target;
  /** Whether it is to be told when it cannot be put right. */
  readonly isChanged: boolean;
}

/** What was there before the run is put right by its owner, or told to be changed. */
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

const WRITING: ReadonlySet<Effect> = new Set(['update', 'action']);

/** Another method, or one that a header names, may create where the request of the chain reads or deletes. */
function mayMakeAnother(cell: Cell): boolean {
  return isMutating(cell) && (WRITING.has(cell.effect) || cell.variant !== undefined);
}

/** An accepted change that did not reach the object may have made another one of it. */
async function removeStray(parts: Parts, cell: Cell, caller: Session, attacked: TestObject): Promise<void> {
  const canary = attackText(parts.context, cell);
  const { resource, ids, memo, entry } = attacked;
  if (entry === undefined || cell.kind === 'ANON') {
    return;
  }
  await removeCreated(parts, {
    resource,
    owner: caller,
    canary,
    produced: new Map(),
    ids,
    memo,
    steps: [],
    entry: entryFor(parts.context, resource, caller, canary),
  });
}
