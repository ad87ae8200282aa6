/** What the owner of an object does with it besides creating it: looks at it, and deletes it. */
import { defined } from '../../../defined';
import type { ChainRequest, Expectation } from '../../../model';
import type { RecordedResponse } from '../../../result/result';
import type { RequestName } from '../../model/matrix';
import type { CellStep, StepKind } from '../../model/authzResult';
import { plantText } from '../../request/canary';
import { plantedChecks, withoutReferences } from '../../request/checksWithCanary';
import { requestOf } from '../../matrix/findByName';
import { sendGranted, type GrantedPorts } from '../sessions/sendAuthorized';
import { isMissing, isRefusal, isSuccess } from '../../response/status';
import { showsAbsence } from '../../judge/absence';
import { statusAccepted } from '../../judge/denial';
import { hasContent } from '../../response/hasContent';
import { knownValuesOf, showsObject, type Look, type TestObject } from '../inventory/testObject';

/** Sends the resource's `read` as the owner. The view that attacks are compared with has to meet what it expects. */
export async function lookAt(ports: GrantedPorts, object: TestObject, step: StepKind): Promise<Look> {
  const { resource, owner } = object;
  if (resource.read === undefined) {
    return { steps: [], failure: `The resource ${resource.name} has no "read".` };
  }
  const expect = step === 'owner-read' ? expectedOf(ports, object, resource.read) : undefined;
  const { request, answers } = await sendAsOwner(ports, object, resource.read, { step, expect });
  const answer = answers.at(-1);
  const steps = answers.map((one) => one.step);
  if (answer?.response === undefined) {
    const why = answer === undefined ? 'It was not sent.' : answer.failure;
    return { steps, failure: `${owner.user.name} got no answer. ${why ?? ''}` };
  }
  const { response, result } = answer;
  const what = `${owner.user.name} got ${response.status} when reading the own ${resource.name}`;
  if (!isAccepted(ports, request, response) || (expect !== undefined && !hasContent(response.status))) {
    return { steps, response, failure: `${what}.` };
  }
  return result.expectations.every(({ passed }) => passed)
    ? { steps, response }
    : { steps, response, failure: `${what}, which is not what the request expects. ${answer.failure ?? ''}` };
}

/** What the owner's read expects, as far as the planted text leaves it true. */
function expectedOf(
  { context: { loaded, planting } }: GrantedPorts,
  { resource, canary }: TestObject,
  read: RequestName,
): Expectation {
  const { expect } = requestOf(loaded, read).request;
  if (resource.create === undefined) {
    return withoutReferences(expect);
  }
  const created = requestOf(loaded, resource.create).request;
  const planted = plantText(created, { ...planting.of(resource), text: canary });
  return withoutReferences(plantedChecks({ ...created, expect }, planted));
}

/** The result of deleting an object. */
export interface Removal {
  readonly steps: readonly CellStep[];
  /** Why it is or may be still there. */
  readonly failure?: string;
  /** Whether the owner was shown that it is gone. */
  readonly proved?: boolean;
}

/**
 * Sends the resource's `delete` as the owner. That there is nothing to delete counts when the owner sees nothing.
 * Where the owner is refused it, the others try: an attack may have given it to them.
 */
export async function deleteObject(
  ports: GrantedPorts,
  object: TestObject,
  others: readonly string[] = [],
): Promise<Removal> {
  const { resource } = object;
  if (resource.delete === undefined) {
    return { steps: [], failure: `The resource ${resource.name} has no "delete".` };
  }
  const { request, answers } = await sendAsOwner(ports, object, resource.delete, { step: 'teardown' });
  const steps = answers.map(({ step }) => step);
  const response = answers.at(-1)?.response;
  const missing = response !== undefined && isMissing(response.status);
  if (missing ? resource.read === undefined : isAccepted(ports, request, response)) {
    return { steps };
  }
  const unanswered = object.owner.failure ?? 'Deleting it was not answered.';
  const failure = response === undefined ? unanswered : `Deleting it got ${response.status}.`;
  const refused = response !== undefined && isRefusal(response.status) && response.status !== 429;
  // "Not found" may be said of the way to delete it; another API says in its own words that it does not exist.
  const seen = refused && !missing && others.length > 0 ? undefined : await lookAt(ports, object, 'teardown');
  const all = [...steps, ...(seen?.steps ?? [])];
  if (seen !== undefined && presenceIn(seen, object) === 'gone') {
    return { steps: all, proved: true };
  }
  const isDeleted = refused && (await isDeletedByOthers(ports, object, resource.delete, others));
  return isDeleted ? { steps: all, proved: true } : { steps: all, failure };
}

/** Only a success counts, because what others are not shown is not gone. */
async function isDeletedByOthers(
  ports: GrantedPorts,
  object: TestObject,
  remove: RequestName,
  others: readonly string[],
): Promise<boolean> {
  for (const name of others) {
    const owner = await ports.sessions.of(name);
    if (owner.failure === undefined) {
      const { request, answers } = await sendAsOwner(ports, { ...object, owner }, remove, {
        step: 'teardown',
      });
      if (isAccepted(ports, request, answers.at(-1)?.response)) {
        return true;
      }
    }
  }
  return false;
}

/** Whether a look shows an object, or that there is none; nothing for what proves neither, such as an error page. */
export function presenceIn({ response, failure }: Look, object: TestObject): 'there' | 'gone' | undefined {
  if (response === undefined || isMissing(response.status)) {
    return response === undefined ? undefined : 'gone';
  }
  if (failure !== undefined && !isSuccess(response.status)) {
    return undefined;
  }
  if (showsObject(response, object)) {
    return 'there';
  }
  return showsAbsence(response) ? 'gone' : undefined;
}

function isAccepted(
  { context }: GrantedPorts,
  request: ChainRequest,
  response: RecordedResponse | undefined,
): boolean {
  return response !== undefined && statusAccepted(response, request, context.loaded.matrix.denied);
}

function sendAsOwner(
  ports: GrantedPorts,
  object: TestObject,
  name: RequestName,
  { step, expect }: { readonly step: StepKind; readonly expect?: Expectation | undefined },
): ReturnType<typeof sendGranted> {
  return sendGranted(ports, object.owner, name, {
    step,
    values: () => knownValuesOf(object),
    memo: object.memo,
    ...defined({ expect }),
  });
}
