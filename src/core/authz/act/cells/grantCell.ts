/**
 * Cells that ask whether what is granted works (`SELF`): owners on their own objects, and roles that may reach
 * the objects of others.
 */
import { defined } from '../../../defined';
import type { Attack } from '../attacks/prepareAttack';
import type { CellStep } from '../../model/authzResult';
import type { Cell } from '../../model/cell';
import { operationOf, requestOf, resourceOf } from '../../matrix/findByName';
import type { Control } from '../controls/controls';
import { statusAccepted } from '../../judge/denial';
import { notAsked, stepsOf, type Finding } from '../attacks/finding';
import { proved } from '../attacks/credentialsValid';
import { isSuccess } from '../../response/status';
import type { MatrixOperation } from '../../model/matrix';
import { restore, handleUnintendedObject, type RestorePorts } from '../attacks/restoreAfterAttack';
import { sendAttack } from '../attacks/sendAttack';
import type { Answer } from '../sender/sender';
import { repeatAfterSignIn } from '../sessions/sendAuthorized';
import type { Sessions, Session } from '../sessions/sessions';
import { signIn, type SignInPorts } from '../attacks/signInUsers';
import { whyWithheld } from '../objects/changesToExisting';
import { unseen } from '../objects/targets';
import type { Target } from '../objects/target';

/** What the procedure uses. */
export interface GrantCellPorts extends SignInPorts, RestorePorts {}

/** Carries out the procedure. Failures are in the finding. */
export async function grantCell(ports: GrantCellPorts, cell: Cell): Promise<Finding> {
  const signedIn = await signIn(ports, cell);
  if (!signedIn.ok) {
    return signedIn.finding;
  }
  const { caller } = signedIn;
  const control = await useGrant(ports, cell, signedIn);
  return control.response === undefined && !control.ok
    ? notAsked(control.failure ?? 'There was nothing to try it on.', control.steps)
    : proved(cell, await readFinding(ports.sessions, caller, control));
}

/** A user does what is granted: on the own object, or on that of the owner. */
export function useGrant(
  ports: Omit<GrantCellPorts, 'accounts'>,
  cell: Cell,
  { owner, caller }: { readonly owner: Session; readonly caller: Session },
): Promise<Control> {
  return owner === caller || cell.resource === undefined
    ? ports.controls.own(operationOf(ports.context.loaded, cell.operation), caller)
    : onOthers(ports, cell, caller, owner);
}

async function readFinding(
  sessions: Sessions,
  caller: Session,
  { ok, response, steps }: Control,
): Promise<Finding> {
  // A control that sends nothing of its own succeeded by what was made for it.
  const status = response?.status ?? 200;
  const asked = status === 401 || status === 403 ? await sessions.isAlive(caller) : undefined;
  // Where nothing shows it, only a 401 says that they do not hold.
  const live = status === 403 && asked?.alive === undefined ? undefined : asked;
  return {
    signals: {
      control: 'ok',
      status,
      ...(live === undefined ? {} : { live: live.alive === true }),
      leak: 'no',
      state: 'unasked',
      self: ok,
      soft: isSuccess(status) && !ok,
    },
    steps: stepsOf(steps, live?.steps),
    leaks: [],
    changes: [],
    secondary: [],
  };
}

/** Reads the owner's object, or changes one that nothing else needs. */
async function onOthers(
  ports: Omit<GrantCellPorts, 'accounts'>,
  cell: Cell,
  caller: Session,
  owner: Session,
): Promise<Control> {
  const { loaded } = ports.context;
  const operation = operationOf(loaded, cell.operation);
  const resource = resourceOf(loaded, cell.resource ?? '');
  const changes = operation.effect !== 'read' && resource.create !== undefined;
  const made = changes
    ? unseen(await ports.objects.create(resource, owner))
    : await ports.targets.of(resource, owner);
  if (!made.ok) {
    return { ok: false, steps: made.steps, failure: made.failure };
  }
  const { target } = made;
  const withheld = whyWithheld(ports.context, operation, target);
  if (withheld !== undefined) {
    return { ok: false, steps: target.steps, failure: withheld };
  }
  const fine: Control = { ok: true, steps: [] };
  const attack: Attack = { cell, caller, owner, target, ownerControl: fine, callerControl: fine };
  const send = (): Promise<Answer | undefined> => sendAttack(ports, attack, { step: 'caller-control' });
  const { first, last: answer } = await repeatAfterSignIn(
    { sessions: ports.sessions, user: caller },
    send,
    (sent) => sent,
  );
  const { request } = requestOf(loaded, operation.request);
  const response = answer?.response;
  const ok = response !== undefined && statusAccepted(response, request, loaded.matrix.denied);
  // What succeeded as it should have is taken to have changed the object, and to have made no other one.
  await handleUnintendedObject(ports, attack, {
    state: ok ? 'changed' : 'same',
    status: response?.status ?? 'none',
  });
  const teardown = await restoreAfterControl(ports, operation, owner, target);
  const steps = [...stepsOf(target.steps, first, answer), ...teardown];
  const why = answer === undefined ? 'It was not sent.' : answer.failure;
  return {
    ok,
    steps,
    ...defined({ response }),
    ...(ok ? {} : { failure: `${caller.user.name} may do this to every ${resource.name}. ${why ?? ''}` }),
  };
}

/** What was changed for the question is deleted, or changed back by its owner. */
function restoreAfterControl(
  ports: Pick<RestorePorts, 'controls' | 'objects'>,
  operation: MatrixOperation,
  owner: Session,
  target: Target,
): Promise<readonly CellStep[]> {
  if (operation.effect === 'read') {
    return Promise.resolve([]);
  }
  return target.object.entry === undefined
    ? restore(ports, operation, { owner, target, isChanged: true })
    : ports.objects.remove(target.object);
}
