/** Runs for a model in this process: to this machine and to origins that a person named, whatever files say. */
import os from 'node:os';
import { defined } from '../core/defined';
import { unlessFaulty, UserError } from '../core/errors';
import type { RunEvent } from '../core/result/result';
import { plural } from '../core/words';
import { readWorkspaceText } from '../node/files/workspaceText';
import { createBodySpool, type BodySpool } from '../node/results/bodySpool';
import type { ExecuteSettings } from '../node/run/executeSettings';
import { prepareRun, type PreparedRun } from '../node/run/execute';
import type { RunSurvey } from '../node/run/surveyRun';
import type { RunMemory } from '../core/run/runStep';
import { runToEnd } from '../node/run/runToEnd';
import { runConfirmation } from './confirmation';
import { Consent, wording } from './consent';
import { watchFiles } from './fileWatch';
import { ownMatrices } from './ownMatrices';
import {
  refuseSignIn,
  trustFor,
  type Following,
  type LastRun,
  type ModelRuns,
  type RunTrust,
  type WantedRun,
  type Workbench,
  type WorkbenchOptions,
} from './workbench';

/** A workspace with what its runs left on the disk. */
export interface OwnWorkbench extends Workbench {
  readonly dispose: () => void;
}

/** A run that may be started with these settings. */
interface TrustedRun {
  readonly prepared: PreparedRun;
  readonly trust: RunTrust;
  /** Whether its files and values are as the person left them, so that it may build on other runs, and they on it. */
  readonly isAsLeft: boolean;
}

/** Opens a workspace; what is in it now is what the person trusts. */
export async function openWorkbench({ settings, ...options }: WorkbenchOptions): Promise<OwnWorkbench> {
  const { allowHosts } = options.rights;
  const consent = new Consent();
  return {
    ...options,
    settings: { ...settings, allowHosts, vouchedHosts: allowHosts, isConfined: true },
    watch: await watchFiles(options.workspace),
    text: readWorkspaceText,
    matrices: ownMatrices(consent),
    ...ownRuns(consent),
  };
}

function ownRuns(consent: Consent): { readonly runs: ModelRuns; readonly dispose: () => void } {
  /** Long bodies of the last run of each chain. */
  const bodies = new Map<string, BodySpool>();
  /** By the workspace path of the chain; without memory where its files were not as the person left them. */
  const ended = new Map<string, LastRun>();
  const run: ModelRuns['run'] = async (wanted, workbench, following) => {
    const { name } = wanted.chain;
    const known = ended.get(name)?.memory;
    const { prepared, trust, isAsLeft } = await prepareTrusted(wanted, workbench, {
      ...following,
      known,
      consent,
    });
    const { settings, withheld } = trust;
    const spool = createBodySpool(os.tmpdir());
    const last = await runToEnd(prepared, settings, {
      keep: 'exchanges',
      bodies: spool.begin(),
      report: progressOf(following),
      signal: following.signal,
    }).catch((error: unknown) => {
      spool.dispose();
      throw error;
    });
    bodies.get(name)?.dispose();
    bodies.set(name, spool);
    const { memory, ...left } = last;
    ended.set(name, { ...left, memory: isAsLeft ? memory : undefined });
    return { result: last.result, withheld };
  };
  return {
    runs: { run, last: (chain) => ended.get(chain) },
    dispose: () => bodies.forEach((spool) => spool.dispose()),
  };
}

/** Prepares a run with as much trust as its files have, or as a person gives them. */
async function prepareTrusted(
  wanted: WantedRun,
  workbench: Workbench,
  { ask, known, consent }: Following & { readonly known: RunMemory | undefined; readonly consent: Consent },
): Promise<TrustedRun> {
  const { chain, select, environment, variables } = wanted;
  const { file, workspace } = chain;
  const pinned = workbench.watch.pin();
  // Without the text that was read for a look: what is hashed is what is run.
  const job = { file, workspace, select, readText: pinned.read, ...defined({ environment }) };
  const { files } = await prepareRun(job, workbench.settings.overrides);
  const changed = await pinned.changed(files);
  const left = trustFor(changed, variables, workbench);
  const isAsLeft = left.withheld === undefined;
  const withTrust = async (trust: RunTrust): Promise<TrustedRun> => {
    const all = isAsLeft ? { ...job, ...defined({ known }) } : job;
    const prepared = await prepareRun(all, trust.settings.overrides);
    await refuseMutations(prepared, trust, workbench);
    return { prepared, trust, isAsLeft };
  };
  if (isAsLeft || ask === undefined || Object.keys(variables).length > 0) {
    return withTrust(left);
  }
  const { settings } = workbench;
  const whole = await withTrust({ settings });
  const survey = await unlessFaulty(whole.prepared.survey(settings));
  if (survey === undefined || !needsTrust(survey, settings)) {
    return withTrust(left);
  }
  const about = runConfirmation(wanted, survey, wording);
  const trust = await consent.trust(left, { changed, survey, about }, { ask, settings });
  return trust.withheld === undefined ? whole : withTrust(trust);
}

/** Whether a run does something that files which a model may have written must not have it do. */
function needsTrust(
  { usesSecrets, signsIn, proxy, clientCertificate }: RunSurvey,
  { network }: ExecuteSettings,
): boolean {
  return usesSecrets || signsIn || proxy !== network.proxy || clientCertificate !== undefined;
}

/** Requests that change something need the word of a person. */
async function refuseMutations(prepared: PreparedRun, trust: RunTrust, workbench: Workbench): Promise<void> {
  const { rights, remedies } = workbench;
  if (rights.allowMutations) {
    return;
  }
  const { changing, signsIn } = await prepared.survey(trust.settings);
  if (changing.length > 0) {
    const methods = [...new Set(changing.map(({ method }) => method))].join(', ');
    throw new UserError(
      `This run would send ${plural(changing.length, 'request')} that may change something (${methods}), so nothing was sent.`,
      remedies.allowMutations,
    );
  }
  if (signsIn) {
    refuseSignIn(trust, workbench);
  }
}

/** Tells a client how many requests are done. */
function progressOf({ progress }: Following): (event: RunEvent) => void {
  let done = 0;
  let all = 0;
  return (event) => {
    if (event.type === 'run-started') {
      all = event.requests.length;
    } else if (event.type === 'request-finished') {
      done += 1;
      progress(done, all, `${event.result.request.id}: ${event.result.outcome}`);
    }
  };
}
