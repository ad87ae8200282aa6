/** The object that a cell asks about, with its owner's view. */
import type { RecordedResponse } from '../../../result/result';
import type { CellStep } from '../../model/authzResult';
import type { TestObject } from '../inventory/testObject';

/** An object and what its owner saw last. */
export interface Target {
  readonly object: TestObject;
  /** Absent when the resource has no `read`. */
  readonly view?: RecordedResponse;
  /** The first look of the run at what was there before it; absent for what the run created. */
  readonly first?: RecordedResponse;
  /** Where the view differs from look to look though nobody wrote. */
  readonly volatile: ReadonlySet<string>;
  /** How many requests the run had sent when the owner had looked; absent when nobody did. */
  readonly seenAt?: number;
  readonly steps: readonly CellStep[];
}

/** A target, or why there is none. */
export type TargetMade =
  | { readonly ok: true; readonly target: Target }
  | { readonly ok: false; readonly failure: string; readonly steps: readonly CellStep[] };
