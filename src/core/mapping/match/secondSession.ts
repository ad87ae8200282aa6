/**
 * A second session of the same requests as a cross-check: other users and inputs gave other values, so that a
 * place of the response that has the other value, too, is where it comes from, and one that does not is ruled out.
 *
 * Where both sessions sent the same, the second session says nothing for a mapping: it may be a constant, and a word is one.
 */
import { groupBy } from '../../groupBy';
import { LatestResponse } from '../read/parsedResponse';
import { isOneTime, type CrossCheck } from './evidence';
import { addressPath, segmentsOf } from '../read/urlValue';
import { isGenerated } from '../../masking/generatedText';
import { readResponseValues } from '../read/responseValues';
import { isAddressPart, isOfSelect, type ResponseValue } from '../read/responseValue';
import { isStatic } from '../../language/placeName';
import type { RecordedStep } from '../read/recordedSession';
import { slotsOf, type Slot } from '../read/slots';
import type { SecondResponse } from '../select/stableSelector';
import { partnersOf } from './pairedSteps';
import { valueBits } from '../read/valueEntropy';

/** What a second session says. */
export interface SecondSession {
  readonly judge: (slot: Slot, responseValue: ResponseValue) => CrossCheck;
  /** The answer of the second session to the request that the value is from, and what these slots sent there. */
  readonly answerFor: (responseValue: ResponseValue, slots: readonly Slot[]) => SecondResponse | undefined;
}

/** Compares the steps with a second session; its calls that match none of them are left out. */
export function readSecondSession(
  steps: readonly RecordedStep[],
  second: readonly RecordedStep[],
): SecondSession {
  const partners = partnersOf(steps, second);
  const slots = [...partners].flatMap(([index, step]) => slotsOf(step, index));
  const sent = groupBy(slots, placeOf);
  const wanted = new Set(slots.flatMap(({ candidates }) => candidates));
  const isOwn = wordsOfOne(steps, [...sent.values()].flat());
  const answered = placesOf(partners, wanted, isOwn);
  const isOfOthers = idsOfOthers(second, new Set(partners.values()), wanted);
  const readings = new LatestResponse();
  const valuesOf = (slot: Slot): readonly string[] => {
    const isRefused = hasFailed(partners.get(slot.step)) && !hasFailed(steps[slot.step]);
    const others = sent.get(placeOf(slot)) ?? [];
    return isRefused ? [] : others.flatMap(({ candidates }) => candidates);
  };
  const isThere = (slot: Slot, responseValue: ResponseValue): boolean => {
    const places = answered.get(responseValue.step);
    const place = comparablePlace(responseValue, isOwn);
    return valuesOf(slot).some((value) => places?.has(`${place} ${value}`) === true);
  };
  /** Whether a field that the page of the second session has as well was filled in there with something else. */
  const isFilledIn = (slot: Slot, responseValue: ResponseValue): boolean =>
    isFormField(slot, responseValue) && !isThere(slot, responseValue);
  return {
    judge: (slot, responseValue) => {
      const values = valuesOf(slot);
      if (values.length === 0 || partners.get(responseValue.step)?.response === undefined) {
        return 'silent';
      }
      if (!isThere(slot, responseValue)) {
        // The person may have typed or made there what was picked here.
        const isOther =
          isFilledIn(slot, responseValue) ||
          values.some((value) => isOfOthers(value, responseValue.name.noun));
        return isOther ? 'silent' : 'contradicts';
      }
      const others = sent.get(placeOf(slot)) ?? [];
      if (!others.some(({ value }) => value === slot.value)) {
        return 'agrees';
      }
      return isOwnWord(slot) ? 'constant' : 'silent';
    },
    answerFor: (responseValue, slots) => {
      const answer = partners.get(responseValue.step)?.response;
      const values = slots
        .filter((slot) => !isFilledIn(slot, responseValue))
        .flatMap((slot) => [...valuesOf(slot)]);
      return answer === undefined || values.length === 0
        ? undefined
        : { reading: readings.of(answer), values };
    },
  };
}

/** Whether a slot sends the field of a page that people fill in: no token, and no number of a record. */
function isFormField(slot: Slot, responseValue: ResponseValue): boolean {
  const { place } = responseValue;
  return (
    place.source === 'html' &&
    place.name === slot.key &&
    slot.location === 'body' &&
    !isAddressPart(responseValue) &&
    !slot.name.isId &&
    !isOneTime(slot)
  );
}

function hasFailed(step: RecordedStep | undefined): boolean {
  return (step?.response?.status ?? 0) >= 400;
}

/** Whether a value is the application's own when both sessions send it: ids may be the same on two servers that were empty. */
function isOwnWord(slot: Slot): boolean {
  const { value, name, isCredential } = slot;
  if (name.isId || isCredential) {
    return false;
  }
  return (
    (valueBits(value) <= MOST_OF_WORDS && WORDS.test(value)) ||
    /\s/.test(value) ||
    (slot.isNumber && !isOneTime(slot))
  );
}

const WORDS = /^\p{L}[\p{L}\p{M} _-]*$/u;
/** Bits of the longest text without spaces that is taken for a word. */
const MOST_OF_WORDS = 18;

/** The same for the slots of both sessions that are one place. */
export function placeOf({ step, location, key }: Slot): string {
  return JSON.stringify([step, location, typeof key === 'string' ? key.toLowerCase() : key]);
}

/** Tells the words that the requests of one session have and those of the other do not: its user's, not the application's. */
function wordsOfOne(steps: readonly RecordedStep[], others: readonly Slot[]): (word: string) => boolean {
  const first = new Set(steps.flatMap(slotsOf).map(({ value }) => value));
  const second = new Set(others.map(({ value }) => value));
  return (word) => first.has(word) !== second.has(word);
}

/** Where the answers have wanted values, by step. */
function placesOf(
  partners: ReadonlyMap<number, RecordedStep>,
  wanted: ReadonlySet<string>,
  isOwn: (word: string) => boolean,
): ReadonlyMap<number, ReadonlySet<string>> {
  return new Map(
    [...partners].map(([index, step]) => {
      const places = new Set<string>();
      readResponseValues(step, index, {
        wants: (value) => wanted.has(value),
        onValue: (responseValue) => {
          places.add(`${comparablePlace(responseValue, isOwn)} ${responseValue.value}`);
        },
      });
      return [index, places];
    }),
  );
}

/** Tells the wanted ids of things that the second session had first from a request that the other one does not have. */
function idsOfOthers(
  second: readonly RecordedStep[],
  partners: ReadonlySet<RecordedStep>,
  wanted: ReadonlySet<string>,
): (value: string, noun: readonly string[]) => boolean {
  const first = new Map<string, RecordedStep>();
  for (const [index, step] of second.entries()) {
    readResponseValues(step, index, {
      wants: (value) => wanted.has(value),
      onValue: ({ value, name }) => {
        const key = JSON.stringify([value, ...name.noun]);
        if (name.isId && !first.has(key)) {
          first.set(key, step);
        }
      },
    });
  }
  return (value, noun) => {
    const step = first.get(JSON.stringify([value, ...noun]));
    return step !== undefined && !partners.has(step);
  };
}

/**
 * The same for the values of both sessions that are one place; entries of a list or a map and options of a select are
 * one place, and so are addresses that differ in words of one session alone.
 */
function comparablePlace(
  { place, segment, parameter, inner, whole }: ResponseValue,
  isOwn: (word: string) => boolean,
): string {
  const template =
    segment === undefined
      ? ''
      : segmentsOf(addressPath(whole))
          .map((part, index) => (index !== segment && isStatic(part) && !isOwn(part) ? part : ''))
          .join('/');
  const entries = (steps: readonly (string | number)[]): string =>
    steps.map((step) => (isEntry(step, isOwn) ? '*' : `.${step}`)).join('');
  const where =
    place.source === 'body'
      ? entries(place.steps)
      : place.source === 'html'
        ? `${isOfSelect(place) ? '' : place.css} ${place.attribute} ${place.name}`
        : place.source === 'xml'
          ? place.path.map(({ name }) => `/${name}`).join('')
          : place.name.toLowerCase();
  const within = inner && [inner.as, entries(inner.steps)];
  return JSON.stringify([place.source, where, segment ?? parameter ?? within ?? null, template]);
}

/** Whether a step goes to an entry: by its position, or by an id or a version that names it. */
function isEntry(step: string | number, isOwn: (word: string) => boolean): boolean {
  return typeof step === 'number' || VERSION.test(step) || isGenerated(step) || isOwn(step);
}

const VERSION = /^\d+(?:\.\d+)*(?:[-+][\w.-]+)?$/;
