/**
 * Values that slots took from answers so far: what a later answer says again is the same value, and not to get a
 * variable of its own.
 */
import type { Choice, Scored } from './producerChoice';
import { likenessOf } from '../match/evidence';
import { responseValueKey, type ResponseValue } from '../read/responseValue';
import type { Slot } from '../read/slots';

/** Where a value was taken from, and where it went. */
export interface TakenValue {
  /** By the key of the response value: the place as it was when it was surest. */
  readonly places: Map<string, Scored>;
  /** The slots that took it, by step. */
  readonly sent: Map<number, Slot[]>;
}

/** Names that are so much alike speak of one thing where a request sent a value and was answered with it. */
const ALIKE = 0.8;

/** Remembers what a slot took. */
export function rememberTaken(values: Map<string, TakenValue>, { slot, value, chosen }: Choice): void {
  const known = values.get(value) ?? { places: new Map<string, Scored>(), sent: new Map<number, Slot[]>() };
  const key = responseValueKey(chosen.responseValue);
  const surest = known.places.get(key);
  if (surest === undefined || surest.score < chosen.score) {
    known.places.set(key, chosen);
  }
  known.sent.set(slot.step, [...(known.sent.get(slot.step) ?? []), slot]);
  values.set(value, known);
}

/** Whether an answer has a value only because its request, which took it from an earlier answer, sent it. */
export function isRepeated(responseValue: ResponseValue, taken: TakenValue | undefined): boolean {
  const sent = taken?.sent.get(responseValue.step) ?? [];
  return sent.some((slot) => likenessOf(slot, responseValue) >= ALIKE);
}
