/**
 * Which places may be to blame for how a run differs from its recording, and what they can take instead: only places
 * whose sources gave different values in this run, for where they gave the same one nothing would change.
 */
import { applyEdits } from '../../edit/textEdit';
import { setMember, treeOf } from '../../edit/jsonEdit';
import { valueAtSteps } from '../../extraction/responsePart';
import { isArray, isNumber, jsonEquals, type JsonValue } from '../../json/json';
import { valueOf } from '../../json/jsonDocument';
import { extractionMember } from '../../edit/chainEdit';
import { restoreValue, takeInstead } from '../review/alternativeSources';
import type { AppliedPlace } from '../review/judgeRun';
import { applyPicked, type OpenChoice } from '../review/reviewMappings';
import { referringPlace, type CarriedPlace, type RepairSession } from './carriedPlaces';
import { withoutUnused } from '../review/unusedExtraction';
import type { RunDifference } from './compareRun';
import type { RunAnswers } from './runAnswers';

/** A place that takes another of its sources, or its recorded value again. */
export interface AimedPlace {
  readonly place: CarriedPlace;
  /** Index among the mapping's choices; absent for the recorded value. */
  readonly choice?: number;
}

/** A change of places that may explain a difference. */
export interface Aim {
  readonly kind: 'aim';
  /** The place that is to blame, then those that take the same value in the same meaning. */
  readonly places: readonly [AimedPlace, ...AimedPlace[]];
  /** The more, the likelier. */
  readonly score: number;
}

/** What is known when a run differs. */
export interface Suspicion {
  readonly difference: RunDifference;
  readonly places: readonly CarriedPlace[];
  readonly answers: RunAnswers;
  /** Whether a place had its recorded value before the repair began. */
  readonly wasRecorded: (place: CarriedPlace) => boolean;
}

/** A recorded value, or one of something else, is suspicious where the run has a source for the place. */
const IS_FOREIGN = 0.5;
/** A place that fits what the status complains about. */
const FITS_STATUS = 0.5;
/** What requests before the refused one sent is looked at last. */
const IS_UPSTREAM = -2;
/** To take the recorded value again is the last resort. */
const RECORDED_AGAIN = -4;

/** The aims that may explain a difference, the likeliest first. */
export function aimsFor(suspicion: Suspicion): readonly Aim[] {
  const { difference, places, answers } = suspicion;
  if (difference.kind === 'stale') {
    const [first, ...others] = stalePlaces(places, difference.request, answers).flatMap((place) => {
      const [best] = place.mapping.choices;
      return best === undefined ? [] : [{ place, choice: 0 }, ...followers(place, best, suspicion)];
    });
    return first === undefined ? [] : [{ kind: 'aim', places: [first, ...others], score: 0 }];
  }
  const own = places.filter((place) => isBlamed(place, difference));
  const before = upstreamOf(own, places).filter((place) => !own.includes(place));
  return [
    ...own.flatMap((place) => aimsOf(place, suspicion, 0)),
    ...before.flatMap((place) => aimsOf(place, suspicion, IS_UPSTREAM)),
  ].toSorted((one, other) => other.score - one.score);
}

/**
 * The places of a request that say a recorded id although its likeliest source gave another one in this run. A source
 * that goes by its position in a list is none.
 *
 * @param answers of the run, as far as it got
 */
export function stalePlaces(
  places: readonly CarriedPlace[],
  request: string,
  ...answers: readonly RunAnswers[]
): readonly CarriedPlace[] {
  return places.filter(({ mapping, variable }) => {
    const [best] = mapping.choices;
    const { slot, value } = mapping.proposal;
    const isRecorded = mapping.request === request && variable === undefined;
    const isId = slot.name.isId || best?.producer.responseValue.name.isId === true;
    const now =
      isRecorded && isId && best?.producer.isStable === true
        ? answers.map((one) => one.extractedBy(best)).find((one) => one !== undefined)
        : undefined;
    return now !== undefined && now !== value;
  });
}

/** Places of the request; where it extracted nothing, those that take what it should have extracted. */
function isBlamed({ mapping, choice, variable }: CarriedPlace, difference: RunDifference): boolean {
  return difference.kind === 'extraction'
    ? variable === difference.variable && mapping.choices[choice ?? -1]?.source === difference.request
    : mapping.request === difference.request;
}

/** The places of the requests whose answers places take, and of those before them. */
function upstreamOf(from: readonly CarriedPlace[], places: readonly CarriedPlace[]): readonly CarriedPlace[] {
  const sources = new Set<string>();
  const found: CarriedPlace[] = [];
  const queue = [...from];
  for (const { mapping, choice } of queue) {
    const source = mapping.choices[choice ?? -1]?.source;
    if (source !== undefined && !sources.has(source)) {
      sources.add(source);
      const next = places.filter((place) => place.mapping.request === source);
      found.push(...next);
      queue.push(...next);
    }
  }
  return found;
}

function aimsOf(place: CarriedPlace, suspicion: Suspicion, bonus: number): readonly Aim[] {
  const { answers, difference, wasRecorded } = suspicion;
  const { mapping, choice: current } = place;
  const status = answers.resultOf(difference.request)?.exchange?.response?.status;
  const base = bonus + (fitsStatus(place, status) ? FITS_STATUS : 0);
  const seen = new Set([answers.valueAt(place)]);
  const others = mapping.choices.flatMap((choice, index): readonly Aim[] => {
    const value = index === current ? undefined : answers.valueOf(choice);
    if (value === undefined || seen.has(value)) {
      return [];
    }
    seen.add(value);
    const score = base + choice.confidence + (current === undefined ? IS_FOREIGN : 0);
    return [
      { kind: 'aim', places: [{ place, choice: index }, ...followers(place, choice, suspicion)], score },
    ];
  });
  const canRestore =
    current !== undefined && wasRecorded(place) && !mapping.proposal.slot.isCredential && bonus === 0;
  return canRestore
    ? [...others, { kind: 'aim', places: [{ place }], score: base + RECORDED_AGAIN }]
    : others;
}

/** Whether a status complains about such a place (RFC 9110 §15.5): who asks, what is asked for, what is sent. */
function fitsStatus({ mapping: { proposal } }: CarriedPlace, status: number | undefined): boolean {
  const { location, isCredential } = proposal.slot;
  switch (status) {
    case 401:
    case 403:
      return isCredential;
    case 404:
    case 405:
    case 410:
      return location === 'path';
    default:
      return !isCredential && location !== 'path';
  }
}

/** Other places that take the same value in the same meaning, and can take the other source as well. */
function followers(
  { mapping, variable, choice }: CarriedPlace,
  to: OpenChoice,
  { places }: Suspicion,
): readonly AimedPlace[] {
  const { value, slot } = mapping.proposal;
  const source = mapping.choices[choice ?? -1]?.source;
  return places.flatMap((place): readonly AimedPlace[] => {
    const { proposal, choices } = place.mapping;
    const isSame =
      place.mapping !== mapping &&
      place.variable === variable &&
      choices[place.choice ?? -1]?.source === source &&
      proposal.value === value &&
      wordsOf(proposal.slot) === wordsOf(slot);
    const index = isSame ? choices.findIndex((one) => isSameSource(one, to)) : -1;
    return index === -1 ? [] : [{ place, choice: index }];
  });
}

function wordsOf({ name }: CarriedPlace['mapping']['proposal']['slot']): string {
  return [...name.noun, ...name.field].join(' ');
}

function isSameSource(one: OpenChoice, other: OpenChoice): boolean {
  const ruleOf = ({ producer }: OpenChoice) => extractionMember({ ...producer.rule, variable: '' });
  return one.source === other.source && jsonEquals(ruleOf(one), ruleOf(other));
}

/**
 * The chain in which places take what they are aimed at. What only they took is not extracted any more.
 *
 * @param original the chain before all repairs, which says how a recorded value was written
 * @throws UserError when the text is not JSON
 */
export function withAim(
  text: string,
  original: string,
  session: RepairSession,
  { places }: Pick<Aim, 'places'>,
): string {
  return places.reduce((now, aimed) => withPlace(now, original, session, aimed), text);
}

function withPlace(
  text: string,
  original: string,
  session: RepairSession,
  { place, choice }: AimedPlace,
): string {
  const { mapping, variable } = place;
  const current = mapping.choices[place.choice ?? -1];
  const picks = choice === undefined ? [] : [{ key: mapping.key, choice }];
  if (variable === undefined) {
    return applyEdits(text, applyPicked(text, session, picks).edits);
  }
  const made =
    current === undefined ? [] : [{ source: current.source, variable, rule: current.producer.rule }];
  const restored = withRecorded(text, original, place, variable);
  if (restored !== undefined) {
    const taking = applyEdits(restored, applyPicked(restored, session, picks).edits);
    return made.reduce((now, one) => withoutUnused(now, one)?.text ?? now, taking);
  }
  const applied: AppliedPlace = {
    request: mapping.request,
    source: current?.source ?? '',
    variable,
    mapping,
    choice: place.choice ?? 0,
    values: [],
    wasRefused: false,
  };
  return choice === undefined
    ? restoreValue(text, applied, made)
    : applyEdits(text, takeInstead(text, session, { place: applied, choice, made }).edits);
}

/** The text with the recorded value where a place refers to a variable; absent where the reference is a part of a text. */
function withRecorded(
  text: string,
  original: string,
  { mapping }: CarriedPlace,
  variable: string,
): string | undefined {
  const requests = requestsIn(text);
  const index = requests.findIndex((request) => valueAtSteps(request, ['id']) === mapping.request);
  const { slot, value } = mapping.proposal;
  const found = referringPlace(requests[index] ?? null, slot, variable);
  const before = valueAtSteps(requestsIn(original)[index] ?? null, found?.path ?? []);
  return found === undefined
    ? undefined
    : applyEdits(
        text,
        setMember(
          text,
          ['requests', index, ...found.path],
          before !== undefined && isNumber(before) ? before : found.text(value),
        ),
      );
}

function requestsIn(text: string): readonly JsonValue[] {
  const list = valueAtSteps(valueOf(treeOf(text)), ['requests']);
  return list !== undefined && isArray(list) ? list : [];
}
