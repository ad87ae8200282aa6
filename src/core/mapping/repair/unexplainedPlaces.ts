/**
 * Places that still send recorded ids which nothing explains. A server accepts an old id that belongs to something else
 * by now, so a run in which every request goes as recorded does not prove them right.
 *
 * Such an id is called like one, or it is one that an earlier response had in the recording and has another one for now.
 */
import { valueAtSteps } from '../../extraction/responsePart';
import { parseJson } from '../../json/json';
import { plainText } from '../../prepare/template';
import { isAmount } from '../decide/eliminatedSources';
import { needsSource } from '../review/missingMappings';
import { isAddressPart, type ResponseValue } from '../read/responseValue';
import { readResponseValues } from '../read/responseValues';
import { slotsOf, type Slot } from '../read/slots';
import type { CarriedPlace, RepairSession } from './carriedPlaces';
import type { RunAnswers } from './runAnswers';

/** A place that sends a recorded id. */
export interface UnexplainedPlace {
  /** Id of the request. */
  readonly request: string;
  readonly entry: number;
  readonly slot: Slot;
}

/**
 * The places of a run, in the order of the recording.
 *
 * @param places what the chain of the run states
 */
export function unexplainedPlaces(
  session: RepairSession,
  places: readonly CarriedPlace[],
  answers: RunAnswers,
): readonly UnexplainedPlace[] {
  const explained = new Set(
    places
      .filter((place) => isExplained(place, answers))
      .map(({ mapping: { proposal } }) => keyOf(proposal.entry, proposal.slot)),
  );
  const renewed = renewedIds(session, answers);
  return session.steps.flatMap((step, index) => {
    const request = session.ids.get(step.entry) ?? '';
    const isSentAgain = sentAgain(request, answers);
    return slotsOf(step, index)
      .filter((slot) => needsSource(slot) || isRenewed(slot, renewed))
      .filter((slot) => isSentAgain(slot) && !explained.has(keyOf(step.entry, slot)))
      .map((slot) => ({ request, entry: step.entry, slot }));
  });
}

/** Whether a place refers to a variable, or has a source that the run has a value for. */
function isExplained({ mapping, variable }: CarriedPlace, answers: RunAnswers): boolean {
  const [best] = mapping.choices;
  return variable !== undefined || (best !== undefined && answers.valueOf(best) !== undefined);
}

function keyOf(entry: number, { location, key }: Slot): string {
  return JSON.stringify([entry, location, key]);
}

/** Tells which recorded values the run sent again, other than by a variable. */
function sentAgain(request: string, answers: RunAnswers): (slot: Slot) => boolean {
  const step = answers.stepOf(request);
  const sent = new Set((step === undefined ? [] : slotsOf(step, 0)).map(sentKey));
  const filled = new Set(
    (answers.resultOf(request)?.substitutions ?? []).map(({ value }) => plainText(parseJson(value))),
  );
  return (slot) => sent.has(sentKey(slot)) && !slot.candidates.some((value) => filled.has(value));
}

function sentKey({ location, key, value }: Slot): string {
  return JSON.stringify([location, key, value]);
}

/** Whether a place that counts nothing sends an id that an earlier response has another one for. */
function isRenewed({ value, name, step }: Slot, renewed: ReadonlyMap<string, number>): boolean {
  return (renewed.get(value) ?? Infinity) < step && !isAmount(name);
}

/** Ids that responses had in the recording and have others for in the run, each with the first step that had it. */
function renewedIds({ steps, ids }: RepairSession, answers: RunAnswers): ReadonlyMap<string, number> {
  const asked = new Set(steps.flatMap(slotsOf).flatMap(({ candidates }) => candidates));
  const renewed = new Map<string, number>();
  steps.forEach((step, index) => {
    const json = answers.jsonOf(ids.get(step.entry) ?? '');
    const note = (responseValue: ResponseValue): void => {
      const { place, value } = responseValue;
      const now = json === undefined || place.source !== 'body' ? undefined : valueAtSteps(json, place.steps);
      if (isOwnId(responseValue) && now !== undefined && now !== null && plainText(now) !== value) {
        renewed.set(value, index);
      }
    };
    readResponseValues(step, index, {
      wants: (value) => json !== undefined && asked.has(value) && !renewed.has(value),
      onValue: note,
    });
  });
  return renewed;
}

/** Whether a response has a value as the id of something, and not of one of many. */
function isOwnId(responseValue: ResponseValue): boolean {
  const { name, lists, inner } = responseValue;
  return name.isId && lists === 0 && inner === undefined && !isAddressPart(responseValue);
}
