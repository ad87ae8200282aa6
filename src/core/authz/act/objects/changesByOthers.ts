/**
 * What an owner sees of an object right before an attack, compared with an earlier look: what differs, and which
 * other requests of the run can be the cause. It is reported as a conflict of the matrix, never as a flaw.
 */
import type { RecordedResponse } from '../../../result/result';
import type { MatrixResource, RequestName } from '../../model/matrix';
import type { AuthzExchange } from '../../model/authzResult';
import { isSuccess } from '../../response/status';
import { compareViews, volatilePaths } from '../../judge/stateDiff';
import type { Target, TargetMade } from './target';
import { showsObject, type Look, type TestObject } from '../inventory/testObject';

/** A success that no longer shows the object: the way of some APIs to say that there is none. */
export function hides({ response }: Look, object: TestObject, before: RecordedResponse): boolean {
  return (
    response !== undefined &&
    isSuccess(response.status) &&
    showsObject(before, object) &&
    !showsObject(response, object)
  );
}

/** The target by another look of its owner; not `ok` when the object does not exist any more. */
export function seenAgain(
  target: Target,
  look: Look,
  wasChanged: boolean,
): TargetMade & { readonly differs: boolean } {
  const { object, view, volatile, steps } = target;
  const { response, failure } = look;
  if (view === undefined || response === undefined || failure !== undefined || hides(look, object, view)) {
    return { ok: false, failure: failure ?? UNSEEN, steps: look.steps, differs: response !== undefined };
  }
  const differs = compareViews(view, response, volatile).state !== 'same';
  // Where nobody changed anything, what is different moves by itself.
  const moving = wasChanged ? volatile : new Set([...volatile, ...volatilePaths(view, response)]);
  return {
    ok: true,
    target: { ...target, view: response, volatile: moving, steps: [...steps, ...look.steps] },
    differs,
  };
}

const UNSEEN = 'Its owner does not see the object any more.';

/** Requests since the first `start` that may have changed something: `clear as alice`. Those that make and remove test objects are left out. */
export function changesSince(
  exchanges: readonly AuthzExchange[],
  start: number,
  { create, delete: remove }: Pick<MatrixResource, 'create' | 'delete'>,
): readonly string[] {
  const isNamed = ({ request }: AuthzExchange, name: RequestName | undefined): boolean =>
    name?.chain === request.chain && name.id === request.id;
  return exchanges
    .slice(start)
    .filter(({ exchange }) => exchange !== undefined && !READING.test(exchange.request.method))
    .filter((sent) => !isNamed(sent, create) && !isNamed(sent, remove))
    .map(({ request, user }) => `${request.id} as ${user}`);
}

const READING = /^(?:GET|HEAD|OPTIONS)$/i;
/** Requests that a sentence names. */
const MAX_NAMED = 5;

/** Says that an object was changed before an attack, and by which requests it can have been. */
export function conflictSentence(
  { owner, resource }: TestObject,
  operation: string,
  others: readonly string[],
): string {
  const named = [...new Set(others.toReversed())].slice(0, MAX_NAMED).join(', ');
  return `The ${resource.name} of ${owner.user.name} changed before the attack on ${operation}. Requests that were sent in between, the latest first: ${named}. The verdict compares with what the owner saw right before the attack.`;
}
