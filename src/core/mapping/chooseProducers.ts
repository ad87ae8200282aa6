/**
 * Which of the places that have a slot's value it came from: the best evidence, and where several are as
 * good, the rules of the specification's §2.4.
 *
 * Slots are judged in the order of the requests. What a request sent without having it from an answer was
 * typed, and whatever an answer says of it afterwards is an echo.
 */
import { isOneTime, likenessOf, mayBeShown, MOST_OF_WITNESS, SHOWN_FROM, sumOf, weigh } from './evidence';
import type { Evidence } from './evidence';
import { isAddressPart } from './leaf';
import type { Leaf } from './leaf';
import { nameLikeness } from './nameLikeness';
import type { RecordedStep } from './recordedSession';
import type { Slot } from './slots';
import { valueBits } from './valueBits';
import type { ValueIndex } from './valueIndex';
import type { Witness } from './witness';

/** A slot, and where its value came from. */
export interface Choice {
  readonly slot: Slot;
  /** The value that both have: all of the slot's, or a part. */
  readonly value: string;
  readonly chosen: Scored;
  /** Other places that may be meant, best first. */
  readonly alternatives: readonly Scored[];
}

/** A place, and what speaks for it. */
export interface Scored {
  readonly leaf: Leaf;
  readonly evidence: readonly Evidence[];
  readonly score: number;
}

/** Differences of less than this decide nothing. */
const TIE = 0.75;
/** So much worse a place may be and still be taken because an earlier slot took it. */
const SAME_VARIABLE = 2.5;
const MAX_ALTERNATIVES = 3;
/** From so many bits on a value that was sent is the same wherever it is. */
const UNMISTAKABLE = 12;
/**
 * From so many bits on all places with a value speak of one thing, whatever they are called: it is taken where it
 * stands in no list, whose items change places.
 */
const SAME_THING = 32;

/** The choices for a session's slots, in their order; slots without a place are left out. */
export function chooseProducers(
  steps: readonly RecordedStep[],
  { slots, seen }: ValueIndex,
  witness?: Witness,
): readonly Choice[] {
  const typed = new Map<string, Slot[]>();
  const bound = new Map<string, ReadonlySet<string>>();
  const choices: Choice[] = [];
  for (const slot of slots) {
    const choice = chooseFor(slot, { steps, seen, typed, bound, witness });
    if (choice === undefined) {
      rememberTyped(typed, slot);
    } else {
      choices.push(choice);
      bound.set(choice.value, new Set([...(bound.get(choice.value) ?? []), leafKey(choice.chosen.leaf)]));
    }
  }
  return choices;
}

/** Remembers the first use of a value under each name. */
function rememberTyped(typed: Map<string, Slot[]>, slot: Slot): void {
  const uses = typed.get(slot.value) ?? [];
  if (!uses.some(({ key, name }) => key === slot.key && name === slot.name)) {
    typed.set(slot.value, [...uses, slot]);
  }
}

/** The same for all leaves that one extraction takes. */
export function leafKey({ step, place, segment, parameter, inner, value, whole }: Leaf): string {
  return JSON.stringify([step, place, segment ?? parameter ?? inner ?? null, value === whole]);
}

interface Context {
  readonly steps: readonly RecordedStep[];
  readonly seen: ValueIndex['seen'];
  /** Slots by value whose value did not come from an answer. */
  readonly typed: ReadonlyMap<string, readonly Slot[]>;
  /** Leaves by value that a slot took. */
  readonly bound: ReadonlyMap<string, ReadonlySet<string>>;
  readonly witness: Witness | undefined;
}

function chooseFor(slot: Slot, context: Context): Choice | undefined {
  for (const value of slot.candidates) {
    const scored = scorePlaces(slot, value, context);
    const [best] = scored;
    if (best !== undefined) {
      const bound = context.bound.get(value);
      const isRefreshed = isOneTime(slot);
      const isSameThing = valueBits(value) >= SAME_THING;
      const contenders = scored.filter(
        ({ leaf, score }) =>
          best.score - score < TIE ||
          (isSameThing && best.leaf.lists > 0 && leaf.lists === 0) ||
          (!isRefreshed && bound?.has(leafKey(leaf)) === true && best.score - score < SAME_VARIABLE),
      );
      const ranked = contenders.toSorted(
        (one, other) =>
          (isSameThing ? Number(one.leaf.lists > 0) - Number(other.leaf.lists > 0) : 0) ||
          Number(!isRefreshed && bound?.has(leafKey(other.leaf)) === true) -
            Number(!isRefreshed && bound?.has(leafKey(one.leaf)) === true) ||
          compare(one, other, slot, context.steps),
      );
      const [chosen = best] = ranked;
      const others = [...ranked, ...scored].filter((one) => one !== chosen);
      return { slot, value, chosen, alternatives: [...new Set(others)].slice(0, MAX_ALTERNATIVES) };
    }
  }
  return undefined;
}

/** The places worth showing, best first. */
function scorePlaces(slot: Slot, value: string, { steps, seen, typed, witness }: Context): readonly Scored[] {
  const consumer = steps[slot.step];
  const sightings = valueBits(value) === 0 ? undefined : seen.get(value);
  if (sightings === undefined || consumer === undefined) {
    return [];
  }
  return sightings.leaves
    .flatMap((leaf): readonly Scored[] => {
      const producer = steps[leaf.step];
      const isEarlier = producer !== undefined && leaf.step < slot.step;
      if (!isEarlier || !mayBeShown(slot, leaf, witness === undefined ? 0 : MOST_OF_WITNESS)) {
        return [];
      }
      const isTyped = isEcho(slot, leaf, typed.get(value) ?? []);
      const testimony = witness?.judge(slot, leaf) ?? 'silent';
      const places = sightings.count;
      const evidence = weigh({ slot, leaf, producer, consumer, isTyped, places, testimony });
      return [{ leaf, evidence, score: sumOf(evidence) }];
    })
    .filter(({ score }) => score >= SHOWN_FROM)
    .toSorted((one, other) => other.score - one.score);
}

/** Whether the value was sent, by the user, before or with the request whose answer has it. */
function isEcho(slot: Slot, leaf: Leaf, typed: readonly Slot[]): boolean {
  return typed.some(
    (use) =>
      use.step <= leaf.step &&
      (valueBits(leaf.value) >= UNMISTAKABLE ||
        likenessOf(use, leaf) >= 0.5 ||
        nameLikeness(slot.name, use.name) >= 0.5 ||
        use.key === slot.key),
  );
}

/** Below zero when `one` is the better of two places with as much evidence. */
function compare(one: Scored, other: Scored, slot: Slot, steps: readonly RecordedStep[]): number {
  const byRank = rankOf(one.leaf, steps) - rankOf(other.leaf, steps);
  const byTime = one.leaf.step - other.leaf.step;
  if (isOneTime(slot)) {
    return -byTime || byRank || other.score - one.score;
  }
  return byRank || byTime || effortOf(one.leaf) - effortOf(other.leaf) || other.score - one.score;
}

/** How much a rule for a place has to say: a member is named, a part of an address is cut out, a text decoded. */
function effortOf(leaf: Leaf): number {
  return leaf.lists + (isAddressPart(leaf) || leaf.inner !== undefined ? 1 : 0);
}

/** What an answer to a change says is the source; an item says more than a list. */
function rankOf({ step, lists }: Leaf, steps: readonly RecordedStep[]): number {
  const method = steps[step]?.method ?? 'GET';
  return /^(?:GET|HEAD|OPTIONS)$/.test(method) ? (lists === 0 ? 1 : 2) : 0;
}
