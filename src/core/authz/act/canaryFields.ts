/** Where a run plants its texts in objects, by resource. */
import type { MatrixResource } from '../model/matrix';
import { type PlantedAt, plantedAt } from '../request/canary';

/** Where texts are planted, by resource. */
export interface Planting {
  readonly of: (resource: MatrixResource) => PlantedAt;
  /** From now on texts are planted there. */
  readonly keep: (resource: MatrixResource, at: PlantedAt) => void;
  /** Whether what an owner reads was looked at already. */
  readonly isObserved: (resource: MatrixResource) => boolean;
  /** It was looked at. */
  readonly observed: (resource: MatrixResource) => void;
}

/** Nothing was planted yet. */
export function createPlanting(): Planting {
  const known = new Map<string, PlantedAt>();
  const observed = new Set<string>();
  return {
    of: ({ name, canary }) => known.get(name) ?? plantedAt(canary),
    keep: ({ name }, at) => {
      known.set(name, at);
    },
    isObserved: ({ name, canary }) => canary.length > 0 || observed.has(name),
    observed: ({ name }) => {
      observed.add(name);
    },
  };
}
