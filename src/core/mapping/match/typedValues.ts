/**
 * What people typed: values in which two sessions of the same requests differ although no earlier answer had them. They are
 * the data of a test, each session a row of it.
 *
 * Passwords and what else proves who somebody is are none: rows are kept in files that everybody reads.
 */
import { groupBy } from '../../groupBy';
import { isCredentialName } from '../../masking/credentialNames';
import { isGenerated } from '../../masking/generatedText';
import { findKeys } from '../../masking/keyPatterns';
import { readJson } from '../read/readJson';
import type { RecordedStep } from '../read/recordedSession';
import { slotsOf, type Slot } from '../read/slots';
import { isEpoch, isMoment, valueBits } from '../read/valueEntropy';
import { isOneTime } from './evidence';
import { partnersOf } from './pairedSteps';
import { placeOf } from './secondSession';

/** A value that was typed, and what was typed in its place. */
export interface TypedValue {
  /** In the first session and in the second. */
  readonly values: readonly [string, string];
  /** Whether it was a number in both, as a member of JSON. */
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
  const proofs = new Set([...proofsIn(steps), ...proofsIn(second)]);
  const found: Pair[] = [];
  for (const [index, partner] of [...partners].sort(([one], [other]) => one - other)) {
    const step = steps[index];
    const others = new Map(slotsOf(partner, index).map((slot) => [placeOf(slot), slot]));
    const slots = step === undefined ? [] : slotsOf(step, index);
    for (const slot of isSameCall(slots, others) ? slots : []) {
      const other = others.get(placeOf(slot));
      if (
        other !== undefined &&
        isTyped(slot, other) &&
        ![slot, other].some(({ value }) => proofs.has(value)) &&
        !answered(slot.value, index) &&
        !answeredThere(other.value, position.get(partner) ?? 0)
      ) {
        found.push({ entry: step?.entry ?? index, slot, other });
      }
    }
  }
  return [...groupBy(found, keyOf).values()].flatMap(valuesOf);
}

/** Whether both call the same, where one address is for all calls. */
function isSameCall(slots: readonly Slot[], others: ReadonlyMap<string, Slot>): boolean {
  return slots.every(
    (slot) => !CALLED.has(slot.key) || (others.get(placeOf(slot))?.value ?? slot.value) === slot.value,
  );
}

/** Where JSON-RPC and GraphQL say what is called. */
const CALLED: ReadonlySet<string | number> = new Set(['$.method', '$.operationName']);

/** A place in which the sessions differ. */
interface Pair {
  readonly entry: number;
  readonly slot: Slot;
  readonly other: Slot;
}

/** Values that tell less are the same by chance in places that are called differently. */
const UNMISTAKABLE = 12;

function keyOf({ slot, other }: Pair): string {
  const isTelling = [slot, other].every(({ value }) => valueBits(value) >= UNMISTAKABLE);
  return JSON.stringify([slot.value, other.value, ...(isTelling ? [] : slot.name.field)]);
}

/** One value; two where JSON has it as a number and as a text, which a row cannot have both. */
function valuesOf(pairs: readonly Pair[]): readonly TypedValue[] {
  const isNumber = ({ slot }: Pair): boolean => slot.isNumber;
  const isText = ({ slot }: Pair): boolean => slot.steps !== undefined && !slot.isNumber;
  const parts =
    pairs.some(isNumber) && pairs.some(isText)
      ? [pairs.filter(isNumber), pairs.filter((pair) => !isNumber(pair))]
      : [pairs];
  return parts.flatMap((part): readonly TypedValue[] => {
    const [first] = part;
    return first === undefined
      ? []
      : [
          {
            values: [first.slot.value, first.other.value],
            isNumber: part.some(isNumber),
            slots: part.map(({ entry, slot }) => ({ entry, slot })),
          },
        ];
  });
}

/** What proves who somebody is, which is no data where it is called differently either. */
function proofsIn(steps: readonly RecordedStep[]): readonly string[] {
  return steps.flatMap((step, index) =>
    slotsOf(step, index).flatMap((slot) =>
      slot.location === 'auth' ? slot.candidates : isProof(slot) ? [slot.value] : [],
    ),
  );
}

function isProof({ location, key, isPassword, isCredential }: Slot): boolean {
  return (
    isPassword ||
    isCredential ||
    isCredentialName(String(key)) ||
    (location === 'body' && SHORT.test(String(key)))
  );
}

/** A password in a form with `u` and `p`. */
const SHORT = /^(?:\$\.)?(?:p|pw)$/i;

function isTyped(slot: Slot, other: Slot): boolean {
  return (
    slot.value !== other.value &&
    slot.isNumber === other.isNumber &&
    [slot, other].every((one) => isWhole(one) && isWritten(one.value)) &&
    slot.location !== 'auth' &&
    !isProof(slot) &&
    !isOneTime(slot) &&
    !(slot.location === 'path' && [slot, other].every(({ value }) => NUMBERED.test(value))) &&
    !MADE_BY_CLIENT.test(String(slot.key))
  );
}

/** Whether the place is the value, and not the text around it: a query of GraphQL, or JSON in a field. */
function isWhole({ candidates, value }: Slot): boolean {
  return (candidates[0] ?? value) === value && readJson(value) === undefined;
}

/** Whether people write such a value. */
function isWritten(value: string): boolean {
  return (
    value !== '' &&
    value.length <= LONGEST &&
    !isGenerated(value) &&
    !isMoment(value) &&
    !isEpoch(value) &&
    !DRAWN.test(value) &&
    !SHORTENED.test(value) &&
    findKeys(value).length === 0
  );
}

/** The number of a thing in an address, which the server gave it. */
const NUMBERED = /^\d+(?:\.[a-z]+)?$/i;
/** The beginning of a digest or a UUID. */
const SHORTENED = /^(?=.*\d)(?=.*[a-f])[0-9a-f]{8,}$/i;
/** What `Math.random()` gives. */
const DRAWN = /^0?\.\d{8,}$/;

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
