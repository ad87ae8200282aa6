/**
 * Which of the places that have a slot's value it came from: the best evidence, and where several are as
 * good, the rules of the specification's §2.4.
 *
 * Slots are judged in the order of the requests. A value that a request sent without having it from an answer was
 * typed, and a later answer that contains it only echoes it.
 */
import {
  isCalledWith,
  isFollowed,
  isOneTime,
  likenessOf,
  mayBeShown,
  MAX_CONFIRMATION,
  reuse,
  SHOWN_FROM,
  sumOf,
  weigh,
  asksForItem,
} from '../match/evidence';
import { copiedRows, type IsOfRow } from '../match/copiedRows';
import { copiedItems, sentItems, type IsCopied } from '../match/copiedListItems';
import { sameItems, type IsSameItem } from '../match/sameItems';
import { sameRecords, type IsSameRecord } from '../match/sameRecords';
import { isAddressPart, responseValueKey, rowOf, type ResponseValue } from '../read/responseValue';
import { nameLikeness, sharesWord } from '../match/nameSimilarity';
import { sentBack, type SentBack } from '../match/sentBack';
import { readingSteps, type IsReading } from '../read/readingSteps';
import type { RecordedStep } from '../read/recordedSession';
import type { Slot } from '../read/slots';
import { isRepeated, rememberTaken, type TakenValue } from './mappedValues';
import { isContradicted, type Choice, type Scored } from './producerChoice';
import { valueBits } from '../read/valueEntropy';
import type { ValueIndex } from '../match/valueIndex';
import type { SecondSession } from '../match/secondSession';

/** Differences of less than this decide nothing. */
const TIE = 0.75;
/** So much worse a place may be and still be taken because an earlier slot took it. */
const SAME_VARIABLE = 2.5;
/** From this likeness on two slots with the same small value speak of one thing. */
const ALIKE = 0.8;
const MAX_ALTERNATIVES = 3;
/** A value in more places of responses than this is looked for in no record. */
const MOST_PLACES = 100;
/** A sum of evidence that a record adds nothing to. */
const EXPLAINED = 7;
/** From so many bits on a value that was sent is the same wherever it is. */
const UNMISTAKABLE = 12;
/**
 * With at least so many bits all places with a value mean the same thing, whatever their names: it is taken from where
 * an earlier slot took it, else from a place outside lists, whose items change places.
 */
const SAME_THING = 32;

/** The choices for a session's slots, in their order; slots without a place are left out. */
export function chooseProducers(
  steps: readonly RecordedStep[],
  index: ValueIndex,
  secondSession?: SecondSession,
): readonly Choice[] {
  const { slots, seen } = index;
  const isCopied = copiedItems(index);
  const isOfRow = copiedRows(index);
  const isWithItem = sentItems(index);
  const isSameItem = sameItems(index);
  const isSameRecord = sameRecords(steps);
  const isReading = readingSteps(steps);
  const back = sentBack(index, isReading);
  const aboutRecords = new Set(slots.flatMap((slot) => (namesRecord(slot, index) ? [slot.step] : [])));
  const typed = new Map<string, Slot[]>();
  const taken = new Map<string, TakenValue>();
  const choices: Choice[] = [];
  /** Segments of one path in a row that came from no answer. */
  let row: readonly Slot[] = [];
  for (const slot of slots) {
    const last = row.at(-1);
    row = slot.location === 'path' && last?.step === slot.step ? row : [];
    if (isInside(slot, choices.at(-1))) {
      continue;
    }
    const choice = chooseFor(slot, {
      steps,
      seen,
      typed,
      taken,
      secondSession,
      isCopied,
      isOfRow,
      isWithItem,
      isSameItem,
      isSameRecord,
      back,
      isReading,
      aboutRecords,
    });
    if (choice === undefined) {
      if (!isKnown(slot, { steps, seen })) {
        rememberTyped(typed, slot, row);
      }
      row = slot.location === 'path' ? [...row, slot] : [];
    } else {
      row = [];
      choices.push(choice);
      rememberTaken(taken, choice);
    }
  }
  return choices;
}

/** Whether a value is inside of one that is taken as a whole: `[6]` of the field `["[6]"]`. */
function isInside({ step, location, key, value, candidates }: Slot, last: Choice | undefined): boolean {
  return (
    last?.value === value &&
    last.slot.step === step &&
    last.slot.location === location &&
    last.slot.key === key &&
    candidates[0] !== value
  );
}

/** Whether an answer had the value before: who sends it then has read it, and not typed it. */
function isKnown(slot: Slot, { steps, seen }: Pick<Context, 'steps' | 'seen'>): boolean {
  const isUnmistakable = valueBits(slot.value) >= UNMISTAKABLE;
  return (seen.get(slot.value)?.responseValues ?? []).some(
    (responseValue) =>
      responseValue.step < slot.step &&
      (steps[responseValue.step]?.response?.status ?? 0) < 400 &&
      (isUnmistakable || likenessOf(slot, responseValue) >= 0.5),
  );
}

/** Remembers what was typed; segments of a path also with those before them, as `from=team/tool` names them again. */
function rememberTyped(typed: Map<string, Slot[]>, slot: Slot, before: readonly Slot[]): void {
  let value = slot.value;
  rememberUse(typed, value, slot);
  for (const one of before.slice(-MAX_JOINED).toReversed()) {
    value = `${one.value}/${value}`;
    rememberUse(typed, value, slot);
  }
}

/** Remembers the first use of a value under each name. */
function rememberUse(typed: Map<string, Slot[]>, value: string, slot: Slot): void {
  const uses = typed.get(value) ?? [];
  if (!uses.some(({ key, name }) => key === slot.key && name === slot.name)) {
    typed.set(value, [...uses, slot]);
  }
}

/** More than a session has steps. */
const ALONE = 1e9;

/** Segments before one that are typed with it as one name. */
const MAX_JOINED = 3;

interface Context {
  readonly steps: readonly RecordedStep[];
  readonly seen: ValueIndex['seen'];
  /** Slots by value whose value did not come from an answer. */
  readonly typed: ReadonlyMap<string, readonly Slot[]>;
  /** What earlier slots took, by value. */
  readonly taken: ReadonlyMap<string, TakenValue>;
  readonly secondSession: SecondSession | undefined;
  readonly isCopied: IsCopied;
  readonly isOfRow: IsOfRow;
  readonly isWithItem: IsCopied;
  readonly isSameItem: IsSameItem;
  readonly isSameRecord: IsSameRecord;
  readonly back: SentBack;
  readonly isReading: IsReading;
  /** The steps that name a record. */
  readonly aboutRecords: ReadonlySet<number>;
}

/** Whether a slot has the number of a thing that an answer had before. */
function namesRecord({ step, name, value, isCredential }: Slot, { seen }: ValueIndex): boolean {
  const [first] = seen.get(value)?.responseValues ?? [];
  return name.isId && !isCredential && /\d/.test(value) && first !== undefined && first.step < step;
}

function chooseFor(slot: Slot, context: Context): Choice | undefined {
  for (const value of slot.candidates) {
    const scored = scorePlaces(slot, value, context);
    const [best] = scored;
    if (best !== undefined) {
      return { slot, value, ...choiceAmong(scored, best, { slot, value, context }) };
    }
  }
  return undefined;
}

/** A slot with the part of its value that places have. */
interface Wish {
  readonly slot: Slot;
  readonly value: string;
  readonly context: Context;
}

/** Of places with a value the one to take: among those whose claim is as good as that of the best one. */
function choiceAmong(
  scored: readonly Scored[],
  best: Scored,
  { slot, value, context: { taken, isReading, back } }: Wish,
): Pick<Choice, 'chosen' | 'alternatives'> {
  const earlier = isOneTime(slot) ? undefined : taken.get(value);
  const takers = [...(earlier?.sent.values() ?? [])].flat();
  const isAlike =
    valueBits(value) >= UNMISTAKABLE || takers.some(({ name }) => nameLikeness(slot.name, name) >= ALIKE);
  const isSameThing = valueBits(value) >= SAME_THING;
  const isRepeat =
    (isSameThing && !isAddressPart(best.responseValue)) || isRepeated(best.responseValue, earlier);
  // What a page says of the record that was opened is surer than the list in a script.
  const takenAs = (one: Scored): Scored | undefined =>
    isAlike &&
    !(isRepeat && best.score - one.score >= TIE && isCalledWith(slot, one.responseValue)) &&
    !isOtherField(one, best)
      ? earlier?.places.get(responseValueKey(one.responseValue))
      : undefined;
  const isTaken = (one: Scored): boolean => takenAs(one) !== undefined;
  const isLessSure = (one: Scored): boolean =>
    one.responseValue.lists > 0 && best.score - (takenAs(one)?.score ?? 0) >= SAME_VARIABLE;
  const isReused = (one: Scored): boolean =>
    isRepeat && isTaken(one) && one.responseValue.step < best.responseValue.step && !isLessSure(one);
  const { isReadRecord, freshness } = readingOf(slot, earlier, back);
  const credible = isContradicted(best) ? scored : scored.filter((one) => !isContradicted(one));
  const contenders = credible.filter(
    (one) =>
      best.score - one.score < TIE ||
      (isSameThing && best.responseValue.lists > 0 && one.responseValue.lists === 0) ||
      ((isTaken(one) || one.isFollowed === true) && best.score - one.score < SAME_VARIABLE) ||
      isReused(one) ||
      isReadRecord(one),
  );
  const ranked = contenders.toSorted(
    (one, other) =>
      Number(isReadRecord(other)) - Number(isReadRecord(one)) ||
      Number(other.isFollowed === true) - Number(one.isFollowed === true) ||
      Number(isTaken(other)) - Number(isTaken(one)) ||
      freshness(other) - freshness(one) ||
      (isSameThing ? Number(one.responseValue.lists > 0) - Number(other.responseValue.lists > 0) : 0) ||
      (one.responseValue.step === other.responseValue.step
        ? Number(sharesWord(slot.name, other.responseValue.name)) -
          Number(sharesWord(slot.name, one.responseValue.name))
        : 0) ||
      compare(one, other, slot, isReading),
  );
  const [first = best] = ranked;
  const others = [...ranked, ...scored].filter((one) => one !== first);
  return {
    chosen: isReused(first) ? reused(first, best, takenAs(first)) : first,
    alternatives: [...new Set(others)].slice(0, MAX_ALTERNATIVES),
  };
}

/** Whether a place is beside the very field that was sent, in the same page: two fields are two things. */
function isOtherField(one: Scored, best: Scored): boolean {
  return isField(best) && !isField(one) && one.responseValue.step === best.responseValue.step;
}

/** Whether the page that was sent had the field so. */
function isField({ evidence }: Scored): boolean {
  return evidence.some(({ code }) => code === 'form');
}

/** Which places are fresh readings of the record that a slot sends back. */
interface Reading {
  /** Whether a request has read the record alone, after earlier slots took its id from lists at most. */
  readonly isReadRecord: (one: Scored) => boolean;
  /** Greater for a response about the record alone, and for a later one; -1 for what is not about it. */
  readonly freshness: (one: Scored) => number;
}

function readingOf(slot: Slot, earlier: TakenValue | undefined, back: SentBack): Reading {
  const isRecord = ({ responseValue }: Scored): boolean => back.isReadRecord(slot, responseValue);
  const isPicked = [...(earlier?.places.values() ?? [])].every(
    (one) => one.responseValue.lists > 0 || isRecord(one),
  );
  return {
    isReadRecord: (one) => isPicked && isRecord(one),
    freshness: ({ responseValue }) =>
      isOneTime(slot) || !back.isMember(slot, responseValue)
        ? -1
        : responseValue.step + (back.isAlone(responseValue) ? ALONE : 0),
  };
}

/** A place that an earlier slot took: equally sure, because the best place repeats that value. */
function reused(one: Scored, best: Scored, earlier: Scored | undefined): Scored {
  const weight = Math.min(best.score, earlier?.score ?? 0) - one.score;
  return weight <= 0
    ? one
    : { ...one, evidence: [...one.evidence, reuse(weight)], score: one.score + weight };
}

/** The places worth showing, best first. */
function scorePlaces(slot: Slot, value: string, context: Context): readonly Scored[] {
  const plain = weighPlaces(slot, value, { ...context, isSameRecord: () => false });
  const isExplained = (plain[0]?.score ?? 0) >= EXPLAINED;
  // Responses are read again only where names and values explain little.
  return isExplained || (context.seen.get(value)?.count ?? 0) > MOST_PLACES
    ? plain
    : weighPlaces(slot, value, context);
}

function weighPlaces(slot: Slot, value: string, context: Context): readonly Scored[] {
  const { steps, seen, typed, secondSession } = context;
  const consumer = steps[slot.step];
  const sightings = valueBits(value) === 0 ? undefined : seen.get(value);
  if (sightings === undefined || consumer === undefined) {
    return [];
  }
  return sightings.responseValues
    .flatMap((responseValue): readonly Scored[] => {
      const producer = steps[responseValue.step];
      const isEarlier = producer !== undefined && responseValue.step < slot.step;
      const bonus = secondSession === undefined ? 0 : MAX_CONFIRMATION;
      const isOfRow = isEarlier && context.isOfRow(slot, responseValue);
      const isSameItem = isEarlier && context.isSameItem(slot, responseValue);
      const isSameRecord = isSameItem || (isEarlier && context.isSameRecord(slot, responseValue));
      const isSentBack = isEarlier && context.back.isMember(slot, responseValue);
      if (
        !isEarlier ||
        (rowOf(responseValue) !== undefined && !isOfRow) ||
        !(isSameRecord || isSentBack || mayBeShown(slot, responseValue, bonus, { producer, consumer }))
      ) {
        return [];
      }
      const isTyped = isEcho(slot, responseValue, typed.get(value) ?? []) || isReferred(producer, value);
      const crossCheck = secondSession?.judge(slot, responseValue) ?? 'silent';
      const places = sightings.count;
      const isFirst = sightings.responseValues[0]?.step === responseValue.step;
      const isCopied = context.isCopied(slot, responseValue);
      const evidence = weigh({
        slot,
        responseValue,
        producer,
        consumer,
        isTyped,
        isCopied,
        isOfRow,
        isWithItem: asksForItem(slot, responseValue, crossCheck) && context.isWithItem(slot, responseValue),
        isAboutRecord: context.aboutRecords.has(slot.step),
        isSameRecord,
        isSentBack,
        isTaken:
          slot.location === 'path' &&
          secondSession === undefined &&
          isTakenAlike(slot, responseValue, context.taken.get(value)),
        places,
        isFirst,
        crossCheck,
      });
      return [
        {
          responseValue,
          evidence,
          score: sumOf(evidence),
          isFollowed: isFollowed(responseValue, { producer, consumer }),
          isSameItem,
        },
      ];
    })
    .filter(({ score }) => score >= SHOWN_FROM)
    .toSorted((one, other) => other.score - one.score);
}

/** Whether an earlier slot took a value from the same place, or as the same thing. */
function isTakenAlike({ name }: Slot, place: ResponseValue, earlier: TakenValue | undefined): boolean {
  return (
    earlier?.places.has(responseValueKey(place)) === true ||
    [...(earlier?.sent.values() ?? [])].flat().some((taker) => nameLikeness(name, taker.name) >= ALIKE)
  );
}

/** Whether the value was sent, by the user, before or with the request whose answer has it. */
function isEcho(slot: Slot, responseValue: ResponseValue, typed: readonly Slot[]): boolean {
  return typed.some(
    (use) =>
      use.step <= responseValue.step &&
      (valueBits(responseValue.value) >= UNMISTAKABLE ||
        likenessOf(use, responseValue) >= 0.5 ||
        nameLikeness(slot.name, use.name) >= 0.5 ||
        use.key === slot.key),
  );
}

/** Whether a request says itself on which page it was made (RFC 9110 §10.1.3): its answer only repeats the address. */
function isReferred({ headers }: RecordedStep, value: string): boolean {
  return headers.some((line) => line.value === value && /^referer$/i.test(line.name));
}

/** Below zero when `one` is the better of two places with as much evidence. */
function compare(one: Scored, other: Scored, slot: Slot, isReading: IsReading): number {
  const byRank = rankOf(one.responseValue, isReading) - rankOf(other.responseValue, isReading);
  const byTime = one.responseValue.step - other.responseValue.step;
  if (isOneTime(slot)) {
    return -byTime || byRank || other.score - one.score;
  }
  return (
    byRank || byTime || effortOf(one.responseValue) - effortOf(other.responseValue) || other.score - one.score
  );
}

/** How much a rule for a place has to say: a member is named, a part of an address is cut out, a text decoded. */
function effortOf(responseValue: ResponseValue): number {
  return responseValue.lists + (isAddressPart(responseValue) || responseValue.inner !== undefined ? 1 : 0);
}

/** What an answer to a change says is the source; an item says more than a list, and that more than a list inside of it. */
function rankOf({ step, lists }: ResponseValue, isReading: IsReading): number {
  return isReading(step) ? 1 + Math.min(lists, 2) : 0;
}
