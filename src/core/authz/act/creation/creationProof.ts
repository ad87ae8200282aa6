/**
 * Proof that a creation created something (specification §4.1): its answer met everything that the request expects
 * and gives the identifiers, or reading the client's own choice showed nothing before and the object afterwards.
 * Without proof nothing is deleted and nothing is attacked, because it may have been there before.
 */
import type { ChainRequest } from '../../../model';
import type { CellStep, StepKind } from '../../model/authzResult';
import type { AuthzContext } from '../context';
import type { Answer, Values } from '../sender/sender';
import { isMissing } from '../../response/status';
import { denialOf, statusAccepted } from '../../judge/denial';
import { chosenIds, declaredChoices, type Creating } from './clientChosenIds';
import { extractedIds, listedIdPaths } from '../inventory/existingIds';
import { idTexts, type Look, type TestObject } from '../inventory/testObject';

/** What looking for proof uses. */
export interface ProofPorts {
  readonly context: AuthzContext;
  /** Sends the resource's `read` as the owner. */
  readonly look: (object: TestObject, step: StepKind) => Promise<Look>;
}

/** What an answer says of the object that was to be created. */
export type AnswerKind = 'created' | 'accepted' | 'failed' | 'refused';

/**
 * Classifies the answer to a creation: `created` also gives the identifiers, which `accepted` does not. What `failed`
 * gives identifiers although the answer is not what the request expects.
 */
export function answerKindOf(
  context: AuthzContext,
  { resource }: TestObject,
  request: ChainRequest,
  { response, result }: Answer,
): AnswerKind {
  const { matrix } = context.loaded;
  const isAccepted =
    response !== undefined &&
    statusAccepted(response, request, matrix.denied) &&
    result.expectations.every(({ passed }) => passed);
  const given = new Set(result.extractions.flatMap(({ found, variable }) => (found ? [variable] : [])));
  const wanted = extractedIds(context.loaded, resource);
  const isGiven =
    wanted.size > 0 &&
    listedIdPaths(resource).size === 0 &&
    [...wanted].every((variable) => given.has(variable));
  if (isAccepted) {
    return isGiven ? 'created' : 'accepted';
  }
  return isGiven ? 'failed' : 'refused';
}

/** Whether a creation may be sent, and the identifiers that it has then; else why not, in a whole sentence. */
export type Sendable =
  | { readonly ok: true; readonly ids: Values; readonly isShownAbsent: boolean }
  | { readonly ok: false; readonly reason: string };

/**
 * Whether a creation may be sent: where the client chooses the identifiers it could change or replace what exists,
 * so reading has to show nothing under them.
 */
export async function maySend({ context, look }: ProofPorts, creating: Creating): Promise<Sendable> {
  const chosen = chosenIds(context, creating);
  const { object, item } = creating;
  const { resource, owner } = object;
  const [name, user] = [resource.name, owner.user.name];
  if ('unknown' in chosen) {
    const isDeclared = declaredChoices(resource).includes(chosen.unknown);
    return {
      ok: false,
      reason: (isDeclared ? undecidedReason : unknownReason)(object, item, chosen.unknown),
    };
  }
  if (chosen.by !== 'client') {
    return { ok: true, ids: chosen.ids, isShownAbsent: false };
  }
  if (resource.read === undefined) {
    const reason = `Nothing would show whether the ${name} of ${user} is there already, whose identifier is chosen by the user. Name a "read" of ${name}.`;
    return { ok: false, reason };
  }
  const { response } = await look({ ...object, ids: chosen.ids }, 'create');
  if (response === undefined) {
    return {
      ok: false,
      reason: `Whether the ${name} of ${user} is there already is not known, so none is created.`,
    };
  }
  const isAbsent =
    isMissing(response.status) || denialOf(response, context.loaded.matrix.denied).mapped === 404;
  return isAbsent
    ? { ok: true, ids: chosen.ids, isShownAbsent: true }
    : {
        ok: false,
        reason: `The ${name} of ${user} may have been there before the run (reading it first got ${response.status}), so the run neither creates nor attacks nor deletes it.`,
      };
}

function undecidedReason(
  { resource, owner }: TestObject,
  { request }: Creating['item'],
  variable: string,
): string {
  return `{{${variable}}} has no value before ${request.id} is sent, so whether the ${resource.name} of ${owner.user.name} is there already could not be read. Give it one in the variables of the user, of the chain or of the environment, and use it in ${request.id}.`;
}

function unknownReason(
  { resource, owner }: TestObject,
  { request }: Creating['item'],
  variable: string,
): string {
  return `${request.id} writes to the URL of a ${resource.name} of ${owner.user.name} (${request.method} ${request.url}), and whether one is there already could not be read before: {{${variable}}} is not known by then, or names another one. Use the variable of that URL in "id" and "read" of the matrix, without extracting it, or create with a POST.`;
}

/** Whether an accepted creation under the client's identifiers created the object; absent when that is not shown. */
export async function proofOfChoice(
  { context, look }: ProofPorts,
  object: TestObject,
): Promise<{ readonly proof?: 'response' | 'reads'; readonly steps: readonly CellStep[] }> {
  const { resource, ids, shownAbsent } = object;
  if (shownAbsent !== undefined) {
    const isSame = JSON.stringify(idTexts(shownAbsent)) === JSON.stringify(idTexts(ids));
    const { steps, failure } = isSame ? await look(object, 'create') : { steps: [], failure: '' };
    return failure === undefined ? { proof: 'reads', steps } : { steps };
  }
  const isChosen = extractedIds(context.loaded, resource).size === 0 && listedIdPaths(resource).size === 0;
  return isChosen && resource.id.every((name) => ids.has(name))
    ? { proof: 'response', steps: [] }
    : { steps: [] };
}
