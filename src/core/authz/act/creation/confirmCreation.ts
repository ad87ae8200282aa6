/**
 * The result of a creation, by its answer: the object, once it is proved that the run created it. What the answer
 * leaves open is looked for by the planted text.
 */
import { defined } from '../../../defined';
import type { RunPlan } from '../../../run/plan';
import { findPlanted, placeHint, withoutText } from '../inventory/findByCanary';
import { listedIdPaths } from '../inventory/existingIds';
import type { AuthzContext } from '../context';
import type { Answer } from '../sender/sender';
import { proofOfChoice, answerKindOf, type AnswerKind } from './creationProof';
import {
  adopt,
  confirmReturned,
  type SentCreation,
  type CreationPorts,
  type CreationOutcome,
} from './returnedObject';
import type { CreationProof } from '../ledger';
import {
  createdEntry,
  identifiers,
  idTexts,
  knownValuesOf,
  withoutListed,
  type TestObject,
} from '../inventory/testObject';

/** A creation and what was answered. */
export interface Answering {
  readonly answers: readonly Answer[];
  readonly answer: Answer | undefined;
  readonly item: RunPlan['items'][number];
  /** Sends the request once more, for another object. */
  readonly repeat: SentCreation['repeat'];
}

/** Confirms a creation by its answer, or records that there was none. */
export async function confirmCreation(
  ports: CreationPorts,
  pending: TestObject,
  { answers, answer, item, repeat }: Answering,
): Promise<CreationOutcome> {
  if (answer?.result.exchange === undefined) {
    await ports.inventory.discard(pending);
    return {};
  }
  const object = withAnswer(pending, answer, answers);
  const answerKind = answerKindOf(ports.context, object, item.request, answer);
  if (answerKind === 'created' || answerKind === 'accepted') {
    const { proof } = await proofOfChoice(ports, object);
    if (proof !== undefined) {
      return adopt(ports, object, proof);
    }
  }
  if (answerKind === 'created') {
    return confirmReturned(ports, object, { request: item.request, repeat });
  }
  const found = await findByText(ports, object, answerKind);
  return found ?? (answerKind === 'accepted' ? { problem: notIdentified(object) } : {});
}

function notIdentified({ resource, ids, owner }: TestObject): string {
  const { name, create, id } = resource;
  const missing = id.find((one) => !ids.has(one));
  if (missing === undefined) {
    return `Nothing shows that ${create?.id ?? ''} created a new ${name}.`;
  }
  return listedIdPaths(resource).has(missing)
    ? `The list of ${owner.user.name} does not show the text that ${create?.id ?? ''} sent, so the {{${missing}}} of the ${name} is not known.`
    : `${create?.chain ?? ''}#${create?.id ?? ''} does not extract {{${missing}}}, which identifies ${name}. ${placeHint(missing, name)}`;
}

/** An object with what an answer says about it. */
export function withAnswer(pending: TestObject, answer: Answer, answers: readonly Answer[]): TestObject {
  const { resource, owner, entry } = pending;
  const { values, response } = answer;
  const ids = withoutListed(identifiers(resource, owner, values), resource, new Map());
  return {
    ...pending,
    produced: new Map([...values].filter(([name, value]) => owner.values.get(name) !== value)),
    ids,
    steps: answers.map(({ step }) => step),
    ...(entry === undefined ? {} : { entry: { ...entry, state: 'created', ids: idTexts(ids) } }),
    ...defined({ answer: response }),
  };
}

/**
 * Searches for what a request created whose answer does not show it. A refusal may have created it anyway;
 * what cannot be decided now (credentials that ended, no answer) is looked for again at the end. The planted
 * text proves what is found by it.
 */
async function findByText(
  ports: CreationPorts,
  object: TestObject,
  answerKind: AnswerKind,
): Promise<CreationOutcome | undefined> {
  const { context, inventory } = ports;
  const status = object.answer?.status ?? 401;
  const refused = answerKind === 'refused' && status !== 401 && status < 500;
  if (refused && object.resource.list === undefined) {
    await inventory.discard(object);
    return undefined;
  }
  if (status === 401) {
    await inventory.expect(unidentified(object));
    return undefined;
  }
  const found = await findObject(context, object);
  if (found.kind === 'found') {
    return adopt(ports, found.object, textProof(object));
  }
  if (refused && (found.kind === 'absent' || found.kind === 'unlisted')) {
    await inventory.discard(object);
  } else if (answerKind === 'failed' && found.kind !== 'absent') {
    await inventory.markLeftover(object, UNEXPECTED);
  } else {
    await inventory.expect(unidentified(object));
  }
  return answerKind === 'accepted' && found.kind === 'unidentified' ? { problem: found.reason } : undefined;
}

/** Where the list showed nothing before, status 201 says that the text went into something new. */
function textProof({ answer }: Pick<TestObject, 'answer'>): CreationProof {
  return answer?.status === 201 ? 'response' : 'marker';
}

const UNEXPECTED =
  'The answer to its creation names it and is not what the request expects, so nothing proves that it is new. It was neither attacked nor deleted; check it by hand.';

/** The result of looking for an object in its owner's list; reasons are whole sentences. */
export type FoundObject =
  | { readonly kind: 'found'; readonly object: TestObject }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unidentified' | 'unknown' | 'unlisted'; readonly reason: string };

/** Looks for an object by its text, with everything that its creation has shown so far. */
export async function findObject(context: AuthzContext, object: TestObject): Promise<FoundObject> {
  const { resource, owner, canary, entry, produced } = object;
  if (entry?.planted === false) {
    return { kind: 'unlisted', reason: withoutText(resource) };
  }
  const found = await findPlanted(context, resource, { ...owner, values: knownValuesOf(object) }, canary);
  if (found.kind !== 'found') {
    return found;
  }
  const ids = identifiers(resource, owner, new Map([...produced, ...found.ids]));
  return {
    kind: 'found',
    object: {
      ...object,
      ids,
      ...(entry === undefined ? {} : { entry: createdEntry(entry, ids, 'marker') }),
    },
  };
}

/** Some of its identifiers, or those of an earlier one, are not the object's. */
function unidentified(object: TestObject): TestObject {
  const { entry } = object;
  if (entry === undefined) {
    return object;
  }
  const { ids, ...pending } = entry;
  return { ...object, ids: new Map(), entry: { ...pending, state: 'creating' } };
}
