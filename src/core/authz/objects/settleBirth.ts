/**
 * What came of a creation, by its answer: the object, once it is proved that the run created it. What the answer
 * leaves open is looked for by the planted text.
 */
import type { RunPlan } from '../../run/plan';
import { findPlanted, withoutText } from './findPlanted';
import type { AuthzContext } from '../run/context';
import type { Answer } from '../run/sender';
import { isRefusal } from '../run/status';
import { proofOfChoice, tellsOf } from './birthProof';
import type { AnswerTells, ProofPorts } from './birthProof';
import { ownIds } from './existing';
import type { Inventory } from './inventory';
import type { BirthProof } from './ledger';
import type { Newness } from './newness';
import { createdEntry, identifiers, idTexts, knownOf } from './testObject';
import type { TestObject } from './testObject';

/** What births take. */
export interface BirthPorts extends ProofPorts {
  readonly inventory: Inventory;
  readonly newness: Newness;
}

/** What came of a creation: the object when it is proved, or why it is not. */
export interface Settled {
  readonly object?: TestObject;
  readonly problem?: string;
}

/** A creation and what was answered. */
export interface Answering {
  readonly answers: readonly Answer[];
  readonly answer: Answer | undefined;
  readonly item: RunPlan['items'][number];
  /** Sends the request once more, for another object; its answer. */
  readonly again: () => Promise<Again>;
}

/** What came of sending a creation once more. */
export interface Again {
  readonly unborn: TestObject;
  readonly answer: Answer | undefined;
}

/** What is known of an object once its request was answered, or was not. */
export async function settleBirth(
  ports: BirthPorts,
  unborn: TestObject,
  { answers, answer, item, again }: Answering,
): Promise<Settled> {
  if (answer?.result.exchange === undefined) {
    await ports.inventory.strike(unborn);
    return {};
  }
  const object = answered(unborn, answer, answers);
  const tells = tellsOf(ports.context, object, item.request, answer);
  if (tells === 'created' || tells === 'accepted') {
    const { proof } = await proofOfChoice(ports, object);
    if (proof !== undefined) {
      return adopted(ports, object, proof);
    }
  }
  if (tells === 'created') {
    return settleGiven(ports, object, { item, again });
  }
  const found = await lookForIt(ports, object, tells);
  return found ?? (tells === 'accepted' ? { problem: notIdentified(object) } : {});
}

/**
 * An answer that gives identifiers may give those of what was there before. Status 201 says that it does not, and
 * so does a list read before; else the request is sent once more, which then has to create another one.
 */
async function settleGiven(
  ports: BirthPorts,
  object: TestObject,
  { item, again }: Pick<Answering, 'item' | 'again'>,
): Promise<Settled> {
  const { context, inventory, newness } = ports;
  if (newness.isShown(object)) {
    return adopted(ports, object, 'response');
  }
  const { unborn, answer } = await again();
  const other = answer === undefined ? unborn : answered(unborn, answer, [answer]);
  const came = answer === undefined ? 'nothing' : cameAgain(context, object, other, { item, answer });
  if (came !== 'another' && came !== 'unanswered') {
    await inventory.strike(unborn);
  }
  if (came !== 'another' && came !== 'refusal') {
    const reason = `${WHY_NOT_NEW[came](item.request.id, object.resource.name)} ${NOT_NEW}`;
    await inventory.leave(object, reason);
    return { problem: reason };
  }
  newness.show(object);
  await (came === 'another' ? adopted(ports, other, 'response') : undefined);
  return adopted(ports, object, 'response');
}

/** What a creation that was sent once more brought about: `unanswered` may have brought about anything. */
type CameAgain = 'another' | 'refusal' | 'same' | 'unanswered' | 'nothing';

function cameAgain(
  context: AuthzContext,
  object: TestObject,
  other: TestObject,
  { item, answer }: Pick<Answering, 'item'> & { readonly answer: Answer },
): CameAgain {
  if (answer.result.exchange === undefined) {
    return 'nothing';
  }
  const status = other.answer?.status ?? 500;
  if (status >= 500) {
    return 'unanswered';
  }
  const tells = tellsOf(context, other, item.request, answer);
  if (tells === 'created' && !isSameObject(context, object, other)) {
    return 'another';
  }
  return tells === 'refused' && isRefusal(status) ? 'refusal' : 'same';
}

const UNASKED = (request: string, name: string): string =>
  `Whether ${request} creates a new ${name} each time was not answered.`;

const WHY_NOT_NEW: Readonly<
  Record<Exclude<CameAgain, 'another' | 'refusal'>, (request: string, name: string) => string>
> = {
  same: (request, name) => `${request} creates no new ${name} each time, and answers without status 201.`,
  unanswered: UNASKED,
  nothing: UNASKED,
};

const NOT_NEW = 'What it gives may have been there before, so it was neither attacked nor deleted.';

function isSameObject({ loaded }: AuthzContext, one: TestObject, other: TestObject): boolean {
  const [mine, theirs] = [one, other].map((object) => JSON.stringify(idTexts(ownIds(loaded, object))));
  return mine === theirs;
}

async function adopted({ inventory }: BirthPorts, object: TestObject, proof: BirthProof): Promise<Settled> {
  const proved = withProof(object, proof);
  const adoption = await inventory.adopt(proved);
  return adoption.ok ? { object: proved } : { problem: adoption.reason };
}

function notIdentified({ resource: { name, create, id }, ids }: TestObject): string {
  const missing = id.find((one) => !ids.has(one));
  return missing === undefined
    ? `Nothing shows that ${create?.id ?? ''} created a new ${name}.`
    : `${create?.chain ?? ''}#${create?.id ?? ''} does not extract {{${missing}}}, which identifies ${name}.`;
}

/** The object with what proves that the run created it. */
export function withProof(object: TestObject, proof: BirthProof): TestObject {
  const { entry } = object;
  return entry === undefined ? object : { ...object, entry: { ...entry, proof } };
}

function answered(unborn: TestObject, answer: Answer, answers: readonly Answer[]): TestObject {
  const { resource, owner, entry } = unborn;
  const { values, response } = answer;
  const ids = identifiers(resource, owner, values);
  return {
    ...unborn,
    produced: new Map([...values].filter(([name, value]) => owner.values.get(name) !== value)),
    ids,
    steps: answers.map(({ step }) => step),
    ...(entry === undefined ? {} : { entry: { ...entry, state: 'created', ids: idTexts(ids) } }),
    ...(response === undefined ? {} : { answer: response }),
  };
}

/**
 * Looks for what came of a request whose answer does not tell. A refusal may have made it all the same; what
 * cannot be told now (credentials that ended, no answer) is looked for again at the end. The planted text proves
 * what is found by it.
 */
async function lookForIt(
  ports: BirthPorts,
  object: TestObject,
  tells: AnswerTells,
): Promise<Settled | undefined> {
  const { context, inventory } = ports;
  const status = object.answer?.status ?? 401;
  const refused = tells === 'refused' && status !== 401 && status < 500;
  if (refused && object.resource.list === undefined) {
    await inventory.strike(object);
    return undefined;
  }
  if (status === 401) {
    await inventory.expect(unidentified(object));
    return undefined;
  }
  const found = await foundIn(context, object);
  if (found.kind === 'found') {
    return adopted(ports, found.object, 'marker');
  }
  if (refused && (found.kind === 'absent' || found.kind === 'unlisted')) {
    await inventory.strike(object);
  } else if (tells === 'failed' && found.kind !== 'absent') {
    await inventory.leave(object, UNEXPECTED);
  } else {
    await inventory.expect(unidentified(object));
  }
  return undefined;
}

const UNEXPECTED =
  'The answer to its creation names it and is not what the request expects, so nothing proves that it is new. It was neither attacked nor deleted; check it by hand.';

/** What looking for an object in its owner's list came to; reasons are whole sentences. */
export type FoundObject =
  | { readonly kind: 'found'; readonly object: TestObject }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unidentified' | 'unknown' | 'unlisted'; readonly reason: string };

/** Looks for an object by its text, with everything that its creation has told so far. */
export async function foundIn(context: AuthzContext, object: TestObject): Promise<FoundObject> {
  const { resource, owner, canary, entry, produced } = object;
  if (entry?.planted === false) {
    return { kind: 'unlisted', reason: withoutText(resource) };
  }
  const found = await findPlanted(context, resource, { ...owner, values: knownOf(object) }, canary);
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
  const { ids, ...unborn } = entry;
  return { ...object, ids: new Map(), entry: { ...unborn, state: 'creating' } };
}
