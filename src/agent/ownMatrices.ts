/** Authorization tests for a model in this process, with what a person allowed when they started it. */
import { defined } from '../core/defined';
import { unlessFaulty } from '../core/errors';
import type { AuthzResult } from '../core/authz/model/authzResult';
import type { MatrixJob } from '../node/authz/loadMatrix';
import type { MatrixSettings } from '../node/authz/wireMatrix';
import { matrixConfirmation } from './confirmation';
import { wording, type Consent } from './consent';
import type { ChangedFile } from './fileWatch';
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
export function ownMatrices(consent: Consent): ModelMatrices {
  return {
    async run(wanted, workbench, following) {
      const loaded = await trusted(wanted, workbench);
      const { job, settings, trust } = await withConsent(loaded, wanted, workbench, {
        ...following,
        consent,
      });
      refuseSignIn(trust, workbench);
      return { result: await runToResult(job, settings, following), withheld: trust.withheld };
    },
    async dryRun(wanted, workbench) {
      const { job, settings, trust } = await trusted(wanted, workbench);
      const { dryRunMatrix } = await import('../node/authz/runMatrix');
      return { result: await dryRunMatrix(job, settings), withheld: trust.withheld };
    },
  };
}

/** What is run, with as many secrets as its files are trusted with. */
interface TrustedMatrix {
  readonly job: MatrixJob;
  readonly changed: readonly ChangedFile[];
  readonly settings: MatrixSettings;
  readonly trust: RunTrust;
}

/** The same with as much trust as a person gives files that changed. */
async function withConsent(
  matrix: TrustedMatrix,
  wanted: WantedMatrix,
  workbench: Workbench,
  { ask, consent }: Following & { readonly consent: Consent },
): Promise<TrustedMatrix> {
  const { job, changed, settings, trust: less } = matrix;
  if (less.withheld === undefined || ask === undefined) {
    return matrix;
  }
  const { surveyMatrixRun } = await import('../node/authz/matrixSurvey');
  const survey = await unlessFaulty(surveyMatrixRun(job, { ...settings, execute: workbench.settings }));
  if (survey === undefined) {
    return matrix;
  }
  const about = matrixConfirmation(wanted, survey, wording);
  const trust = await consent.trust(less, { changed, survey, about }, { ask, settings: workbench.settings });
  return { ...matrix, settings: { ...settings, execute: trust.settings }, trust };
}

async function trusted(
  { matrix: { file, workspace }, environment, only }: WantedMatrix,
  workbench: Workbench,
): Promise<TrustedMatrix> {
  const pinned = workbench.watch.pin();
  const job = { file, workspace, readText: pinned.read, ...defined({ environment }) };
  const { loadMatrix } = await import('../node/authz/loadMatrix');
  await loadMatrix(job);
  const changed = await pinned.changed(pinned.names());
  const trust = trustFor(changed, {}, workbench);
  const settings = {
    execute: trust.settings,
    allowMutations: workbench.rights.allowMutations,
    irreversible: [],
    keepBodies: false,
    ...defined({ only }),
  };
  return { job, changed, settings, trust };
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
