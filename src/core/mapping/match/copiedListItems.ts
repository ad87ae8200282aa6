/**
 * Items of answers' lists that requests send again in part: next to a digest of an item, its size is
 * no coincidence (the specification's §2.3, object copy).
 */
import { groupBy, groupPairs } from '../../groupBy';
import { isStatic } from '../../language/placeName';
import { memberSteps, type ResponseValue } from '../read/responseValue';
import type { Slot } from '../read/slots';
import { objectKey } from './sentBack';
import { valueBits } from '../read/valueEntropy';
import type { ValueIndex } from './valueIndex';

/** Whether a member of a request's body is next to another one that comes from the value's item. */
export type IsCopied = (slot: Slot, responseValue: ResponseValue) => boolean;

/** From so many bits on a value belongs to one item. */
const TELLING_BITS = 12;

/** Looks through the bodies of all requests once. */
export function copiedItems({ slots, seen }: ValueIndex): IsCopied {
  const items = new Map<string, Map<string, string>>();
  for (const slot of slots) {
    const object = objectOf(slot);
    if (object !== undefined && valueBits(slot.value) >= TELLING_BITS) {
      const known = items.get(object) ?? new Map<string, string>();
      items.set(object, known);
      for (const item of ownItems(seen.get(slot.value)?.responseValues ?? [])) {
        known.set(item, memberOf(slot));
      }
    }
  }
  return (slot, responseValue) => {
    const [object, item] = [objectOf(slot), itemOf(responseValue)];
    const member = object === undefined || item === undefined ? undefined : items.get(object)?.get(item);
    return member !== undefined && member !== memberOf(slot);
  };
}

/** Whether a request sends another value of the list's item that a value belongs to, wherever it does. */
export function sentItems({ slots, seen }: ValueIndex): IsCopied {
  const sent = groupBy(slots, ({ step }) => step);
  const known = new Map<number, ReadonlyMap<string, readonly string[]>>();
  const itemsOf = (step: number): ReadonlyMap<string, readonly string[]> => {
    const items =
      known.get(step) ??
      groupPairs(
        (sent.get(step) ?? []).flatMap(({ value, location }) =>
          valueBits(value) < WORD_BITS || (location === 'path' && isStatic(value))
            ? []
            : (seen.get(value)?.responseValues ?? []).flatMap((responseValue) => {
                const item = outerItemOf(responseValue);
                return item === undefined ? [] : [[item, value] as const];
              }),
        ),
      );
    known.set(step, items);
    return items;
  };
  return (slot, responseValue) => {
    const values = itemsOf(slot.step).get(outerItemOf(responseValue) ?? '') ?? [];
    return values.some((value) => value !== responseValue.value);
  };
}

/** From so many bits on a value is more than a choice of few. */
const WORD_BITS = 9;

/** The item of the outermost list that contains a value of an answer. */
function outerItemOf(responseValue: ResponseValue): string | undefined {
  const steps = memberSteps(responseValue) ?? [];
  const at = steps.findIndex((one) => typeof one === 'number');
  return at === -1 ? undefined : JSON.stringify([responseValue.step, ...steps.slice(0, at + 1)]);
}

/** The items that a value belongs to: what several items of one answer share tells none of them. */
function ownItems(responseValues: readonly ResponseValue[]): readonly string[] {
  return responseValues.flatMap((responseValue) => {
    const isShared = responseValues.some(
      (other) => other !== responseValue && other.step === responseValue.step && other.lists > 0,
    );
    return isShared ? [] : (itemOf(responseValue) ?? []);
  });
}

/** The object of a body that contains a member. */
function objectOf({ step, steps }: Slot): string | undefined {
  return steps === undefined ? undefined : JSON.stringify([step, ...steps.slice(0, -1)]);
}

function memberOf({ steps = [] }: Slot): string {
  return String(steps.at(-1));
}

/** The item of a list that contains a member of an answer. */
function itemOf(responseValue: ResponseValue): string | undefined {
  const { step, lists } = responseValue;
  const steps = memberSteps(responseValue);
  return steps === undefined || lists === 0 ? undefined : objectKey(step, steps);
}
