/** Sending what somebody may: a request of the matrix in the way of attacks, with credentials that hold. */
import type { ChainRequest, Expectation } from '../../model';
import { attackRequest } from '../request/attackRequest';
import { requestOf } from './context';
import type { AuthzContext } from './context';
import type { RequestName } from '../matrix/matrix';
import type { Planted } from '../request/plant';
import { planOf } from './sender';
import type { Answer, Sending, Values } from './sender';
import type { Session, Sessions } from './sessions';

/** What it is sent with. */
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
  },
): Promise<{ readonly request: ChainRequest; readonly answers: readonly Answer[] }> {
  const { loaded, request } = requestOf(context.loaded, name);
  const { planted, expect, values, ...how } = sending;
  const bare = attackRequest(request, loaded.chain, {
    places: [],
    anonymous: false,
    ...(planted === undefined ? {} : { planted }),
  });
  const asked = expect === undefined ? bare.request : { ...bare.request, expect };
  const plan = planOf(loaded, asked, context.loaded.environment, bare.chain);
  const send = (): Promise<readonly Answer[]> =>
    context.sender.send({ caller: user, plan, ...how, values: values() });
  const first = await send();
  if (first.at(-1)?.response?.status !== 401 || how.step === 'liveness') {
    return { request, answers: first };
  }
  await sessions.renew(user);
  return { request, answers: [...first, ...(await send())] };
}
