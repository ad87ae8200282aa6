/** Rules of imports for tests: applied at once, in this process, with a stopped clock. */
import { createRecordedRules } from '../../../src/formats/importers/shape/recordedResponses';
import { appliedHere } from '../../core/fakeRun';

/** Applies the rules of any import. */
export const rulesHere = createRecordedRules({
  clock: { now: () => 0, monotonic: () => 0, sleep: () => Promise.resolve() },
  longRules: appliedHere,
  signal: new AbortController().signal,
});
