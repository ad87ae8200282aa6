/**
 * Items of answers' lists that requests send again in part: next to a digest of an item, its size is
 * no coincidence (the specification's §2.3, object copy).
 */
import { isAddressPart, type Leaf } from '../read/responseValue';
import type { Slot } from '../read/slots';
import { valueBits } from '../read/valueEntropy';
import type { ValueIndex } from './valueIndex';

/** Tells whether a member of a request's body stands beside another one that comes from the leaf's item. */
export type IsCopied = (slot: Slot, leaf: Leaf) => boolean;

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
      for (const item of ownItems(seen.get(slot.value)?.leaves ?? [])) {
        known.set(item, memberOf(slot));
      }
    }
  }
  return (slot, leaf) => {
    const [object, item] = [objectOf(slot), itemOf(leaf)];
    const member = object === undefined || item === undefined ? undefined : items.get(object)?.get(item);
    return member !== undefined && member !== memberOf(slot);
  };
}

/** The items that a value belongs to: what several items of one answer share tells none of them. */
function ownItems(leaves: readonly Leaf[]): readonly string[] {
  return leaves.flatMap((leaf) => {
    const isShared = leaves.some((other) => other !== leaf && other.step === leaf.step && other.lists > 0);
    return isShared ? [] : (itemOf(leaf) ?? []);
  });
}

/** The object of a body that contains a member. */
function objectOf({ step, steps }: Slot): string | undefined {
  return steps === undefined ? undefined : JSON.stringify([step, ...steps.slice(0, -1)]);
}

function memberOf({ steps = [] }: Slot): string {
  return String(steps.at(-1));
}

/** The item of a list that a member of an answer stands in. */
function itemOf(leaf: Leaf): string | undefined {
  const { place, step, lists } = leaf;
  return place.source !== 'body' || lists === 0 || isAddressPart(leaf)
    ? undefined
    : JSON.stringify([step, ...place.steps.slice(0, -1)]);
}
