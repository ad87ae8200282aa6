/** After an attack: what it changed, took over or made by accident is put right before the next cell. */
import type { Attack } from './attack';
import type { CellStep } from '../result/authzResult';
import type { Cell } from '../plan/cell';
import { operationOf } from '../run/context';
import type { Effect } from '../matrix/matrix';
import type { Parts } from '../run/parts';
import { attackText } from '../run/sendAttack';
import type { Session } from '../run/sessions';
import { isSuccess } from '../run/status';
import { entryFor } from '../objects/testObject';
import type { TestObject } from '../objects/testObject';
import { removeCreated } from './unexpected';
import { isMutating } from '../request/variants';
import type { Signals } from '../verdict/verdict';

/** An object that may not be what it was is replaced; one that cannot be is put right by its owner. */
export async function putRight(
  parts: Parts,
  { cell, target, owner, caller }: Attack,
  { state, status }: Signals,
): Promise<readonly CellStep[]> {
  const accepted = status !== 'none' && isSuccess(status);
  const spoiled = state !== 'same' && state !== 'unasked' ? true : isMutating(cell) && accepted;
  if (!spoiled || target === undefined) {
    return [];
  }
  if (accepted && state !== 'changed' && WRITING.has(cell.effect)) {
    await removeStray(parts, cell, caller, target.object);
  }
  if (target.object.entry !== undefined) {
    const taken = state === 'gone' && cell.effect !== 'delete';
    return parts.targets.replace(target, taken ? caller : owner);
  }
  return parts.controls.restore(operationOf(parts.context.loaded, cell.operation), owner, target);
}

const WRITING: ReadonlySet<Effect> = new Set(['update', 'action']);

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
