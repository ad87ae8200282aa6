/**
 * Which values requests ask for, and where answers have them: one pass over the requests, then one over the
 * answers, whatever the number of pairs.
 */
import { readLeaves } from './leaves';
import type { Leaf } from './leaf';
import type { RecordedStep } from './recordedSession';
import { MAX_VALUE_LENGTH, slotsOf } from './slots';
import type { Slot } from './slots';
import { valueBits } from './valueBits';

/** Places where answers have a value. */
export interface Sightings {
  /** In order; of very many those that matter: the first, the last, and what creations answered. */
  readonly leaves: readonly Leaf[];
  /** How many there are in all. */
  readonly count: number;
}

/** Slots, and where their values were seen. */
export interface ValueIndex {
  /** In the order of the steps. */
  readonly slots: readonly Slot[];
  readonly seen: ReadonlyMap<string, Sightings>;
}

/** Told after each step that was read, with how many there are; may throw to stop. */
export type OnStep = (read: number, total: number) => void;

const KEPT_FIRST = 4;
const KEPT_LAST = 8;
const KEPT_CREATED = 10;
/** Of one answer: a small number stands in thousands of its places. */
const KEPT_OF_STEP = 3;

/** Indexes a session. */
export function indexValues(steps: readonly RecordedStep[], onStep: OnStep = () => undefined): ValueIndex {
  const slots = steps.flatMap(slotsOf).filter(({ isPassword }) => !isPassword);
  const asked = askedValues(slots);
  const lengths = lengthsOf(asked.keys());
  steps.forEach((step, index) => {
    readLeaves(step, index, {
      wants: (value) => {
        const kept = lengths[value.length] === 1 ? asked.get(value) : undefined;
        return kept !== undefined && kept.lastUse > index && isWorthKeeping(kept, index);
      },
      onLeaf: (leaf) => {
        const kept = asked.get(leaf.value);
        if (kept !== undefined) {
          keep(kept, leaf, step);
        }
      },
    });
    onStep(index + 1, steps.length);
  });
  const seen = [...asked].filter(([, { count }]) => count > 0);
  return { slots, seen: new Map(seen.map(([value, kept]) => [value, sightingsOf(kept)])) };
}

/** The values that requests ask for. */
function askedValues(slots: readonly Slot[]): ReadonlyMap<string, Kept> {
  const asked = new Map<string, Kept>();
  for (const { candidates, step } of slots) {
    for (const candidate of candidates) {
      const known = asked.get(candidate);
      if (known !== undefined) {
        known.lastUse = step;
      } else if (valueBits(candidate) > 0) {
        asked.set(candidate, {
          ...{ first: [], created: [], last: [], count: 0, step: -1, ofStep: 0 },
          lastUse: step,
        });
      }
    }
  }
  return asked;
}

/** 1 at each length that a value has: most values of an answer need no other look. */
function lengthsOf(values: Iterable<string>): Uint8Array {
  const lengths = new Uint8Array(MAX_VALUE_LENGTH + 1);
  for (const { length } of values) {
    lengths[length] = 1;
  }
  return lengths;
}

/** A value that is asked for, and where it was seen so far. */
interface Kept {
  /** The last step that asks for it. */
  lastUse: number;
  readonly first: Leaf[];
  readonly created: Leaf[];
  last: readonly Leaf[];
  count: number;
  /** The step that was read last, and in how many places it has the value. */
  step: number;
  ofStep: number;
}

/** Counts a place; tells whether it is worth keeping. */
function isWorthKeeping(kept: Kept, step: number): boolean {
  kept.count += 1;
  kept.ofStep = kept.step === step ? kept.ofStep + 1 : 1;
  kept.step = step;
  return kept.ofStep <= KEPT_OF_STEP;
}

function keep(kept: Kept, leaf: Leaf, { method }: RecordedStep): void {
  if (kept.first.length < KEPT_FIRST) {
    kept.first.push(leaf);
  } else if (method === 'POST' && kept.created.length < KEPT_CREATED) {
    kept.created.push(leaf);
  } else {
    kept.last = [...kept.last, leaf].slice(-KEPT_LAST);
  }
}

function sightingsOf({ first, created, last, count }: Kept): Sightings {
  return { leaves: [...first, ...created, ...last].toSorted((one, other) => one.step - other.step), count };
}
