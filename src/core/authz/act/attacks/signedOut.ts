/**
 * An attack with a token that has ended: its owner signs in once more, reads the object, and signs out of that
 * session alone. What was not granted before, or what did not sign out, proves nothing.
 */
import { logOutOf } from '../../matrix/endsCredentials';
import { requestOf } from '../../matrix/findByName';
import { isSuccess } from '../../response/status';
import { knownValuesOf } from '../inventory/testObject';
import { planOf } from '../sender/sender';
import type { Sessions } from '../sessions/sessions';
import { notAsked, stepsOf } from './finding';
import type { Attack, Prepared } from './prepareAttack';
import { sendAttack, type AttackPorts } from './sendAttack';

/** The attack with the ended session of the owner in the caller's place. */
export async function signedOut(
  ports: AttackPorts & { readonly sessions: Sessions },
  { own: _own, ...attack }: Attack,
): Promise<Prepared> {
  const { context, sessions } = ports;
  const { owner, target } = attack;
  const { name } = owner.user;
  const logOut = logOutOf(context.loaded.matrix);
  const session = await sessions.another(owner);
  if (logOut === undefined || session.failure !== undefined) {
    return stopped(session.failure ?? 'No operation signs users out.', session);
  }
  const known = target === undefined ? [] : knownValuesOf(target.object);
  const caller = { ...session, values: new Map([...known, ...session.values]) };
  const ended: Attack = { ...attack, caller };
  const control = await sendAttack(ports, ended, { step: 'owner-control' });
  if (control?.response === undefined || !isSuccess(control.response.status)) {
    return stopped(
      `A further session of ${name} is refused before it is signed out of, so that a refusal after it shows nothing.`,
      { steps: stepsOf(session.steps, control) },
    );
  }
  const { loaded, request } = requestOf(context.loaded, logOut.request);
  const [answer] = await context.sender.send({
    caller,
    plan: planOf(loaded, request, context.loaded.environment),
    values: caller.values,
    step: 'owner-control',
  });
  const steps = stepsOf(session.steps, control, answer);
  return answer === undefined || answer.failure !== undefined
    ? stopped(`${name} could not sign out by ${logOut.name}. ${answer?.failure ?? ''}`.trimEnd(), { steps })
    : { ok: true, attack: { ...ended, ownerControl: { ...attack.ownerControl, steps } } };
}

function stopped(failure: string, { steps }: Pick<Attack['owner'], 'steps'>): Prepared {
  return { ok: false, finding: notAsked(failure, steps) };
}
