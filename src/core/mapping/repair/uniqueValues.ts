/**
 * Values that have to be new each time, such as the name of a user who signs up: a server that has them already refuses
 * the request. They become a constant of the chain with a generated part, which all places that said the value share.
 */
import { treeOf, setMember } from '../../edit/jsonEdit';
import { applyEdits } from '../../edit/textEdit';
import { valueAtSteps } from '../../extraction/responsePart';
import { nameInStyle } from '../../extraction/proposeName';
import { isArray, isObject } from '../../json/json';
import { valueOf } from '../../json/jsonDocument';
import { nameWords } from '../../language/nameWords';
import { referencedVariables } from '../../prepare/references';
import { escapeReferences } from '../../prepare/template';
import { referAt } from '../apply/slotReference';
import { slotsOf, type Slot } from '../read/slots';
import { stepsById, type RepairSession } from './carriedPlaces';

/** A value that becomes a generated one. */
export interface Generation {
  readonly kind: 'generate';
  /** Id of the request that was refused. */
  readonly request: string;
  readonly slot: Slot;
  /** The constant of the chain that holds the generated value. */
  readonly variable: string;
  /** What the constant is, with a reference that makes it new in each run. */
  readonly template: string;
  readonly score: number;
}

/** How servers say that a value is not new; part of words, in any case. */
const NOT_NEW = /already|taken|exist|unique|duplicate|in use|conflict/i;
/** What has to be unique in most applications, the likeliest first. */
const UNIQUE_NAMES =
  /^(?:username|email|emailaddress|mail|login|loginname|user|slug|handle|code|sku|key|name|title|number|phone)$/;
const MIN_LENGTH = 3;
const MAX_LENGTH = 100;
/** A value or field that the answer names is certainly the one. */
const IS_NAMED = 1;
const IS_USUAL = 0.5;
/** Digits and letters only: for servers that accept nothing else. */
const IS_PLAIN = -0.25;

/** Whether an answer complains of a value that is not new: 409 (RFC 9110 §15.5.10), or an error that says so. */
export function saysNotNew(status: number | undefined, text: string): boolean {
  return status === 409 || ((status === 400 || status === 422) && NOT_NEW.test(text));
}

/** The values of a refused request that may have to be new, the likeliest first. */
export function generationsFor(
  chain: string,
  session: RepairSession,
  { request, answer }: { readonly request: string; readonly answer: string },
): readonly Generation[] {
  const step = stepsById(session).get(request);
  const index = session.steps.findIndex((one) => one === step);
  const slots = step === undefined ? [] : slotsOf(step, index);
  const taken = namesOf(chain);
  return slots
    .flatMap((slot): readonly Generation[] => {
      const score = scoreOf(slot, answer);
      const variable = free(nameInStyle(['unique', ...nameWords(fieldOf(slot))], taken), taken);
      return score === undefined || stated(chain, request, slot, variable) === undefined
        ? []
        : templatesFor(slot.value).map((template, at) => ({
            kind: 'generate',
            request,
            slot,
            variable,
            template,
            score: score + at * IS_PLAIN,
          }));
    })
    .toSorted((one, other) => other.score - one.score);
}

/** How likely a place has to have a new value; absent when it cannot be the one. */
function scoreOf(slot: Slot, answer: string): number | undefined {
  const { location, value, isCredential, isPassword, isNumber } = slot;
  const isText = value.length >= MIN_LENGTH && value.length <= MAX_LENGTH && !/[\r\n]/.test(value);
  if (location !== 'body' || isCredential || isPassword || isNumber || !isText) {
    return undefined;
  }
  const field = fieldOf(slot);
  const isNamed =
    answer.includes(value) ||
    answer
      .toLowerCase()
      .split(/[^\p{L}\p{N}_]+/u)
      .includes(field.toLowerCase());
  const isUsual = UNIQUE_NAMES.test(nameWords(field).join(''));
  return isNamed || isUsual ? (isNamed ? IS_NAMED : 0) + (isUsual ? IS_USUAL : 0) : undefined;
}

function fieldOf({ key, steps }: Slot): string {
  return String(steps?.findLast((step) => typeof step === 'string') ?? key);
}

/** The value with a part that is new each time; of an address before the `@`, of digits as many digits. */
function templatesFor(value: string): readonly string[] {
  if (/^\d+$/.test(value)) {
    const digits = Math.min(value.length, MAX_DIGITS);
    return [
      `${value.slice(0, value.length - digits)}{{$randomInt ${10 ** (digits - 1)} ${10 ** digits - 1}}}`,
    ];
  }
  const [, before = value, after = ''] = /^([^@]*)(@.*)$/s.exec(value) ?? [];
  const [start, end] = [before, after].map(escapeReferences);
  const generated = `${start}-{{$uuid}}${end}`;
  // A backslash right before a reference would make a text of it.
  return before.endsWith('\\') ? [generated] : [generated, `${start}{{$randomInt 100000 999999}}${end}`];
}

/** Of a safe integer. */
const MAX_DIGITS = 9;

/**
 * The chain in which every place that says the value refers to the constant.
 *
 * @throws UserError when the text is not JSON
 */
export function withGenerated(
  text: string,
  session: RepairSession,
  { slot: { value }, variable, template }: Generation,
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
  return applyEdits(referring, setMember(referring, ['variables', variable], template));
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

function namesOf(text: string): readonly string[] {
  const constants = valueAtSteps(valueOf(treeOf(text)), ['variables']);
  return [
    ...referencedVariables(text),
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
