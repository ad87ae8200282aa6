/**
 * Which values requests ask for, and where answers have them: one pass over the requests, then one over the
 * answers, whatever the number of pairs.
 */
import { readResponseValues } from '../read/responseValues';
import { rowOf, type ResponseValue } from '../read/responseValue';
import { nameLikeness } from './nameSimilarity';
import { namesAsIds, type NameAsId } from './namedItems';
import type { PlaceName } from '../../language/placeName';
import type { RecordedStep } from '../read/recordedSession';
import type { Sieve } from '../read/scanMembers';
import { slotsOf, type Slot } from '../read/slots';
import { returnedPasswords } from './returnedPasswords';
import { valueBits } from '../read/valueEntropy';

/** Places where answers have a value. */
interface Sightings {
  /** In order; of very many those that matter: those called alike, the first, the last, and what creations answered. */
  readonly responseValues: readonly ResponseValue[];
  /** How many there are in all; of a small value that some are called alike of, those. */
  readonly count: number;
}

/** Slots, and where their values were seen. */
export interface ValueIndex {
  /** In the order of the steps. */
  readonly slots: readonly Slot[];
  readonly seen: ReadonlyMap<string, Sightings>;
}

/** Called after each step that was read, with how many there are; may throw to stop. */
export type OnStep = (read: number, total: number) => void;

const KEPT_FIRST = 4;
const KEPT_LAST = 8;
const KEPT_CREATED = 10;
/** Of those that are called alike the first so many of each name, and the last. */
const KEPT_NAMED = 4;
/** Of one answer: a small number is in thousands of its places. */
const KEPT_OF_STEP = 3;
/** Of rows that are called alike: next to other values each may be the one. */
const KEPT_ROWS = 100;
/** So many places of one answer are looked at for one that is called as a place that asks. */
const LOOKED_AT_OF_STEP = 300;
/** Values with fewer bits are everywhere: the name of their place matters. */
const SMALL_BITS = 19;
/** From this likeness on names speak of one thing. */
const ALIKE = 0.8;

/** Indexes a session. */
export function indexValues(steps: readonly RecordedStep[], onStep: OnStep = () => undefined): ValueIndex {
  const all = steps.flatMap(slotsOf);
  const isReturned = returnedPasswords(steps, all);
  const slots = all.filter((slot) => !slot.isPassword || isReturned(slot));
  const asked = askedValues(slots);
  const fingerprints = fingerprintsOf(asked.keys());
  const numbers = new Set([...asked.keys()].map(Number));
  const sieve: Sieve = {
    mayWantText: (bytes, start, end) => fingerprints[bytesFingerprint(bytes, start, end)] === 1,
    mayWantNumber: (value) => numbers.has(value),
  };
  steps.forEach((step, index) => {
    readResponseValues(step, index, {
      sieve,
      wants: (value) => {
        const kept = fingerprints[fingerprint(value)] === 1 ? asked.get(value) : undefined;
        return kept !== undefined && kept.lastUse > index && isWorthKeeping(kept, index);
      },
      onValue: (responseValue) => {
        const kept = asked.get(responseValue.value);
        if (kept !== undefined) {
          keep(kept, responseValue, step);
        }
      },
    });
    onStep(index + 1, steps.length);
  });
  const seen = [...asked].filter(([, { count }]) => count > 0);
  const named = namesAsIds(steps);
  return { slots, seen: new Map(seen.map(([value, kept]) => [value, sightingsOf(kept, named)])) };
}

/** The values that requests ask for. */
function askedValues(slots: readonly Slot[]): ReadonlyMap<string, Kept> {
  const asked = new Map<string, Kept>();
  for (const { candidates, step, name } of slots) {
    for (const candidate of candidates) {
      const known = asked.get(candidate);
      const bits = known === undefined ? valueBits(candidate) : 0;
      if (known !== undefined) {
        known.lastUse = step;
        known.names?.add(name);
      } else if (bits > 0) {
        asked.set(candidate, {
          ...{
            first: [],
            created: [],
            rows: [],
            named: new Map(),
            alike: 0,
            last: [],
            count: 0,
            step: -1,
            ofStep: 0,
            plain: 0,
          },
          lastUse: step,
          names: bits < SMALL_BITS ? new Set([name]) : undefined,
        });
      }
    }
  }
  return asked;
}

/** 1 at each fingerprint that a value has: most values of an answer need no other look. */
function fingerprintsOf(values: Iterable<string>): Uint8Array {
  const fingerprints = new Uint8Array(FINGERPRINTS);
  const encoder = new TextEncoder();
  for (const value of values) {
    const written = encoder.encode(JSON.stringify(value));
    fingerprints[fingerprint(value)] = 1;
    // Without the quotes.
    fingerprints[bytesFingerprint(written, 1, written.length - 1)] = 1;
  }
  return fingerprints;
}

/** A number that tells most texts apart, from the length and the last characters, in which ids differ. */
function fingerprint(text: string): number {
  const { length } = text;
  let mixed = length;
  for (let at = Math.max(0, length - 4); at < length; at += 1) {
    mixed = mix(mixed, text.charCodeAt(at));
  }
  return mixed;
}

/** The same of a text as JSON has it. */
function bytesFingerprint(bytes: Uint8Array, start: number, end: number): number {
  let mixed = end - start;
  for (let at = Math.max(start, end - 4); at < end; at += 1) {
    mixed = mix(mixed, bytes[at] ?? 0);
  }
  return mixed;
}

function mix(mixed: number, code: number): number {
  return (mixed * 31 + code) & (FINGERPRINTS - 1);
}

/** A power of two. */
const FINGERPRINTS = 2 ** 16;

/** A value that is asked for, and where it was seen so far. */
interface Kept {
  /** The last step that asks for it. */
  lastUse: number;
  /** What the places are called that ask for it; of small values alone. */
  readonly names: Set<PlaceName> | undefined;
  readonly first: ResponseValue[];
  readonly created: ResponseValue[];
  readonly rows: ResponseValue[];
  readonly named: Map<PlaceName, ResponseValue[]>;
  alike: number;
  readonly last: ResponseValue[];
  count: number;
  /** The step that was read last, and in how many places it has the value. */
  step: number;
  ofStep: number;
  /** How many of them were kept whatever they are called. */
  plain: number;
}

/** Counts a place; tells whether it is worth keeping. */
function isWorthKeeping(kept: Kept, step: number): boolean {
  kept.count += 1;
  if (kept.step !== step) {
    kept.ofStep = 0;
    kept.plain = 0;
    kept.step = step;
  }
  kept.ofStep += 1;
  return kept.ofStep <= (kept.names === undefined ? KEPT_OF_STEP : LOOKED_AT_OF_STEP);
}

function keep(kept: Kept, responseValue: ResponseValue, { method }: RecordedStep): void {
  if (isNamedAlike(kept, responseValue)) {
    kept.alike += 1;
    if (rowOf(responseValue) !== undefined) {
      kept.rows.push(responseValue);
      kept.rows.splice(0, kept.rows.length - KEPT_ROWS);
      return;
    }
    const ofName = kept.named.get(responseValue.name) ?? [];
    kept.named.set(responseValue.name, ofName);
    if (ofName.at(-KEPT_OF_STEP)?.step === responseValue.step) {
      ofName.pop();
    }
    ofName.push(responseValue);
    ofName.splice(KEPT_NAMED, ofName.length - 2 * KEPT_NAMED);
    return;
  }
  kept.plain += 1;
  if (kept.plain > KEPT_OF_STEP) {
    return;
  }
  if (kept.first.length < KEPT_FIRST) {
    kept.first.push(responseValue);
  } else if (method === 'POST' && kept.created.length < KEPT_CREATED) {
    kept.created.push(responseValue);
  } else {
    kept.last.push(responseValue);
    kept.last.splice(0, kept.last.length - KEPT_LAST);
  }
}

/** Whether a small value is at a place with a name like that of the place that needs it. */
function isNamedAlike({ names }: Kept, responseValue: ResponseValue): boolean {
  for (const name of names ?? []) {
    if (nameLikeness(name, responseValue.name) >= ALIKE) {
      return true;
    }
  }
  return false;
}

/** Among places that are called alike those of other things count for nothing: a small number is everywhere. */
function sightingsOf({ first, created, rows, named, last, count, alike }: Kept, withId: NameAsId): Sightings {
  const responseValues = [...first, ...created, ...rows, ...[...named.values()].flat(), ...last].map(withId);
  return {
    responseValues: responseValues.toSorted((one, other) => one.step - other.step),
    count: alike === 0 ? count : alike,
  };
}
