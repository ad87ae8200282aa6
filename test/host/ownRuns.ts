/** Runs of a test's own, apart from those of the loaded extension: to look at their messages. */
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { ChainRuns } from '../../src/host/chainRuns';
import { RunService, type RunPorts } from '../../src/host/running/runService';
import { nothingApproved } from '../../src/core/permission/approval';
import { createBodyStore, type BodyStore } from '../../src/node/results/bodyStore';

/** A service with runs that leave nothing behind; `change` replaces its ports, `keep` what stores a long body. */
export function ownService(change: Partial<RunPorts> = {}, keep?: BodyStore['keep']): RunService {
  const machine = {
    maskingKey: new Uint8Array(32),
    userAgent: 'test',
    stored: new Map(),
    approval: nothingApproved,
  };
  const runs = new ChainRuns(
    () => Promise.resolve(machine),
    () => {
      const bodies = createBodyStore(path.join(tmpdir(), `chainwright-${randomUUID()}`));
      return Promise.resolve({
        bodies: keep === undefined ? bodies : { ...bodies, keep },
        keep: () => Promise.resolve(),
        discard: () => bodies.dispose(),
      });
    },
  );
  const environments = { nameFor: () => Promise.resolve(undefined) };
  return new RunService({ runs, environments, beforeRun: () => Promise.resolve(true), ...change });
}
