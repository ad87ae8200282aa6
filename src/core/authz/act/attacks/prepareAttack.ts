/** Before an attack: who attacks what, with all controls made. */
import type { AuthzContext } from '../context';
import type { Cell } from '../../model/cell';
import type { CellStep } from '../../model/authzResult';
import type { MatrixResource } from '../../model/matrix';
import { operationOf, resourceOf } from '../../matrix/findByName';
import type { Control, Controls } from '../controls/controls';
import { notAsked, type Finding } from './finding';
import type { Session } from '../sessions/sessions';
import { signIn, type SignInPorts } from './signInUsers';
import { whyWithheld } from '../objects/changesToExisting';
import type { Targets } from '../objects/targets';
import type { Target } from '../objects/target';
import { exploitabilityOf } from '../../model/exploitability';

/** What preparing an attack uses. */
export interface PreparationPorts extends SignInPorts {
  readonly context: AuthzContext;
  readonly targets: Targets;
  readonly controls: Controls;
}

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
export async function prepareAttack(ports: PreparationPorts, cell: Cell): Promise<Prepared> {
  if (cell.owner === undefined) {
    return stopped(`Nobody is granted ${cell.operation}, so nothing shows that it works at all.`, []);
  }
  const signedIn = await signIn(ports, cell);
  if (!signedIn.ok) {
    return signedIn;
  }
  const { owner, caller } = signedIn;
  const ownerControl = await ports.controls.own(operationOf(ports.context.loaded, cell.operation), owner);
  const callerControl = await controlOfCaller(ports, cell, caller);
  const attack = { cell, caller, owner, ownerControl, callerControl };
  return cell.resource === undefined
    ? { ok: true, attack }
    : withObjects(ports, attack, resourceOf(ports.context.loaded, cell.resource));
}

/** The object of the owner, and of a caller who may have some the own one. */
async function withObjects(
  { context, targets }: Pick<PreparationPorts, 'context' | 'targets'>,
  attack: Attack,
  resource: MatrixResource,
): Promise<Prepared> {
  const target = await targets.of(resource, attack.owner);
  if (!target.ok) {
    return stopped(target.failure, target.steps);
  }
  const operation = operationOf(context.loaded, attack.cell.operation);
  const withheld = whyWithheld(context, operation, target.target);
  if (withheld !== undefined) {
    return stopped(withheld, target.target.steps);
  }
  const own = attack.cell.kind === 'OBJ' ? await targets.of(resource, attack.caller) : undefined;
  // Creating the own one may have given that of the owner.
  const still = own === undefined ? target : await targets.of(resource, attack.owner);
  if (!still.ok) {
    return stopped(still.failure, still.steps);
  }
  return {
    ok: true,
    attack: { ...attack, target: still.target, ...(own?.ok === true ? { own: own.target } : {}) },
  };
}

/** How hard it is to obtain the identifiers that an attack puts into its request. */
export function exploitabilityOfAttack({ cell, target }: Attack): Pick<Finding, 'exploitability'> {
  const ids = cell.places.flatMap(({ variable }) => target?.object.ids.get(variable)?.value ?? []);
  const exploitability = exploitabilityOf(ids);
  return exploitability === undefined ? {} : { exploitability };
}

/** The caller does the same to an own object; who may not do it at all has signed in. */
async function controlOfCaller(
  ports: Pick<PreparationPorts, 'context' | 'controls'>,
  cell: Cell,
  caller: Session,
): Promise<Control> {
  if (cell.kind !== 'OBJ') {
    return { ok: true, steps: caller.steps };
  }
  const control = await ports.controls.own(operationOf(ports.context.loaded, cell.operation), caller);
  return { ...control, steps: control.steps.map(asCallers) };
}

function asCallers(step: CellStep): CellStep {
  return step.step === 'owner-control' ? { ...step, step: 'caller-control' } : step;
}

function stopped(failure: string, steps: readonly CellStep[]): Prepared {
  return { ok: false, finding: notAsked(failure, steps) };
}
