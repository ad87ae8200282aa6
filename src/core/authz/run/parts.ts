/** The parts that the procedures of cells work with. */
import type { LeakEvidence } from '../result/authzResult';
import type { AuthzContext } from './context';
import type { AbsentAnswers } from './calibration';
import type { Controls } from './controls';
import type { Objects } from '../objects/objects';
import type { Sessions } from './sessions';
import type { Targets } from '../objects/targets';

/** One run, taken apart. */
export interface Parts {
  readonly context: AuthzContext;
  readonly sessions: Sessions;
  readonly objects: Objects;
  readonly targets: Targets;
  readonly controls: Controls;
  /** What objects that do not exist are answered with. */
  readonly absent: AbsentAnswers;
  /** What callers without credentials were given, by operation; for what the policy calls public. */
  readonly openValues: Map<string, readonly LeakEvidence[]>;
}
