/** Authorization tests for a model in this process, with what a person allowed when they started it. */
import { defined } from '../core/defined';
import type { AuthzResult } from '../core/authz/model/authzResult';
import type { MatrixJob } from '../node/authz/loadMatrix';
import type { MatrixSettings } from '../node/authz/wireMatrix';
import {
  refuseSignIn,
  trustFor,
  type Following,
  type ModelMatrices,
  type RunTrust,
  type WantedMatrix,
  type Workbench,
} from './workbench';

/** Runs matrices in this process. */
export const ownMatrices: ModelMatrices = {
  async run(wanted, workbench, following) {
    const { job, settings, trust } = await trusted(wanted, workbench);
    refuseSignIn(trust, workbench);
    return { result: await runToResult(job, settings, following), withheld: trust.withheld };
  },
  async dryRun(wanted, workbench) {
    const { job, settings, trust } = await trusted(wanted, workbench);
    const { dryRunMatrix } = await import('../node/authz/runMatrix');
    return { result: await dryRunMatrix(job, settings), withheld: trust.withheld };
  },
};

/** What is run, with as many secrets as its files are trusted with. */
async function trusted(
  { matrix: { file, workspace }, environment, only }: WantedMatrix,
  workbench: Workbench,
): Promise<{ readonly job: MatrixJob; readonly settings: MatrixSettings; readonly trust: RunTrust }> {
  const pinned = workbench.watch.pin();
  const job = { file, workspace, readText: pinned.read, ...defined({ environment }) };
  const { loadMatrix } = await import('../node/authz/loadMatrix');
  await loadMatrix(job);
  const trust = trustFor(await pinned.changed(pinned.names()), {}, workbench);
  const settings = {
    execute: trust.settings,
    allowMutations: workbench.rights.allowMutations,
    irreversible: [],
    keepBodies: false,
    ...defined({ only }),
  };
  return { job, settings, trust };
}

async function runToResult(
  job: MatrixJob,
  settings: MatrixSettings,
  { signal, progress }: Following,
): Promise<AuthzResult> {
  const { runMatrix } = await import('../node/authz/runMatrix');
  let all = 0;
  let done = 0;
  for await (const event of runMatrix(job, settings, signal)) {
    switch (event.type) {
      case 'authz-started':
        all = event.plan.cells.length;
        break;
      case 'cell-finished':
        done += 1;
        progress(done, all, `${event.result.cell.id}: ${event.result.class}`);
        break;
      case 'authz-finished':
        return event.result;
      case 'authz-preparing':
      case 'cell-started':
    }
  }
  throw new Error('a run always ends with its result');
}
