/**
 * Places that need a value which no earlier answer gave: an id or a token from before the recording began, from a
 * request that was filtered out, or from one that comes too late. A chain with such a place runs as recorded
 * and no other way.
 *
 * Only what looks like an id or a credential is reported: people type everything else.
 */
import { readResponseValues } from '../read/responseValues';
import type { ResponseValue } from '../read/responseValue';
import { nameLikeness } from '../match/nameSimilarity';
import type { PlaceName } from '../../language/placeName';
import type { RecordedStep } from '../read/recordedSession';
import { slotsOf, type Slot } from '../read/slots';
import type { MappingSuggestion } from '../decide/suggestMappings';
import { valueBits } from '../read/valueEntropy';

/** A place without a source. */
export interface MissingMapping {
  readonly entry: number;
  readonly slot: Slot;
  /** Places of earlier answers that are called alike and had another value, best first. */
  readonly candidates: readonly MissingCandidate[];
  /** The later request whose answer creates the value; absent when there is none. */
  readonly later?: LaterProducer;
}

/** A place that might be meant. */
interface MissingCandidate {
  readonly entry: number;
  readonly responseValue: ResponseValue;
  /** How alike both are called, from 0 to 1. */
  readonly likeness: number;
}

/** A request that has to come before the one that takes its value. */
interface LaterProducer {
  readonly entry: number;
  readonly responseValue: ResponseValue;
  /** It takes nothing that is answered in between, so that it can be moved. */
  readonly canMove: boolean;
}

/** A text with at least so many bits is not a word that somebody typed. */
const TOKEN_BITS = 40;
const TOKEN = /^[\w.~+/=-]{8,}$/;
/** What clients make themselves: keys against repetition, and proofs that are computed (RFC 7636). */
const MADE_BY_CLIENT =
  /idempotency|request-?id|correlation|trace|nonce|verifier|challenge|signature|hmac|digest|timestamp|client_id|client_secret/i;
const ALIKE = 0.8;
const MAX_CANDIDATES = 3;
const MAX_MISSING = 200;
/** Values of one answer that are looked at for a likely name. */
const MAX_LEAVES = 300;

/** The places of a session that no suggestion covers although they need a value; in the order of the requests. */
export function missingMappings(
  steps: readonly RecordedStep[],
  suggestions: readonly MappingSuggestion[],
): readonly MissingMapping[] {
  const slots = uncoveredSlots(steps, suggestions);
  const found = slots.map((slot): Finding => ({ slot, likely: [], later: undefined }));
  if (found.length > 0) {
    steps.forEach((step, index) => {
      readAnswer(step, index, found);
    });
  }
  const entryOf = (step: number): number => steps[step]?.entry ?? step;
  return found.map(({ slot, likely, later }) => ({
    entry: entryOf(slot.step),
    slot,
    candidates: likely
      .map((responseValue) => ({
        entry: entryOf(responseValue.step),
        responseValue,
        likeness: nameLikeness(slot.name, responseValue.name),
      }))
      .toSorted((one, other) => other.likeness - one.likeness || other.entry - one.entry)
      .slice(0, MAX_CANDIDATES),
    ...(later === undefined
      ? {}
      : {
          later: {
            entry: entryOf(later.step),
            responseValue: later,
            canMove: !takesBetween(later.step, slot.step, suggestions),
          },
        }),
  }));
}

/** What was found so far for a slot. */
interface Finding {
  readonly slot: Slot;
  readonly likely: ResponseValue[];
  later: ResponseValue | undefined;
}

/** The first use of each value that needs a source and has none. */
function uncoveredSlots(
  steps: readonly RecordedStep[],
  suggestions: readonly MappingSuggestion[],
): readonly Slot[] {
  const keyOf = ({ step, location, key }: Slot): string => JSON.stringify([step, location, key]);
  const covered = new Set(suggestions.flatMap(({ consumers }) => consumers.map(({ slot }) => keyOf(slot))));
  const reported = new Set<string>();
  const slots = steps.flatMap(slotsOf).filter((slot) => {
    const isNew = !covered.has(keyOf(slot)) && needsSource(slot) && !reported.has(slot.value);
    reported.add(slot.value);
    return isNew;
  });
  return slots.slice(0, MAX_MISSING);
}

/** Whether a value identifies or proves something, so that it is another one next time. */
export function needsSource({ key, value, candidates, name, isCredential, isPassword }: Slot): boolean {
  if (isPassword || MADE_BY_CLIENT.test(String(key)) || candidates.length === 0) {
    return false;
  }
  const isToken = TOKEN.test(value.replace(/^\w+ /, '')) && valueBits(value) >= TOKEN_BITS;
  return isToken ? name.isId || isCredential : name.isId && /^\d{1,19}$/.test(value);
}

/** Reads an answer once for all slots: likely names for later ones, created values for earlier ones. */
function readAnswer(step: RecordedStep, index: number, found: readonly Finding[]): void {
  if (step.response === undefined || step.response.status >= 400) {
    return;
  }
  const after = found.filter(({ slot }) => slot.step > index);
  const before = step.method === 'POST' ? waitingFor(step, index, found) : new Map<string, Finding>();
  const names = new Set<PlaceName>();
  let count = 0;
  readResponseValues(step, index, {
    wants: (value) => before.has(value) || (after.length > 0 && (count += 1) <= MAX_LEAVES),
    onValue: (responseValue) => {
      const finding = before.get(responseValue.value);
      if (finding !== undefined && nameLikeness(finding.slot.name, responseValue.name) >= ALIKE) {
        finding.later ??= responseValue;
      }
      if (!names.has(responseValue.name)) {
        names.add(responseValue.name);
        after
          .filter(({ slot }) => nameLikeness(slot.name, responseValue.name) >= ALIKE)
          .forEach(({ likely }) => likely.push(responseValue));
      }
    },
  });
}

/** The slots before a request whose value it does not send itself, by value. */
function waitingFor(
  step: RecordedStep,
  index: number,
  found: readonly Finding[],
): ReadonlyMap<string, Finding> {
  const sent = new Set(slotsOf(step, index).flatMap(({ candidates }) => candidates));
  const waiting = found.filter(({ slot }) => slot.step < index && !sent.has(slot.value));
  return new Map(waiting.map((finding) => [finding.slot.value, finding]));
}

/** Whether a step takes what is answered at or after another one. */
function takesBetween(step: number, from: number, suggestions: readonly MappingSuggestion[]): boolean {
  return suggestions.some(
    ({ producer, consumers }) =>
      producer.responseValue.step >= from && consumers.some(({ slot }) => slot.step === step),
  );
}
