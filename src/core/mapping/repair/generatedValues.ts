/**
 * Values that a run generates in place of recorded ones: constants of the chain with a function, which all places that
 * had the value share.
 */
import { applyEdits } from '../../edit/textEdit';
import { setMember, treeOf } from '../../edit/jsonEdit';
import { setInOrder } from '../../edit/memberOrder';
import { nameInStyle } from '../../extraction/proposeName';
import { valueAtSteps } from '../../extraction/responsePart';
import { readChainOnly } from '../../files/chainFile';
import { CHAIN, below } from '../../files/writtenPath';
import { isArray, isObject } from '../../json/json';
import { valueOf } from '../../json/jsonDocument';
import { nameWords } from '../../language/nameWords';
import { referencedVariables } from '../../prepare/references';
import { extractedVariables } from '../../run/plan';
import { referAt } from '../apply/slotReference';
import { slotsOf, type Slot } from '../read/slots';
import { stepsById, type RepairSession } from './carriedPlaces';

/** Values of one request that become generated ones together. */
export interface Generation {
  readonly kind: 'generate';
  /** `unique`: the server has the recorded value already; `date`: it refuses the recorded one. */
  readonly why: 'unique' | 'date';
  /** Id of the request that was refused. */
  readonly request: string;
  readonly values: readonly GeneratedValue[];
}

/** A value that becomes a generated one. */
export interface GeneratedValue {
  readonly slot: Slot;
  /** The constant of the chain that generates the value. */
  readonly variable: string;
  /** The text of the constant, with a reference that is computed in each run. */
  readonly template: string;
}

/** A chain, one of its requests that was refused, and the answer. */
export interface RefusedRequest {
  readonly chain: string;
  readonly session: RepairSession;
  /** Id. */
  readonly request: string;
  readonly answer: string;
}

/** The values of a refused request that the chain states, so that a reference can take their place. */
export function statedSlots({ chain, session, request }: Omit<RefusedRequest, 'answer'>): readonly Slot[] {
  const step = stepsById(session).get(request);
  const index = session.steps.findIndex((one) => one === step);
  const slots = step === undefined ? [] : slotsOf(step, index);
  return slots.filter((slot) => stated(chain, request, slot, 'value') !== undefined);
}

/** Constants for values, with names that the chain does not use: `uniqueEmail`. */
export function constantsFor(
  chain: string,
  values: readonly { readonly slot: Slot; readonly template: string }[],
  prefix: readonly string[],
): readonly GeneratedValue[] {
  const taken = namesOf(chain);
  return values.map(({ slot, template }) => {
    const variable = free(nameInStyle([...prefix, ...nameWords(fieldOf(slot))], taken), taken);
    taken.push(variable);
    return { slot, template, variable };
  });
}

/** The name of the field that a slot is. */
export function fieldOf({ key, steps }: Slot): string {
  return String(steps?.findLast((step) => typeof step === 'string') ?? key);
}

/** Whether an answer names a field. */
export function namesField(answer: string, slot: Slot): boolean {
  return answer
    .toLowerCase()
    .split(/[^\p{L}\p{N}_]+/u)
    .includes(fieldOf(slot).toLowerCase());
}

/**
 * The chain in which every place that states a value refers to its constant.
 *
 * @throws UserError when the text is not JSON
 */
export function withGenerated(text: string, session: RepairSession, { values }: Generation): string {
  return values.reduce((now, value) => withConstant(now, session, value), text);
}

function withConstant(
  text: string,
  session: RepairSession,
  { slot: { value }, variable, template }: GeneratedValue,
): string {
  const places = session.steps.flatMap((step, index) => {
    const request = session.ids.get(step.entry);
    return request === undefined
      ? []
      : slotsOf(step, index)
          .filter((slot) => slot.value === value && !slot.isPassword)
          .map((slot) => ({ request, slot }));
  });
  const referring = places.reduce((now, { request, slot }) => {
    const found = stated(now, request, slot, variable);
    return found === undefined ? now : applyEdits(now, setMember(now, found.path, found.text));
  }, text);
  return applyEdits(referring, setInOrder(referring, below(CHAIN, 'variables', variable), template));
}

/** Where the chain states a slot's value, and what it says there with a reference; absent where it does not. */
function stated(text: string, id: string, slot: Slot, variable: string) {
  const requests = valueAtSteps(valueOf(treeOf(text)), ['requests']);
  const list = requests !== undefined && isArray(requests) ? requests : [];
  const index = list.findIndex((request) => valueAtSteps(request, ['id']) === id);
  const request = list[index];
  const change = request === undefined ? undefined : referAt(request, { slot, value: slot.value, variable });
  return change === undefined ? undefined : { path: ['requests', index, ...change.path], text: change.text };
}

/** Names that mean something in the chain: an extraction hides a constant, whether anything refers to it or not. */
function namesOf(text: string): string[] {
  const constants = valueAtSteps(valueOf(treeOf(text)), ['variables']);
  const requests = readChainOnly(text, 'chain').chain?.requests ?? [];
  return [
    ...referencedVariables(text),
    ...requests.flatMap(extractedVariables),
    ...(constants !== undefined && isObject(constants) ? Object.keys(constants) : []),
  ];
}

function free(name: string, taken: readonly string[]): string {
  let number = 2;
  let found = name;
  while (taken.includes(found)) {
    found = `${name}${number}`;
    number += 1;
  }
  return found;
}
