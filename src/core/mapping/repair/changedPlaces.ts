/** What a repair changed, place by place. */
import type { OpenChoice } from '../review/reviewMappings';
import type { CarriedPlace } from './carriedPlaces';
import type { RunDifference } from './compareRun';

/** A place that says something else than before the repair. */
export interface PlaceRepair {
  readonly place: CarriedPlace;
  /** The source that the place took before; absent for the recorded value or another variable. */
  readonly before?: OpenChoice;
  /** The source that it takes now; absent for the recorded value. */
  readonly after?: OpenChoice;
  /** What the change explained; absent where the recording left no doubt. */
  readonly reason?: RunDifference;
}

/** The places that changed, in the order of the proposals. */
export function changedPlaces(
  before: readonly CarriedPlace[],
  after: readonly CarriedPlace[],
  reasons: ReadonlyMap<string, RunDifference>,
): readonly PlaceRepair[] {
  const earlier = new Map(before.map((place) => [place.mapping.key, place]));
  return after.flatMap((place): readonly PlaceRepair[] => {
    const old = earlier.get(place.mapping.key);
    if (old === undefined || (old.choice === place.choice && old.variable === place.variable)) {
      return [];
    }
    const from = old.mapping.choices[old.choice ?? -1];
    const to = place.mapping.choices[place.choice ?? -1];
    const reason = reasons.get(place.mapping.key);
    return [
      {
        place: old,
        ...(from === undefined ? {} : { before: from }),
        ...(to === undefined ? {} : { after: to }),
        ...(reason === undefined ? {} : { reason }),
      },
    ];
  });
}
