/** Before an attack: who attacks what, with all controls made. */
import type { Cell } from '../plan/cell';
import type { CellStep } from '../result/authzResult';
import { operationOf, resourceOf } from '../run/context';
import type { Control } from '../run/controls';
import { notAsked } from '../run/finding';
import type { Finding } from '../run/finding';
import type { Parts } from '../run/parts';
import { sameSubject } from '../run/sessions';
import type { Session } from '../run/sessions';
import type { Target } from '../objects/targets';

/** Who attacks what. */
export interface Attack {
  readonly cell: Cell;
  readonly caller: Session;
  /** The owner of the object, or who is granted the function. */
  readonly owner: Session;
  /** Absent for a function that concerns no object. */
  readonly target?: Target;
  /** The caller's own object, where the caller has one. */
  readonly own?: Target;
  readonly ownerControl: Control;
  readonly callerControl: Control;
}

/** An attack, or why there can be none. */
export type Prepared =
  { readonly ok: true; readonly attack: Attack } | { readonly ok: false; readonly finding: Finding };

/** Signs in, makes objects and controls. */
export async function prepareAttack(parts: Parts, cell: Cell): Promise<Prepared> {
  const { loaded } = parts.context;
  if (cell.owner === undefined) {
    return stopped(`Nobody is granted ${cell.operation}, so nothing shows that it works at all.`, []);
  }
  const owner = await parts.sessions.of(cell.owner);
  const caller = await parts.sessions.of(cell.caller);
  const reason = owner.failure ?? caller.failure ?? sameSubject(owner, caller);
  if (reason !== undefined) {
    return stopped(reason, [...owner.steps, ...caller.steps]);
  }
  const resource = cell.resource === undefined ? undefined : resourceOf(loaded, cell.resource);
  const ownerControl = await parts.controls.own(operationOf(loaded, cell.operation), owner);
  const callerControl = await controlOfCaller(parts, cell, caller);
  const target = resource === undefined ? undefined : await parts.targets.of(resource, owner);
  if (target?.ok === false) {
    return stopped(target.failure, target.steps);
  }
  const own =
    cell.kind === 'OBJ' && resource !== undefined ? await parts.targets.of(resource, caller) : undefined;
  return {
    ok: true,
    attack: {
      cell,
      caller,
      owner,
      ...(target === undefined ? {} : { target: target.target }),
      ...(own?.ok === true ? { own: own.target } : {}),
      ownerControl,
      callerControl,
    },
  };
}

/** The caller does the same to an own object; who may not do it at all has signed in. */
async function controlOfCaller(parts: Parts, cell: Cell, caller: Session): Promise<Control> {
  if (cell.kind !== 'OBJ') {
    return { ok: true, steps: caller.steps };
  }
  const control = await parts.controls.own(operationOf(parts.context.loaded, cell.operation), caller);
  return { ...control, steps: control.steps.map(asCallers) };
}

function asCallers(step: CellStep): CellStep {
  return step.step === 'owner-control' ? { ...step, step: 'caller-control' } : step;
}

function stopped(failure: string, steps: readonly CellStep[]): Prepared {
  return { ok: false, finding: notAsked(failure, steps) };
}
