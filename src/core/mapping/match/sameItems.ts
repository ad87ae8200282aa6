/**
 * Items that a random id tells apart: where an object has a number and a random id, the number is that item's wherever the
 * random id is next to it. So the number is taken from where the item first appeared, and a request that sends the random id
 * sends the number of that item.
 */
import { groupBy } from '../../groupBy';
import { memberSteps, type ResponseValue } from '../read/responseValue';
import type { Slot } from '../read/slots';
import { valueBits } from '../read/valueEntropy';
import { likenessOf } from './evidence';
import { isOwnId, objectKey } from './sentBack';
import { SAME } from './nameSimilarity';
import type { ValueIndex } from './valueIndex';

/** Whether a slot sends the id of the item that a value belongs to, as a random id of that item says. */
export type IsSameItem = (slot: Slot, responseValue: ResponseValue) => boolean;

/** From so many bits on a value with a digit identifies one item of all. */
const RANDOM_BITS = 48;

/** Looks through the random ids of all requests once. */
export function sameItems({ slots, seen }: ValueIndex): IsSameItem {
  const random = slots.filter(({ value }) => isRandom(value));
  const sent = new Set(random.map((slot) => sentKey(objectOf(slot), slot.value)));
  const placesOf = (value: string): readonly ResponseValue[] => seen.get(value)?.responseValues ?? [];
  const ids = groupBy([...new Set(random.map(({ value }) => value))].flatMap(placesOf), keyOf);
  const idsOf = (responseValue: ResponseValue): readonly ResponseValue[] =>
    isOwnId(memberSteps(responseValue) ?? []) ? (ids.get(keyOf(responseValue)) ?? []) : [];
  return (slot, responseValue) => {
    const own = idsOf(responseValue).filter(({ value }) => value !== responseValue.value);
    const object = slot.steps !== undefined && isOwnId(slot.steps) ? objectOf(slot) : undefined;
    const first = own.filter((id) => placesOf(id.value)[0] === id);
    return (
      (object !== undefined && own.some(({ value }) => sent.has(sentKey(object, value)))) ||
      (first.length > 0 &&
        placesOf(responseValue.value).some(
          (other) =>
            other.step < slot.step &&
            likenessOf(slot, other) >= SAME &&
            idsOf(other).some((one) =>
              first.some((id) => id.value === one.value && memberOf(id) === memberOf(one)),
            ),
        ))
    );
  };
}

/** The object of an answer that has a value; absent where it is no member. */
function keyOf(responseValue: ResponseValue): string | undefined {
  const steps = memberSteps(responseValue);
  return steps && objectKey(responseValue.step, steps);
}

function memberOf(responseValue: ResponseValue): string | number | undefined {
  return memberSteps(responseValue)?.at(-1);
}

function sentKey(object: string | undefined, value: string): string {
  return `${object} ${value}`;
}

function isRandom(value: string): boolean {
  return valueBits(value) >= RANDOM_BITS && /^(?=.*\d)[\w-]+$/.test(value);
}

/** The object that a request sends a value in: the whole body for what ends its address. */
function objectOf({ step, steps, location, following }: Slot): string | undefined {
  return steps === undefined
    ? location === 'path' && following === 0
      ? objectKey(step, [''])
      : undefined
    : objectKey(step, steps);
}
