/**
 * Giving an object that was there before the run its earlier values back, by the operation that changed it, and
 * comparing what its owner is shown then with the first look of the run.
 */
import { jsonEquals } from '../../../json/json';
import type { RecordedResponse } from '../../../result/result';
import { valuesAt } from '../../response/propertyValues';
import type { MatrixOperation } from '../../model/matrix';
import { withValues, type EarlierValue } from './originalValues';
import type { Objects } from './objects';
import { knownValuesOf, type TestObject } from '../inventory/testObject';
import type { Target } from './target';
import type { CellStep } from '../../model/authzResult';
import { statusAccepted } from '../../judge/denial';
import { volatilePaths } from '../../judge/stateDiff';
import { requestOf } from '../../matrix/findByName';
import { sendGranted, type GrantedPorts } from '../sessions/sendAuthorized';
import { isSuccess } from '../../response/status';

/** What restoring values uses. */
export interface RestoreValuesPorts extends GrantedPorts {
  readonly objects: Pick<Objects, 'look'>;
}

/** The result. */
export interface RestoreResult {
  readonly steps: readonly CellStep[];
  /** What the owner is shown now. */
  readonly view?: RecordedResponse;
  /** Why it is not as it was; absent when it is. A whole sentence. */
  readonly failure?: string;
}

/** The values to give back, and what the owner was shown with others in their place. */
export interface Earlier {
  readonly values: readonly EarlierValue[];
  readonly changed?: RecordedResponse;
}

/** Sends the earlier values, and looks whether the object is as it was in the first look of the run. */
export async function restoreValues(
  ports: RestoreValuesPorts,
  operation: MatrixOperation,
  target: Target,
  earlier: Earlier,
): Promise<RestoreResult> {
  const { object, first } = target;
  const sent = await sendValues(ports, operation, target, earlier.values);
  const { resource, owner } = object;
  if (sent.failure !== undefined) {
    return sent;
  }
  if (first === undefined) {
    const failure = `Nothing shows whether the ${resource.name} of ${owner.user.name} is as before the run: ${resource.name} has no "read".`;
    return resource.read === undefined ? { ...sent, failure } : sent;
  }
  const { response, failure, steps } = await ports.objects.look(object, 'after-read');
  const all = [...sent.steps, ...steps];
  if (response === undefined || failure !== undefined) {
    return {
      steps: all,
      failure: `Whether the ${resource.name} of ${owner.user.name} is as before the run could not be read.`,
    };
  }
  const places = differences(target, earlier, { first, last: response });
  const different = places.length === 0 ? {} : { failure: changedSentence(ports, operation, object, places) };
  return { steps: all, view: response, ...different };
}

/** A request without a body has no place for values: sent again, it would change the object again. */
async function sendValues(
  ports: RestoreValuesPorts,
  operation: MatrixOperation,
  { object }: Target,
  values: readonly EarlierValue[],
): Promise<RestoreResult> {
  const { request } = requestOf(ports.context.loaded, operation.request);
  if (request.body === undefined) {
    return { steps: [] };
  }
  const { owner, resource, memo } = object;
  const { answers } = await sendGranted(ports, owner, operation.request, {
    step: 'restore',
    values: () => knownValuesOf(object),
    memo,
    change: (bare) => withValues(bare, values),
  });
  const steps = answers.map(({ step }) => step);
  const response = answers.at(-1)?.response;
  if (response !== undefined && statusAccepted(response, request, ports.context.loaded.matrix.denied)) {
    return { steps };
  }
  const { method, url } = request;
  return {
    steps,
    failure:
      response === undefined
        ? `${owner.user.name} got no answer to ${method} ${url} with the earlier values of the own ${resource.name}.`
        : `${owner.user.name} got ${response.status} to ${method} ${url} with the earlier values of the own ${resource.name}.`,
  };
}

function changedSentence(
  { context }: GrantedPorts,
  { request: name }: MatrixOperation,
  { resource, owner }: TestObject,
  places: readonly string[],
): string {
  const { method, url } = requestOf(context.loaded, name).request;
  return `${places.join(', ')} of the ${resource.name} of ${owner.user.name} was changed and is not as before the run. Send ${method} ${url} with the earlier values.`;
}

/** Whether a look shows something else than the first one of the run. */
export function isChanged({ first, volatile }: Target, response: RecordedResponse): boolean {
  return (
    first !== undefined &&
    (!isSuccess(response.status) || [...volatilePaths(first, response)].some((path) => !volatile.has(path)))
  );
}

/** Places that are not as they were, those left out that move by themselves or with every change. */
function differences(
  { volatile }: Target,
  { values, changed }: Earlier,
  { first, last }: { readonly first: RecordedResponse; readonly last: RecordedResponse },
): readonly string[] {
  const own = values
    .filter(({ path, value }) => !valuesAt(last, path).some((now) => jsonEquals(now, value)))
    .map(({ path }) => path);
  const moving = changed === undefined ? volatile : new Set([...volatile, ...volatilePaths(changed, last)]);
  const others = [...volatilePaths(first, last)].filter((path) => !moving.has(path) && !TRACE.test(path));
  return own.length > 0 ? own : others.map((path) => path || 'the whole body');
}

/** What servers write of a change: when it was made, which one it was. */
const TRACE = /(?:updated|modified|changed|edited|version|revision|etag|timestamp)[^/]*$/i;
