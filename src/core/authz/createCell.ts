/** Cells that ask whether a caller can create what the policy does not grant (`FUN` and `ANON` of creating operations). */
import { prepareAttack } from './attack';
import type { Attack } from './attack';
import type { CellStep } from './authzResult';
import type { Cell } from './cell';
import { createAs } from './creation';
import type { Created } from './creation';
import { answerSignals, failuresOf, notAsked, stepsOf } from './finding';
import { isSuccess } from './status';
import type { Finding } from './finding';
import { isPublic } from './matrix';
import type { MatrixResource } from './matrix';
import { readList } from './pages';
import type { Parts } from './parts';
import { secondaryFindings } from './secondary';
import { openValuesOf } from './sendAttack';
import type { Session } from './sessions';
import type { TestObject } from './testObject';
import type { Signals } from './verdict';

/** Carries out the procedure. Failures are in the finding. */
export async function createCell(parts: Parts, cell: Cell): Promise<Finding> {
  const prepared = await prepareAttack(parts, cell);
  if (!prepared.ok) {
    return prepared.finding;
  }
  const { attack } = prepared;
  const { target, ownerControl, callerControl, caller } = attack;
  if (target === undefined) {
    return notAsked(`The operation ${cell.operation} names no resource that could be looked at.`, []);
  }
  const created = await createAs(parts, {
    cell,
    resource: target.object.resource,
    caller,
    keeper: attack.owner,
    values: cell.kind === 'ANON' ? openValuesOf(parts.context, attack) : caller.values,
    step: 'attack',
  });
  const { answer } = created;
  const found = await lookFor(parts, attack, created);
  const open = isPublic(parts.context.loaded.matrix.policy, cell.operation);
  const live =
    answer?.response?.status === 401 && cell.kind !== 'ANON'
      ? await parts.sessions.isAlive(caller)
      : { alive: undefined, steps: [] };
  return {
    signals: {
      ...answerSignals(answer, live.alive, parts.context.loaded.matrix.denied),
      control: ownerControl.ok && callerControl.ok ? 'ok' : 'fail',
      leak: 'no',
      // What is public may be created by anybody, and was.
      state: open ? 'unasked' : found.state,
      self: false,
      ...(open ? { publicToo: true } : {}),
    },
    steps: stepsOf(ownerControl.steps, callerControl.steps, answer, live.steps, found.steps),
    leaks: [],
    changes: [],
    secondary: secondaryFindings(answer?.response, undefined, false),
    ...failuresOf([ownerControl, callerControl], answer),
  };
}

interface Found {
  readonly state: Signals['state'];
  readonly steps: readonly CellStep[];
}

/** Who may see the objects of all looks for what was created: by the identifiers of the answer, else in the list. */
function lookFor(parts: Parts, { caller, owner, target }: Attack, created: Created): Promise<Found> {
  const { object, canary, answer } = created;
  if (object !== undefined) {
    return lookAt(parts, object, caller);
  }
  const refused = answer?.response !== undefined && !isSuccess(answer.response.status);
  return target?.object.resource.list === undefined
    ? Promise.resolve({ state: 'unknown', steps: [] })
    : searchList(parts, target.object.resource, owner, { canary, refused });
}

async function lookAt(parts: Parts, object: TestObject, caller: Session): Promise<Found> {
  const asKeeper = await parts.objects.look(object, 'after-read');
  const exists = asKeeper.failure === undefined;
  const callers = { ...object, owner: caller };
  const asCaller = exists ? undefined : await parts.objects.look(callers, 'after-read');
  const removed = await parts.objects.remove(asCaller?.failure === undefined && !exists ? callers : object);
  return {
    state: exists || asCaller?.failure === undefined ? 'changed' : 'unknown',
    steps: stepsOf(asKeeper.steps, asCaller?.steps, removed),
  };
}

async function searchList(
  parts: Parts,
  resource: MatrixResource,
  owner: Session,
  { canary, refused }: { readonly canary: string; readonly refused: boolean },
): Promise<Found> {
  const { responses, steps, complete } = await readList(parts.context, owner, resource, 'after-read');
  if (responses.some(({ body }) => body.content.includes(canary))) {
    return { state: 'changed', steps };
  }
  const readAll = complete && responses.every(({ status }) => isSuccess(status));
  return { state: readAll && refused ? 'same' : 'unknown', steps };
}
