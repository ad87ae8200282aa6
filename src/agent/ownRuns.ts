/** Runs for a model in this process: to this machine and to origins that a person named, whatever files say. */
import os from 'node:os';
import { defined } from '../core/defined';
import { UserError } from '../core/errors';
import type { RunEvent } from '../core/result/result';
import { plural } from '../core/words';
import { readWorkspaceText } from '../node/files/workspaceText';
import { createBodySpool, type BodySpool } from '../node/results/bodySpool';
import { prepareRun, type PreparedRun } from '../node/run/execute';
import { runToEnd } from '../node/run/runToEnd';
import { watchFiles } from './fileWatch';
import { ownMatrices } from './ownMatrices';
import {
  refuseSignIn,
  trustFor,
  type Following,
  type LastRun,
  type ModelRuns,
  type RunTrust,
  type Workbench,
  type WorkbenchOptions,
} from './workbench';

/** A workspace with what its runs left on the disk. */
export interface OwnWorkbench extends Workbench {
  readonly dispose: () => void;
}

/** Opens a workspace; what is in it now is what the person trusts. */
export async function openWorkbench({ settings, ...options }: WorkbenchOptions): Promise<OwnWorkbench> {
  const { allowHosts } = options.rights;
  return {
    ...options,
    settings: { ...settings, allowHosts, vouchedHosts: allowHosts, isConfined: true },
    watch: await watchFiles(options.workspace),
    text: readWorkspaceText,
    matrices: ownMatrices,
    ...ownRuns(),
  };
}

function ownRuns(): { readonly runs: ModelRuns; readonly dispose: () => void } {
  /** Long bodies of the last run of each chain. */
  const bodies = new Map<string, BodySpool>();
  /** By the workspace path of the chain; without memory where it lacked secrets. */
  const ended = new Map<string, LastRun>();
  const run: ModelRuns['run'] = async ({ chain, select, environment, variables }, workbench, following) => {
    // Without the text that was read for a look: what is hashed is what is run.
    const { name, file, workspace } = chain;
    const pinned = workbench.watch.pin();
    const job = { file, workspace, select, readText: pinned.read, ...defined({ environment }) };
    const { files } = await prepareRun(job, workbench.settings.overrides);
    const trust = trustFor(await pinned.changed(files), variables, workbench);
    const { settings, withheld } = trust;
    const known = withheld === undefined ? ended.get(name)?.memory : undefined;
    const prepared = await prepareRun({ ...job, ...defined({ known }) }, settings.overrides);
    await refuseMutations(prepared, trust, workbench);
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
    ended.set(name, { ...left, memory: withheld === undefined ? memory : undefined });
    return { result: last.result, withheld };
  };
  return {
    runs: { run, last: (chain) => ended.get(chain) },
    dispose: () => bodies.forEach((spool) => spool.dispose()),
  };
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
