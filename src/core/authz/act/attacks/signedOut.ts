/**
 * Attacks with a token that has ended: its owner signs in once more, reads the object, and signs out of that session
 * alone, or the run waits until it has expired. What was not granted before, or what did not end, proves nothing.
 */
import { logOutOf } from '../../matrix/endsCredentials';
import { defined } from '../../../defined';
import { authenticates } from '../../../masking/credentialPlaces';
import type { CookieJar } from '../../../ports';
import { variableUses } from '../../../prepare/references';
import { neededVariables, outerValues } from '../../../prepare/writtenValues';
import { operationOf, requestOf } from '../../matrix/findByName';
import { isSuccess } from '../../response/status';
import { knownValuesOf } from '../inventory/testObject';
import { NO_COOKIES } from '../sender/readOnlyCookies';
import { planOf } from '../sender/sender';
import { expiryOf, type Session, type Sessions } from '../sessions/sessions';
import { notAsked, stepsOf } from './finding';
import type { Attack, Prepared } from './prepareAttack';
import { sendAttack, type AttackPorts } from './sendAttack';

/** Servers may allow for clocks that differ, "usually no more than a few minutes" (RFC 7519 §4.1.4). */
const LEEWAY_MS = 300_000;

/** What ended tokens are tried by. */
type EndedPorts = AttackPorts & { readonly sessions: Sessions };

/** The attack with a session of the owner in the caller's place, which a log-out has ended. */
export async function signedOut(ports: EndedPorts, attack: Attack): Promise<Prepared> {
  const { context } = ports;
  const logOut = logOutOf(context.loaded.matrix);
  if (logOut === undefined) {
    return stopped('No operation signs users out.', { steps: [] });
  }
  const further = await furtherSession(ports, attack);
  if (!further.ok) {
    return further;
  }
  const { caller } = further.attack;
  const { loaded, request } = requestOf(context.loaded, logOut.request);
  const [answer] = await context.sender.send({
    caller,
    plan: planOf(loaded, request, context.loaded.environment),
    values: caller.values,
    step: 'owner-control',
  });
  const steps = stepsOf(further.attack.ownerControl.steps, answer);
  return answer === undefined || answer.failure !== undefined
    ? stopped(
        `${attack.owner.user.name} could not sign out by ${logOut.name}. ${answer?.failure ?? ''}`.trimEnd(),
        { steps },
      )
    : { ok: true, attack: { ...further.attack, ownerControl: { ...attack.ownerControl, steps } } };
}

/**
 * The attack with a session of the owner in the caller's place that has expired. A run waits once for each owner; its
 * other sessions may expire meanwhile, so that everything else is prepared again. No cookies are sent, which may hold
 * longer than tokens.
 */
export async function expired(
  ports: EndedPorts,
  attack: Attack,
  prepareAgain: () => Promise<Prepared>,
): Promise<Prepared> {
  const { sessions } = ports;
  const { name } = attack.owner.user;
  const known = sessions.expired.get(name);
  const further =
    known === undefined ? await furtherSession(ports, attack, NO_COOKIES) : inPlaceOfCaller(attack, known);
  if (!further.ok) {
    return further;
  }
  const { caller, ownerControl } = further.attack;
  const wait = untilExpired(ports, attack, caller);
  if (typeof wait === 'string') {
    return stopped(wait, ownerControl);
  }
  if (wait <= 0) {
    return further;
  }
  sessions.waitedMs += wait;
  await ports.context.sender.pause(wait);
  sessions.expired.set(name, caller);
  const again = await prepareAgain();
  return again.ok
    ? inPlaceOfCaller(
        { ...again.attack, ownerControl: { ...again.attack.ownerControl, steps: ownerControl.steps } },
        caller,
      )
    : again;
}

/** Milliseconds until the tokens that an attack sends have expired; why not to wait for that, in a whole sentence. */
function untilExpired(
  { context, sessions }: EndedPorts,
  { cell }: Attack,
  session: Session,
): number | string {
  const { name } = session.user;
  const { loaded, request } = requestOf(context.loaded, operationOf(context.loaded, cell.operation).request);
  const sent = variableUses(request, loaded.chain).filter(({ location }) => authenticates(location));
  const required = loaded.required.map(({ chain }) => chain);
  const written = [loaded.chain.variables, ...outerValues(required, context.loaded.environment)];
  const expiresAt = expiryOf(
    session,
    neededVariables(
      [session.user.variables, ...written],
      sent.map(({ variable }) => variable),
    ),
  );
  if (expiresAt === undefined) {
    return `No token of ${name} says when it expires, so the run cannot wait for that.`;
  }
  const waitMs = expiresAt - context.ports.clock.now() + LEEWAY_MS;
  const neededSeconds = Math.ceil((sessions.waitedMs + waitMs) / 1000);
  return neededSeconds > context.loaded.matrix.limits.waitSeconds
    ? `A token of ${name} is tried 5 minutes after it has expired, and the run may not wait that long. Set "waitSeconds" under "limits" of the matrix to ${neededSeconds} or more.`
    : waitMs;
}

/**
 * A session that nobody else uses, in the caller's place: it reads what the attack is about.
 *
 * @param cookies what is sent in the place of its own
 */
async function furtherSession(ports: EndedPorts, attack: Attack, cookies?: CookieJar): Promise<Prepared> {
  const { owner } = attack;
  const session = await ports.sessions.another(owner);
  if (session.failure !== undefined) {
    return stopped(session.failure, session);
  }
  const further = inPlaceOfCaller(attack, { ...session, ...defined({ cookies }) });
  const control = await sendAttack(ports, further.attack, { step: 'owner-control' });
  const steps = stepsOf(session.steps, control);
  return control?.response === undefined || !isSuccess(control.response.status)
    ? stopped(
        `A further session of ${owner.user.name} is refused before it has ended, so that a refusal after it shows nothing.`,
        { steps },
      )
    : { ok: true, attack: { ...further.attack, ownerControl: { ...attack.ownerControl, steps } } };
}

/** An attack that is sent with a session of the owner. */
function inPlaceOfCaller(
  { own: _own, ...attack }: Attack,
  session: Session,
): Extract<Prepared, { ok: true }> {
  const known = attack.target === undefined ? [] : knownValuesOf(attack.target.object);
  const caller = { ...session, values: new Map([...known, ...session.values]) };
  return { ok: true, attack: { ...attack, caller } };
}

function stopped(failure: string, { steps }: Pick<Attack['owner'], 'steps'>): Prepared {
  return { ok: false, finding: notAsked(failure, steps) };
}
