/**
 * Proof that a creation created something (specification §4.1): its answer met everything that the request expects
 * and gives the identifiers, or reading the client's own choice showed nothing before and the object afterwards.
 * Without proof nothing is deleted and nothing is attacked, for it may have been there before.
 */
import type { ChainRequest } from '../../model';
import { plainText } from '../../prepare/template';
import { CANARY } from '../request/absentId';
import type { CellStep, StepKind } from '../result/authzResult';
import type { AuthzContext } from '../run/context';
import type { Answer } from '../run/sender';
import { isMissing } from '../run/status';
import { denialOf, statusAccepted } from '../verdict/denial';
import { extractedIds } from './existing';
import { identifiers } from './testObject';
import type { Look, TestObject } from './testObject';

/** What looking for proof takes. */
export interface ProofPorts {
  readonly context: AuthzContext;
  /** Sends the resource's `read` as the owner. */
  readonly look: (object: TestObject, step: StepKind) => Promise<Look>;
}

/** What an answer says of the object that was to be created. */
export type AnswerTells = 'created' | 'accepted' | 'failed' | 'refused';

/**
 * Reads the answer to a creation: `created` also gives the identifiers, which `accepted` does not. What `failed`
 * gives identifiers although the answer is not what the request expects.
 */
export function tellsOf(
  context: AuthzContext,
  { resource }: TestObject,
  request: ChainRequest,
  { response, result }: Answer,
): AnswerTells {
  const { matrix } = context.loaded;
  const isAccepted =
    response !== undefined &&
    statusAccepted(response, request, matrix.denied) &&
    result.expectations.every(({ passed }) => passed);
  const given = new Set(result.extractions.flatMap(({ found, variable }) => (found ? [variable] : [])));
  const wanted = extractedIds(context.loaded, resource);
  const isGiven = wanted.size > 0 && [...wanted].every((variable) => given.has(variable));
  if (isAccepted) {
    return isGiven ? 'created' : 'accepted';
  }
  return isGiven ? 'failed' : 'refused';
}

/**
 * Why a creation must not be sent whose identifiers the client chooses: it could change or replace what is there.
 * Absent where the server chooses them, where they are made for this run, and where reading shows nothing.
 */
export async function whyNotCreate(
  { context, look }: ProofPorts,
  object: TestObject,
): Promise<string | undefined> {
  const chosen = chosenIds(context, object);
  if (chosen === undefined) {
    return undefined;
  }
  const { resource, owner } = chosen;
  const who = `${resource.name} of ${owner.user.name}`;
  if (resource.read === undefined) {
    return `Nothing would show whether the ${who} is there already, whose identifier is chosen by the user. Name a "read" of ${resource.name}.`;
  }
  const { response } = await look(chosen, 'create');
  if (response === undefined) {
    return `Whether the ${who} is there already is not known, so none is created.`;
  }
  const isAbsent =
    isMissing(response.status) || denialOf(response, context.loaded.matrix.denied).mapped === 404;
  return isAbsent
    ? undefined
    : `The ${who} may have been there before the run (reading it first got ${response.status}), so the run neither creates nor attacks nor deletes it.`;
}

/** Whether an accepted creation under the client's identifiers created the object; absent when that is not shown. */
export async function proofOfChoice(
  { context, look }: ProofPorts,
  object: TestObject,
): Promise<{ readonly proof?: 'response' | 'reads'; readonly steps: readonly CellStep[] }> {
  const isComplete = object.resource.id.every((name) => object.ids.has(name));
  if (!isComplete || extractedIds(context.loaded, object.resource).size > 0) {
    return { steps: [] };
  }
  if (chosenIds(context, object) === undefined) {
    return { proof: 'response', steps: [] };
  }
  const { steps, failure } = await look(object, 'create');
  return failure === undefined ? { proof: 'reads', steps } : { steps };
}

/** The object under the identifiers that its owner chose; absent where the server chooses, or the run itself did. */
function chosenIds(context: AuthzContext, object: TestObject): TestObject | undefined {
  const { resource, owner, produced } = object;
  if (extractedIds(context.loaded, resource).size > 0) {
    return undefined;
  }
  const ids = identifiers(resource, owner, new Map([...owner.values, ...produced]));
  const isOfRun = [...ids.values()].some(({ value }) => CANARY.test(plainText(value)));
  return isOfRun || ids.size < resource.id.length ? undefined : { ...object, ids };
}
