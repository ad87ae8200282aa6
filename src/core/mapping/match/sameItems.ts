/**
 * Items that a random id tells apart: where an object has a number and a random id, the number is that item's wherever the
 * random id is next to it. So the number is taken from where the item first appeared, and a request that sends the random id
 * sends the number of that item.
 */
import { groupBy } from '../../groupBy';
import { isAddressPart, type ResponseValue } from '../read/responseValue';
import type { Slot } from '../read/slots';
import { valueBits } from '../read/valueEntropy';
import { likenessOf } from './evidence';
import { isOwnId, objectKey } from './sentBack';
import type { ValueIndex } from './valueIndex';

/** Whether a slot sends the id of the item that a value belongs to, as a random id of that item says. */
export type IsSameItem = (slot: Slot, responseValue: ResponseValue) => boolean;

/** From so many bits on a value with a digit identifies one item of all. */
const RANDOM_BITS = 48;
/** From this likeness on the names say that it is the same thing. */
const SAME = 0.9;

/** A random id next to the own id of an item. */
interface RandomId {
  readonly value: string;
  readonly member: string;
  /** No earlier answer had it. */
  readonly isFirst: boolean;
}

/** Looks through the random ids of all requests once. */
export function sameItems({ slots, seen }: ValueIndex): IsSameItem {
  const random = slots.filter(({ value }) => isRandom(value));
  const sent = new Set(random.map((slot) => sentKey(objectOf(slot), slot.value)));
  const ids = idsByObject(
    [...new Set(random.map(({ value }) => value))].map((value) => seen.get(value)?.responseValues ?? []),
  );
  const idsOf = (responseValue: ResponseValue): readonly RandomId[] => {
    const { place, step, inner } = responseValue;
    return ids.size === 0 ||
      place.source !== 'body' ||
      inner !== undefined ||
      isAddressPart(responseValue) ||
      !isOwnId(place.steps)
      ? []
      : (ids.get(objectKey(step, place.steps)) ?? []);
  };
  return (slot, responseValue) => {
    const own = idsOf(responseValue).filter(({ value }) => value !== responseValue.value);
    const object = slot.steps !== undefined && isOwnId(slot.steps) ? objectOf(slot) : undefined;
    const first = own.filter(({ isFirst }) => isFirst);
    return (
      (object !== undefined && own.some(({ value }) => sent.has(sentKey(object, value)))) ||
      (first.length > 0 &&
        (seen.get(responseValue.value)?.responseValues ?? []).some(
          (other) =>
            other.step < slot.step &&
            likenessOf(slot, other) >= SAME &&
            idsOf(other).some(({ value, member }) =>
              first.some((id) => id.value === value && id.member === member),
            ),
        ))
    );
  };
}

/** The random ids by the objects of answers that have them, given the places of each in order. */
function idsByObject(
  places: readonly (readonly ResponseValue[])[],
): ReadonlyMap<string, readonly RandomId[]> {
  const found = places.flatMap((ofOne) =>
    ofOne.flatMap(({ place, step, value }, index) =>
      place.source === 'body'
        ? [
            {
              object: objectKey(step, place.steps),
              value,
              member: String(place.steps.at(-1)),
              isFirst: index === 0,
            },
          ]
        : [],
    ),
  );
  return groupBy(found, ({ object }) => object);
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
