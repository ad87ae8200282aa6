/**
 * Whether the object in the answer to a creation is new: it may have been there before. A list that was read
 * before proves it, and so does status 201 together with the text that was sent; else the request is sent once
 * more, which then has to create another one. What shows another text than the one that was sent is never new.
 */
import type { ChainRequest } from '../../../model';
import type { RecordedResponse } from '../../../result/result';
import type { AuthzContext } from '../context';
import type { Answer } from '../sender/sender';
import { isRefusal } from '../../response/status';
import { answerKindOf, type ProofPorts } from './creationProof';
import { ownIds, type Existing } from '../inventory/existingIds';
import type { Inventory } from '../inventory/inventory';
import type { CreationProof } from '../ledger';
import type { NewObjectCheck } from '../inventory/newObjects';
import { idNames } from '../inventory/listedIds';
import { isPlanted, shownText, type PlantedBody, type ShownText } from './canaryInResponse';
import { idTexts, type TestObject } from '../inventory/testObject';

/** What creations use. */
export interface CreationPorts extends ProofPorts {
  readonly inventory: Inventory;
  readonly newObjects: NewObjectCheck;
  readonly existing: Pick<Existing, 'why'>;
}

/** What outcome of a creation: the object when it is proved, or why it is not. */
export interface CreationOutcome {
  readonly object?: TestObject;
  readonly problem?: string;
}

/** How an object was asked for. */
export interface SentCreation {
  /** As it was sent, with the planted text. */
  readonly request: ChainRequest;
  /** Sends it once more, for another object. */
  readonly repeat: () => Promise<RepeatedCreation>;
}

/** What outcome of sending a creation once more. */
export interface RepeatedCreation extends Pick<SentCreation, 'request'> {
  readonly answer: Answer | undefined;
  /** With the identifiers that the answer gives. */
  readonly object: TestObject;
}

/** Adds the object to the inventory if it is proved to be new; otherwise leaves it alone and gives the reason. */
export async function confirmReturned(
  ports: CreationPorts,
  object: TestObject,
  asked: SentCreation,
): Promise<CreationOutcome> {
  // The inventory says where it was seen before.
  if (ports.existing.why(object) !== undefined) {
    return adopt(ports, object, 'response');
  }
  const text = await textShown(ports, object, asked.request);
  if (text === 'other') {
    return notNew(ports, object, OTHER_TEXT(asked.request.id, object.resource.name));
  }
  return isNew(ports, object, text)
    ? adopt(ports, object, 'response')
    : confirmByRepeating(ports, object, asked);
}

/** A user who was made for a cell had nothing before. */
function isNew({ newObjects }: CreationPorts, object: TestObject, text: ShownText): boolean {
  const isCreated = object.answer?.status === 201;
  return newObjects.isShown(object) || (isCreated && (text === 'sent' || object.owner.standIn !== undefined));
}

/** What the answer shows of the planted text; where that would decide and is not shown, what the owner reads. */
async function textShown(
  ports: CreationPorts,
  object: TestObject,
  { body }: Pick<ChainRequest, 'body'>,
): Promise<ShownText> {
  const { context, look } = ports;
  const { resource, answer } = object;
  const planted = plantedBody(context, object, body);
  const text = shownText(answer, planted);
  const isOpen = text === 'none' && answer?.status === 201 && !isNew(ports, object, text);
  if (!isOpen || !isPlanted(planted) || resource.read === undefined) {
    return text;
  }
  const { response, failure } = await look(object, 'create');
  return failure === undefined ? shownText(response, planted) : 'none';
}

function plantedBody(context: AuthzContext, object: TestObject, body: PlantedBody['body']): PlantedBody {
  const { resource, canary } = object;
  return { body, canary, idNames: idNames(context, resource), ids: ownIds(context.loaded, object) };
}

async function confirmByRepeating(
  ports: CreationPorts,
  object: TestObject,
  asked: SentCreation,
): Promise<CreationOutcome> {
  const { inventory, newObjects } = ports;
  // Only a POST makes another one.
  if (!/^POST$/i.test(asked.request.method)) {
    return notNew(ports, object, NOT_ANSWERED(asked.request.id, object.resource.name));
  }
  const repeated = await asked.repeat();
  const outcome = repeatedOutcome(ports.context, object, repeated);
  if (outcome !== 'another' && outcome !== 'unanswered') {
    await inventory.discard(repeated.object);
  }
  if (outcome !== 'another' && outcome !== 'refusal') {
    return notNew(ports, object, WHY_NOT_NEW[outcome](asked.request.id, object.resource.name));
  }
  newObjects.show(object);
  await (outcome === 'another' ? adopt(ports, repeated.object, 'response') : undefined);
  return adopt(ports, object, 'response');
}

/** What a creation that was sent once more created: `unanswered` may have created anything. */
type RepeatedOutcome = 'another' | 'refusal' | 'same' | 'unanswered' | 'nothing';

function repeatedOutcome(
  context: AuthzContext,
  first: TestObject,
  { request, answer, object }: RepeatedCreation,
): RepeatedOutcome {
  if (answer?.result.exchange === undefined) {
    return 'nothing';
  }
  const status = object.answer?.status ?? 500;
  if (status >= 500) {
    return 'unanswered';
  }
  const answerKind = answerKindOf(context, object, request, answer);
  if (answerKind === 'created' && !isSameObject(context, first, object)) {
    const text = shownText(object.answer, plantedBody(context, object, request.body));
    return text === 'other' ? 'same' : 'another';
  }
  if (answerKind !== 'refused' || !isRefusal(status)) {
    return 'same';
  }
  return isConflict(object.answer) ? 'refusal' : 'nothing';
}

/** Whether an answer says that there is one already. Refusals about credentials, rights or rate limits say nothing about the first answer. */
function isConflict(response: RecordedResponse | undefined): boolean {
  const { status, body } = response ?? {};
  return status === 409 || status === 422 || (status === 400 && IS_TAKEN.test(body?.content ?? ''));
}

/** How servers say it with status 400. */
const IS_TAKEN = /\b(?:already|exists?|duplicate|conflicts?|taken|unique)\b/i;

function isSameObject({ loaded }: AuthzContext, one: TestObject, other: TestObject): boolean {
  const [mine, theirs] = [one, other].map((object) => JSON.stringify(idTexts(ownIds(loaded, object))));
  return mine === theirs;
}

type Reason = (request: string, name: string) => string;

const OTHER_TEXT: Reason = (request, name) =>
  `${request} creates no new ${name} each time: the answer shows another text than the one that was sent.`;

const NOT_ANSWERED: Reason = (request, name) =>
  `Whether ${request} creates a new ${name} each time was not answered.`;

const WHY_NOT_NEW: Readonly<Record<Exclude<RepeatedOutcome, 'another' | 'refusal'>, Reason>> = {
  same: (request, name) => `${request} creates no new ${name} each time.`,
  unanswered: NOT_ANSWERED,
  nothing: NOT_ANSWERED,
};

async function notNew(
  { inventory }: CreationPorts,
  object: TestObject,
  why: string,
): Promise<CreationOutcome> {
  const problem = `${why} What it gives may have been there before, so it was neither attacked nor deleted.`;
  await inventory.markLeftover(object, problem);
  return { problem };
}

/** The object in the inventory, with what proves that the run created it; or why it is not taken. */
export async function adopt(
  { inventory }: Pick<CreationPorts, 'inventory'>,
  object: TestObject,
  proof: CreationProof,
): Promise<CreationOutcome> {
  const proved = withProof(object, proof);
  const adoption = await inventory.adopt(proved);
  return adoption.ok ? { object: proved } : { problem: adoption.reason };
}

/** The object with what proves that the run created it. */
export function withProof(object: TestObject, proof: CreationProof): TestObject {
  const { entry } = object;
  return entry === undefined ? object : { ...object, entry: { ...entry, proof } };
}
