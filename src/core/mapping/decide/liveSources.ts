/**
 * One source for all places of a thing, and a live one (the specification's Revision 2, R1).
 *
 * An id that nothing else explains is taken from where another place of the same name takes it. A source is
 * live if the request that produces it does not itself send a recorded value of the same thing: a read of `/orders/17`
 * says nothing new about 17 as long as its own 17 is not mapped.
 */
import { groupBy } from '../../groupBy';
import { likenessOf, reuse } from '../match/evidence';
import { SAME, nameLikeness } from '../match/nameSimilarity';
import type { RecordedStep } from '../read/recordedSession';
import type { ResponseValue } from '../read/responseValue';
import type { Slot } from '../read/slots';
import { valueBits } from '../read/valueEntropy';
import type { Choice, Scored } from './producerChoice';

/** From this likeness on a small value that was sent and answered is the same thing. */
const ALIKE = 0.8;
/** An argument of a procedure (JSON-RPC 2.0 §4.2, services that say `arguments`). */
const ARGUMENT = /^\$\.(?:params|arguments)\b/;
/** A name of so many words says what is done, as `queue-move-top`, and not with what. */
const PHRASE = 3;
/** From so many bits on a value is the same wherever it is. */
const UNMISTAKABLE = 12;

/**
 * The choices of all slots, those that share the source of another one added, in the order of the slots. A live
 * source is chosen where there is one.
 */
export function withLiveSources(
  steps: readonly RecordedStep[],
  slots: readonly Slot[],
  choices: readonly Choice[],
): readonly Choice[] {
  const isSameArgument = (one: Slot, other: Slot): boolean =>
    ARGUMENT.test(String(one.key)) &&
    one.key === other.key &&
    one.name.noun.length >= PHRASE &&
    steps[one.step]?.url === steps[other.step]?.url;
  const chosen = new Map(choices.map((choice) => [choice.slot, choice]));
  const byValue = groupBy(choices, ({ value }) => value);
  const sent = groupBy(slots, ({ step }) => step);
  const firstUses = new Map(slots.toReversed().map(({ value, step }) => [value, step]));
  const live = new Set<Slot>();
  return slots.flatMap((slot): readonly Choice[] => {
    const choice = chosen.get(slot) ?? sharedChoice(slot, byValue, firstUses, isSameArgument);
    if (choice === undefined) {
      return [];
    }
    const judged = (source: Scored): Scored => ({
      ...source,
      recordedIn: (sent.get(source.responseValue.step) ?? []).filter(
        (other) => !live.has(other) && isOfThing(other, source.responseValue),
      ),
    });
    const best = judged(choice.chosen);
    const sources = [best, ...choice.alternatives.map(judged)];
    const source = sources.find(isLive) ?? best;
    if (isLive(source)) {
      insideOf(choice, sent.get(slot.step) ?? []).forEach((one) => live.add(one));
    }
    return [{ ...choice, chosen: source, alternatives: sources.filter((one) => one !== source) }];
  });
}

/** A slot, and what is inside of its value where that is taken as a whole. */
function insideOf({ slot, value }: Choice, slots: readonly Slot[]): readonly Slot[] {
  const { location, key } = slot;
  return value === slot.value
    ? slots.filter((one) => one.location === location && one.key === key && one.value === value)
    : [slot];
}

/** Whether the request that is answered with a place sends nothing recorded of the same thing. */
export function isLive({ recordedIn = [] }: Scored): boolean {
  return recordedIn.length === 0;
}

/** Whether a slot sends the value of a place in the same meaning. */
export function isOfThing(slot: Slot, responseValue: ResponseValue): boolean {
  return (
    slot.candidates.includes(responseValue.value) &&
    (valueBits(responseValue.value) >= UNMISTAKABLE || likenessOf(slot, responseValue) >= ALIKE)
  );
}

/**
 * The choice of another slot for the same id: one of the same name, or the same argument of another call of one address
 * where the procedure's name says no thing. Absent where the value was sent before its source.
 */
function sharedChoice(
  slot: Slot,
  byValue: ReadonlyMap<string, readonly Choice[]>,
  firstUses: ReadonlyMap<string, number>,
  isSameArgument: (one: Slot, other: Slot) => boolean,
): Choice | undefined {
  for (const value of slot.name.isId ? slot.candidates : []) {
    const shared = (byValue.get(value) ?? []).filter(
      (choice) =>
        choice.slot.location === slot.location &&
        (nameLikeness(slot.name, choice.slot.name) >= SAME || isSameArgument(slot, choice.slot)) &&
        choice.chosen.responseValue.step < slot.step,
    );
    const [first] = shared;
    const isTyped =
      first !== undefined && (firstUses.get(value) ?? Infinity) <= first.chosen.responseValue.step;
    if (first !== undefined && !isTyped) {
      const evidence = [reuse(first.chosen.score)];
      return { ...first, slot, chosen: { ...first.chosen, evidence } };
    }
  }
  return undefined;
}
