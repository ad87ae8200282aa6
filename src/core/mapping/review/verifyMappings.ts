/**
 * Suggestions held against a second session of the same requests, with other users and inputs or from a live
 * run: what it confirms, what it shows to come from elsewhere, what it refutes, and what only it lets one see.
 */
import { defined } from '../../defined';
import { objectionOf, type Evidence } from '../match/evidence';
import { responseValueKey } from '../read/responseValue';
import type { RecordedStep } from '../read/recordedSession';
import {
  suggestFrom,
  type MappingConsumer,
  type MappingOptions,
  type MappingSuggestion,
} from '../decide/suggestMappings';
import { indexValues } from '../match/valueIndex';
import { readSecondSession, type SecondSession } from '../match/secondSession';

/**
 * What became of a suggested place: `confirmed` where the second session had another value and it came from
 * there, too; `kept` where it had the same value or no such request; `re-aimed` where another answer is the
 * source; `rejected` where none is; `found` where the second session made a suggestion possible.
 */
export type VerdictKind = 'confirmed' | 'kept' | 're-aimed' | 'rejected' | 'found';

/** A place that takes a value, and the verdict of the second session. */
export interface MappingVerdict {
  readonly kind: VerdictKind;
  readonly consumer: MappingConsumer;
  /** As suggested without the second session; absent for what was found with it. */
  readonly before?: MappingSuggestion;
  /** As suggested now; absent for what was rejected. */
  readonly after?: MappingSuggestion;
  /** What the second session says against what was rejected, where it is its own word. */
  readonly objection?: Evidence;
}

/** Suggestions after a verification. */
export interface VerifiedMappings {
  readonly suggestions: readonly MappingSuggestion[];
  /** In the order of the requests. */
  readonly verdicts: readonly MappingVerdict[];
}

/** Suggests mappings for a session, and verifies them by a second one. */
export function verifyMappings(
  steps: readonly RecordedStep[],
  second: readonly RecordedStep[],
  { taken = [], onStep }: MappingOptions = {},
): VerifiedMappings {
  const index = indexValues(steps, onStep);
  const before = byPlace(suggestFrom(steps, index, { taken }));
  const secondSession = readSecondSession(steps, second);
  const suggestions = suggestFrom(steps, index, { taken, secondSession });
  const after = byPlace(suggestions);
  const verdicts = [...before].flatMap(([place, one]) => verdictOf(one, after.get(place), secondSession));
  const found = [...after]
    .filter(([place]) => !before.has(place))
    .map(([, { consumer, suggestion }]): MappingVerdict => ({ kind: 'found', consumer, after: suggestion }));
  return {
    suggestions,
    verdicts: [...verdicts, ...found].toSorted(
      (one, other) => one.consumer.slot.step - other.consumer.slot.step,
    ),
  };
}

interface Placed {
  readonly consumer: MappingConsumer;
  readonly suggestion: MappingSuggestion;
}

function byPlace(suggestions: readonly MappingSuggestion[]): ReadonlyMap<string, Placed> {
  return new Map(
    suggestions.flatMap((suggestion) =>
      suggestion.consumers.map((consumer) => [placeOf(consumer), { consumer, suggestion }] as const),
    ),
  );
}

/** The same for places that are one place of a session. */
export function placeOf({ slot: { step, location, key } }: Pick<MappingConsumer, 'slot'>): string {
  return JSON.stringify([step, location, key]);
}

function verdictOf(before: Placed, after: Placed | undefined, secondSession: SecondSession): MappingVerdict {
  if (after === undefined) {
    const { consumer, suggestion } = before;
    const objection = objectionOf(
      secondSession.judge(consumer.slot, suggestion.producer.responseValue),
      consumer.slot,
    );
    return {
      kind: 'rejected',
      consumer,
      before: suggestion,
      ...defined({ objection }),
    };
  }
  const both = { consumer: after.consumer, before: before.suggestion, after: after.suggestion };
  if (sourceOf(before.suggestion) !== sourceOf(after.suggestion)) {
    return { kind: 're-aimed', ...both };
  }
  const isConfirmed = after.consumer.evidence.some(({ code }) => code === 'confirmed');
  return { kind: isConfirmed ? 'confirmed' : 'kept', ...both };
}

/** The same for suggestions that extract the same in the same way. */
function sourceOf({ producer: { responseValue, rule } }: MappingSuggestion): string {
  return JSON.stringify([responseValueKey(responseValue), rule]);
}
