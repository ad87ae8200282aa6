/**
 * Elimination (the specification's Revision 2, R3.2): an id that nothing explains takes the only created id of a fitting
 * kind that no other request takes. It is the last resort, so a person decides.
 */
import type { PlaceName } from '../../language/placeName';
import { ELIMINATED, sumOf, type CrossCheck } from '../match/evidence';
import type { SecondSession } from '../match/secondSession';
import type { ValueIndex } from '../match/valueIndex';
import type { RecordedStep } from '../read/recordedSession';
import { isAddressPart, type ResponseValue } from '../read/responseValue';
import type { Slot } from '../read/slots';
import type { Choice } from './producerChoice';

/** What a second session may say of a source. */
const MAY_BE: ReadonlySet<CrossCheck> = new Set(['agrees', 'silent']);
/** Numbers that count or measure something. */
const AMOUNT =
  /^(?:page|limit|size|count|quantity|qty|amount|price|total|offset|skip|take|first|last|per|max|min|depth|order|position|index|year|month|day|hour|minute|second|width|height|age|rating|score|priority|level|version|timeout|delay|duration|weight)s?$/;
const LONG_NUMBER = /^\d{2,19}$/;

/** The choices of all slots, those that elimination explains added, in the order of the slots. */
export function withEliminatedSources(
  choices: readonly Choice[],
  steps: readonly RecordedStep[],
  { slots, seen }: ValueIndex,
  secondSession?: SecondSession,
): readonly Choice[] {
  const chosen = new Map(choices.map((choice) => [choice.slot, choice]));
  const taken = new Set(choices.map(({ chosen: { responseValue } }) => keyOf(responseValue)));
  const firstUses = new Map(
    slots.toReversed().flatMap(({ candidates, step }) => candidates.map((value) => [value, step])),
  );
  const isFree = (created: ResponseValue): boolean =>
    isCreated(steps[created.step], created) &&
    !taken.has(keyOf(created)) &&
    (firstUses.get(created.value) ?? 0) > created.step;
  return slots.flatMap((slot): readonly Choice[] => {
    const choice = chosen.get(slot);
    if (choice !== undefined || !isId(slot)) {
      return choice === undefined ? [] : [choice];
    }
    const created = (seen.get(slot.value)?.responseValues ?? []).filter(
      (responseValue) =>
        responseValue.step < slot.step &&
        isFree(responseValue) &&
        isOfKind(slot, responseValue) &&
        MAY_BE.has(secondSession?.judge(slot, responseValue) ?? 'silent'),
    );
    const [only] = created;
    if (only === undefined || created.some(({ step }) => step !== only.step)) {
      return [];
    }
    const evidence = [ELIMINATED];
    const source = { responseValue: only, evidence, score: sumOf(evidence) };
    return [{ slot, value: slot.value, chosen: source, alternatives: [] }];
  });
}

/** One created thing. */
function keyOf({ step, value }: ResponseValue): string {
  return `${step} ${value}`;
}

/** Whether a request was answered with the id of what it created. */
function isCreated(step: RecordedStep | undefined, responseValue: ResponseValue): boolean {
  const status = step?.response?.status ?? 0;
  return (
    step?.method === 'POST' &&
    status >= 200 &&
    status < 300 &&
    responseValue.name.isId &&
    responseValue.lists === 0 &&
    responseValue.inner === undefined &&
    responseValue.place.source === 'body' &&
    !isAddressPart(responseValue)
  );
}

/** Whether a slot has an id: by its name, or a number that counts nothing and is not so short that it is everywhere. */
function isId({ name, value, isCredential }: Slot): boolean {
  return !isCredential && (name.isId || (LONG_NUMBER.test(value) && !isAmount(name)));
}

/** Whether a place counts or measures something, by its name. */
export function isAmount({ noun, field }: PlaceName): boolean {
  return [...noun, ...field].some((word) => AMOUNT.test(word));
}

/** A member of JSON is sent as it was answered. */
function isOfKind({ steps, isNumber }: Slot, responseValue: ResponseValue): boolean {
  return steps === undefined || isNumber === responseValue.isNumber;
}
