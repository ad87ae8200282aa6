/** Sending what somebody may: a request of the matrix in the way of attacks, with credentials that hold. */
import { defined } from '../../../defined';
import type { ChainRequest, Expectation } from '../../../model';
import { attackRequest } from '../../plan/requests/attackRequest';
import type { AuthzContext } from '../context';
import { requestOf } from '../../matrix/findByName';
import type { RequestName } from '../../model/matrix';
import type { Planted } from '../../request/canary';
import { planOf, type Answer, type Sending, type Values } from '../sender/sender';
import type { Session, Sessions } from './sessions';

/** What a request is sent with. */
export interface GrantedPorts {
  readonly context: AuthzContext;
  readonly sessions: Sessions;
}

/** Sends it; signs in again, once, when the credentials did not hold, unless that is the question. */
export async function sendGranted(
  { context, sessions }: GrantedPorts,
  user: Session,
  name: RequestName,
  sending: Pick<Sending, 'step' | 'memo'> & {
    readonly values: () => Values;
    readonly planted?: Planted;
    readonly expect?: Expectation;
    /** What is other than in the chain. */
    readonly change?: (request: ChainRequest) => ChainRequest;
  },
): Promise<{ readonly request: ChainRequest; readonly answers: readonly Answer[] }> {
  const { loaded, request } = requestOf(context.loaded, name);
  const { planted, expect, change = (same) => same, values, ...how } = sending;
  const bare = attackRequest(request, loaded.chain, {
    places: [],
    anonymous: false,
    ...defined({ planted }),
  });
  const changed = change(bare.request);
  const asked = expect === undefined ? changed : { ...changed, expect };
  const plan = planOf(loaded, asked, context.loaded.environment, bare.chain);
  const send = (): Promise<readonly Answer[]> =>
    context.sender.send({ caller: user, plan, ...how, values: values() });
  const { first, last } = await repeatAfterSignIn({ sessions, user }, send, (answers) => {
    const refusal = answers.at(-1);
    // Of what does not exist a 403 is an answer.
    const isAnswer = how.step === 'calibration' && refusal?.response?.status === 403;
    return how.step === 'liveness' || isAnswer ? undefined : refusal;
  });
  return { request, answers: last === first ? first : [...first, ...last] };
}

/** Whose requests are sent. */
interface RenewableUser {
  readonly sessions: Pick<Sessions, 'renewEnded' | 'sentAgain'>;
  readonly user: Session;
}

/**
 * Sends something as a user, and once more where its refusal shows that the credentials had ended. `first` and `last`
 * are the same where it was sent once.
 *
 * @param refusalIn the refusal that may mean that; absent where there is none
 */
export async function repeatAfterSignIn<T>(
  { sessions, user }: RenewableUser,
  send: () => Promise<T>,
  refusalIn: (sent: T) => Answer | undefined,
): Promise<{ readonly first: T; readonly last: T }> {
  const first = await send();
  const refusal = refusalIn(first);
  if (!(await sessions.renewEnded(user, refusal))) {
    return { first, last: first };
  }
  const last = await send();
  sessions.sentAgain(user, refusal, refusalIn(last));
  return { first, last };
}
