/**
 * Running a chain file: the one way from a file to events, for the editor, the Test Explorer and the
 * command line alike. Nothing gets out that was not masked first.
 *
 * A run is prepared first, and then started. Between the two a person may be asked, and files may change:
 * - Read when it is prepared, and never again: the chain, the chains that it requires, its environment, and its rows of
 *   data. What is started is therefore what the person was asked about, whatever the files say by then.
 * - Read when it is started: the values of secrets, certificates, and the files that requests send. They are
 *   held against what the person allowed (a certificate authority by its digest) and go only where that says.
 */
import { defined } from '../../core/defined';
import type { OriginPolicy } from '../../core/permission/admission';
import { createApprovedPolicy } from '../../core/permission/approval';
import { UserError } from '../../core/errors';
import {
  authoredOrigins,
  createConfinedPolicy,
  createOriginPolicy,
} from '../../core/permission/originPolicy';
import type { Vouching } from '../../core/permission/vouching';
import { chainsOf, planRun, type LoadedChain, type RunPlan, type RunSelection } from '../../core/run/plan';
import type { RunEvent } from '../../core/result/result';
import { runChain } from '../../core/run/run';
import { sentOnce } from '../../core/run/sentOnce';
import type { RunMemory, RunPorts } from '../../core/run/runStep';
import type { LoadedEnvironment } from '../files/loadChain';
import { loadDescriptions } from '../files/loadDescription';
import { loadRun, memoryOf, type LoadedRun } from '../files/loadRun';
import { redactRun } from '../results/redactedRun';
import { createRunCookies } from '../http/runCookies';
import type { ExecuteJob, ExecuteSettings } from './executeSettings';
import { vouchFor } from './environmentTrust';
import { surveyPlanned, surveyRun, type PlannedRun, type RunSurvey, type SurveySettings } from './surveyRun';
import { wireRun } from './wireRun';

/** A run whose files were read and whose requests were chosen; nothing has been sent for it. */
export interface PreparedRun {
  /** Workspace paths of the chains and environment files that it was read from. */
  readonly files: readonly string[];
  /** What the run would do if everything were allowed: for questions before the start. */
  readonly survey: (settings: SurveySettings) => Promise<RunSurvey>;
  /**
   * Runs it. Events come masked; the values it returns are raw and for the memory of this process only. The events
   * reject with UserError when the settings do not allow what it needs, or a certificate cannot be read.
   *
   * @param known what the last run of this chain has left by now; by default, what it had when this was prepared
   */
  readonly start: (
    settings: ExecuteSettings,
    signal: AbortSignal,
    known?: RunMemory,
  ) => AsyncGenerator<RunEvent, RunMemory, void>;
}

/**
 * Prepares a run.
 *
 * @throws UserError when a file is missing or invalid, or the selection names no request that can run
 */
export async function prepareRun(
  job: ExecuteJob,
  overrides: ExecuteSettings['overrides'],
): Promise<PreparedRun> {
  const files = await loadRun(job, overrides);
  const { loaded } = files;
  const asRun = job.isSentOnce === true ? sentOnce : (chain: LoadedChain) => chain;
  const main = asRun(files.main);
  const required = files.required.map(asRun);
  const called = new Map(
    [...files.called].map(([file, one]) => [
      file,
      { loaded: asRun(one.loaded), required: one.required.map(asRun) },
    ]),
  );
  refuseDisabled(main, job.select);
  const environment = loaded?.environment;
  const names = knownNames(memoryFor(job.select, job.known, files)?.extracted ?? new Map());
  const plan = planRun(
    { main, required, called, environment, ...defined({ data: files.data }) },
    job.select,
    names,
  );
  const descriptions = await loadDescriptions(chainsOf(plan), loaded, job.workspace, job.describe);
  const planned: PlannedRun = { job, files, plan, descriptions };
  return {
    files: [...chainsOf(plan).map(({ file }) => file), ...filesOf(loaded)],
    survey: (settings) => surveyRun(planned, settings),
    start: (settings, signal, known = job.known) => startRun(planned, settings, signal, known),
  };
}

function filesOf(environment: LoadedEnvironment | undefined): readonly string[] {
  const { file, otherFile } = environment ?? {};
  return [file, otherFile].filter((one) => one !== undefined);
}

async function* startRun(
  planned: PlannedRun,
  settings: ExecuteSettings,
  signal: AbortSignal,
  known: RunMemory | undefined,
): AsyncGenerator<RunEvent, RunMemory, void> {
  const { job, plan, files, descriptions } = planned;
  const { loaded, authored } = files;
  const memory = memoryFor(job.select, known, files);
  const trusted = { workspace: job.workspace, authored, loaded };
  const written = writtenIn(plan);
  const vouching = await vouchFor(trusted, settings, () =>
    SECRET.test(written) ? surveyPlanned(planned, settings) : NO_SECRETS,
  );
  const wired = await wireRun(
    { ...job, authored, loaded, vouching, written, name: plan.main.file },
    settings,
  );
  const ports: RunPorts = { ...wired.ports, cookies: memory?.cookies.copy() ?? createRunCookies() };
  const { userAgent, bail, remedies, seed, timeoutMs } = settings;
  const rowsAtOnce = plan.main.chain.independentRows ? settings.rowsAtOnce : undefined;
  const memo = memory === undefined ? undefined : memoFor(job.select, memory);
  const policy = originPolicy(settings, authoredOrigins(plan, authored, ports), loaded, vouching);
  const run = runChain(
    plan,
    {
      ...authored,
      ...defined({ known: memory?.extracted, learned: memory?.learned, memo, bail, seed, rowsAtOnce }),
      policy,
      descriptions,
      remedies,
      timeoutMs,
      userAgent,
      notes: wired.notes,
    },
    ports,
    signal,
  );
  try {
    return yield* redactRun(run, plan, wired.redactor, {
      shorten: settings.shorten ?? ((event) => event),
      keepBodies: settings.keepBodies ?? ((event) => Promise.resolve(event)),
      maskingAtEnd: settings.maskingAtEnd ?? (() => undefined),
    });
  } finally {
    wired.close();
  }
}

function writtenIn(plan: RunPlan): string {
  return JSON.stringify([chainsOf(plan).map(({ chain }) => chain), plan.outside]);
}

/** A survey resolves every text of a plan; one that names no secret needs none. */
const SECRET = /\$(?:secret|processEnv|dotenv)\b/;

const NO_SECRETS = Promise.resolve({ destinations: [], usesSecrets: false, strays: [] });

/** What people wrote and allowed. */
function originPolicy(
  { allowHosts, approval, isConfined = false, remedies }: ExecuteSettings,
  authored: ReadonlySet<string>,
  loaded: LoadedEnvironment | undefined,
  { derived }: Vouching,
): OriginPolicy {
  const named = [...allowHosts, ...(loaded?.environment.allowHosts ?? [])];
  const policy = createOriginPolicy(authored, named, { vouches: derived }, remedies);
  const approved = createApprovedPolicy(policy, approval, remedies);
  return isConfined ? createConfinedPolicy(approved, allowHosts, remedies) : approved;
}

/** A disabled request is never sent; who asks for that one should hear so. */
function refuseDisabled({ file, chain }: LoadedChain, select: RunSelection): void {
  const named = select.kind === 'only' ? [select.id] : select.kind === 'withDependencies' ? select.ids : [];
  const request = chain.requests.find(({ id, disabled }) => disabled && named.includes(id));
  if (request !== undefined) {
    throw new UserError(
      `The request "${request.id}" of ${file} is disabled, so nothing was run.`,
      'Remove its "disabled" to run it.',
    );
  }
}

/** What a run may build on. Running everything starts from nothing, so that it gives the same whatever ran before. */
function memoryFor(
  select: RunSelection,
  known: RunMemory | undefined,
  files: LoadedRun,
): RunMemory | undefined {
  return select.kind === 'all' ? undefined : memoryOf(known, files);
}

/** The rest of a run has the same constants as its beginning. Secrets are read again. */
function memoFor({ kind }: RunSelection, { memo }: RunMemory): RunMemory['memo'] {
  return new Map(kind === 'rest' ? [...memo].filter(([, one]) => one.ok && one.secret === undefined) : []);
}

function knownNames(known: RunMemory['extracted']): ReadonlySet<string> {
  return new Set([...known.values()].flatMap((values) => [...values.keys()]));
}
