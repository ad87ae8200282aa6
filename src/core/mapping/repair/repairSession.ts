/** What a repair goes by: the mappings that a recording suggests, and those that only names speak for. */
import { missingMappings } from '../review/missingMappings';
import { proposeMappings, proposeMissing } from '../review/proposeMappings';
import { suggestMappings } from '../decide/suggestMappings';
import type { RecordedStep } from '../read/recordedSession';
import type { RepairSession } from './carriedPlaces';

/** The requests of a chain that a recording is. */
export interface RecordedChain {
  readonly steps: readonly RecordedStep[];
  /** Id of the request by its entry. */
  readonly ids: ReadonlyMap<number, string>;
  /** Names of variables that the chain has. */
  readonly taken: readonly string[];
}

/** Reads a recording for a repair. */
export function readRepairSession({ steps, ids, taken }: RecordedChain): RepairSession {
  return { steps, ids, proposals: proposeRepair({ steps, taken }) };
}

/** What places of a recording's requests may take from earlier responses. */
export function proposeRepair({
  steps,
  taken,
}: Pick<RecordedChain, 'steps' | 'taken'>): RepairSession['proposals'] {
  const suggestions = suggestMappings(steps, { taken });
  const names = [...taken, ...suggestions.map(({ variable }) => variable)];
  const missing = proposeMissing(steps, missingMappings(steps, suggestions), names);
  return [...proposeMappings(steps, { taken }), ...missing];
}
