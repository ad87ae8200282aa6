/** A recording as that of a chain in an editor or a file, which can have faults. */
import type { ChainSource } from '../../analysis/chainSource';
import { textAt } from '../../analysis/locationOf';
import { alignSteps } from './alignSteps';
import type { RecordedStep } from './recordedSession';

/** The index of the request by the entry of the call; calls that the chain does not have are left out. */
export function alignRecording(
  { requests }: Pick<ChainSource, 'requests'>,
  recorded: readonly RecordedStep[],
): ReadonlyMap<number, number> {
  return alignSteps(
    requests.map(({ method, tree }) => ({ method, url: textAt(tree, ['url']) ?? '' })),
    recorded,
  );
}
