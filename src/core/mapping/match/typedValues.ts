/**
 * What people typed: values in which two sessions of the same requests differ although no earlier answer had them. They are
 * the data of a test, each session a row of it.
 *
 * Passwords and what else proves who somebody is are none: rows are kept in files that everybody reads.
 */
import { isGenerated } from '../../masking/generatedText';
import type { RecordedStep } from '../read/recordedSession';
import { slotsOf, type Slot } from '../read/slots';
import { isMoment } from '../read/valueEntropy';
import { isOneTime } from './evidence';
import { partnersOf, placeOf } from './secondSession';

/** A value that was typed, and what was typed in its place. */
export interface TypedValue {
  /** In the first session and in the second. */
  readonly values: readonly [string, string];
  /** Whether it was a number in both. */
  readonly isNumber: boolean;
  /** Where it was sent, in order; slots of one value, which may be called differently. */
  readonly slots: readonly { readonly entry: number; readonly slot: Slot }[];
}

/** UTF-16 code units of a text that somebody types; longer ones are documents. */
const LONGEST = 200;
/** What clients make themselves. */
const MADE_BY_CLIENT =
  /idempotency|request-?id|correlation|trace|nonce|verifier|challenge|signature|hmac|digest|timestamp|state$/i;

/** The values in the order of their first use. */
export function typedValues(
  steps: readonly RecordedStep[],
  second: readonly RecordedStep[],
): readonly TypedValue[] {
  const partners = partnersOf(steps, second);
  const position = new Map(second.map((step, index) => [step, index]));
  const answered = answersBefore(steps);
  const answeredThere = answersBefore(second);
  const found = new Map<
    string,
    { values: [string, string]; isNumber: boolean; slots: TypedValue['slots'][number][] }
  >();
  for (const [index, partner] of [...partners].sort(([one], [other]) => one - other)) {
    const step = steps[index];
    const others = new Map(slotsOf(partner, index).map((slot) => [placeOf(slot), slot]));
    for (const slot of step === undefined ? [] : slotsOf(step, index)) {
      const other = others.get(placeOf(slot));
      if (
        other === undefined ||
        !isTyped(slot, other) ||
        answered(slot.value, index) ||
        answeredThere(other.value, position.get(partner) ?? 0)
      ) {
        continue;
      }
      const key = JSON.stringify([slot.value, other.value]);
      const known = found.get(key) ?? { values: [slot.value, other.value], isNumber: true, slots: [] };
      known.isNumber &&= slot.isNumber && other.isNumber;
      known.slots.push({ entry: step?.entry ?? index, slot });
      found.set(key, known);
    }
  }
  return [...found.values()];
}

function isTyped(slot: Slot, other: Slot): boolean {
  return (
    slot.value !== other.value &&
    [slot, other].every(
      ({ value }) => value !== '' && value.length <= LONGEST && !isGenerated(value) && !isMoment(value),
    ) &&
    !slot.isPassword &&
    !isOneTime(slot) &&
    slot.location !== 'auth' &&
    !MADE_BY_CLIENT.test(String(slot.key))
  );
}

/** Tells whether an answer before a step had a value, as a word anywhere in its text. */
function answersBefore(steps: readonly RecordedStep[]): (value: string, index: number) => boolean {
  const first = new Map<string, number>();
  return (value, index) => {
    const known = first.get(value) ?? steps.findIndex(({ response }) => hasIt(response, value));
    first.set(value, known);
    return known !== -1 && known < index;
  };
}

function hasIt(response: RecordedStep['response'], value: string): boolean {
  if (response === undefined) {
    return false;
  }
  const spellings = [value, JSON.stringify(value).slice(1, -1)];
  const texts = [response.text, ...response.headers.map((line) => line.value)];
  return texts.some((text) => spellings.some((spelling) => hasWord(text, spelling)));
}

/** Whether a text has another one that is no part of a longer word. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const around = [text.charAt(at - 1), text.charAt(at + word.length)];
    if (!around.some((character) => WORD.test(character))) {
      return true;
    }
  }
  return false;
}

const WORD = /[\p{L}\p{N}_]/u;
