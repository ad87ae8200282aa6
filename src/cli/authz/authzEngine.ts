/** What the `authz` commands run, so that their tests can run something else. */
import { cleanUp, dryRunMatrix, runMatrix } from '../../node/authz/runMatrix';

/** Runs matrices, says what a run would do, and deletes what runs left. */
export interface AuthzEngine {
  readonly run: typeof runMatrix;
  readonly dryRun: typeof dryRunMatrix;
  readonly cleanUp: typeof cleanUp;
}

/** The engine of this machine. */
export const nodeEngine: AuthzEngine = { run: runMatrix, dryRun: dryRunMatrix, cleanUp };
