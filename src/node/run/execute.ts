/**
 * Running a chain file: the one way from a file to events, for the editor, the Test Explorer and the
 * command line alike. Nothing gets out that was not masked first.
 *
 * A run is prepared first, and then started. Between the two a person may be asked, and files may change:
 * - Read when it is prepared, and never again: the chain, the chains that it requires, and its environment. What
 *   is started is therefore what the person was asked about, whatever the files say by then.
 * - Read when it is started: the values of secrets, certificates, and the files that requests send. They are
 *   held against what the person allowed (a certificate authority by its digest) and go only where that says.
 */
import { defined } from '../../core/defined';
import type { OriginPolicy } from '../../core/permission/admission';
import { createApprovedPolicy, type Permitted } from '../../core/permission/approval';
import { UserError } from '../../core/errors';
import type { JsonValue } from '../../core/json/json';
import type { Environment } from '../../core/model';
import { authoredOrigins, createOriginPolicy } from '../../core/permission/originPolicy';
import type { Vouching } from '../../core/permission/vouching';
import { planRun, type LoadedChain, type RunPlan, type RunSelection } from '../../core/run/plan';
import type { RunEvent } from '../../core/result/result';
import { runChain } from '../../core/run/run';
import type { Bail, RunMemory, RunPorts } from '../../core/run/runStep';
import type { LoadedEnvironment } from '../files/loadChain';
import { loadRun, type RunFiles } from '../files/loadRun';
import { redactRun, type LateMasking } from '../results/redactedRun';
import { createRunCookies } from '../http/runCookies';
import type { RunSecretSettings } from '../secrets/runSecrets';
import type { SignInPorts } from '../secrets/signInPorts';
import type { TransportConfig } from '../http/transport';
import { vouchFor, type EnvironmentTrust } from './environmentTrust';
import { surveyPlanned } from './surveyRun';
import { wireRun } from './wireRun';

/** What to execute. */
export interface ExecuteJob extends RunFiles {
  readonly select: RunSelection;
  /** What the last run of this chain left; a run of everything starts without it. */
  readonly known?: RunMemory;
}

/** How to execute; the person who runs decides, never a file of the workspace. */
export interface ExecuteSettings extends RunSecretSettings {
  readonly overrides: ReadonlyMap<string, JsonValue>;
  /** Origins that responses and redirects may lead to. */
  readonly allowHosts: readonly string[];
  /** Origins that the person named themself: what is obtained with secrets may go there. */
  readonly vouchedHosts: readonly string[];
  /** What the person allowed when they were asked; `all` where starting a run is the permission. */
  readonly approval: Permitted;
  /** Who vouches for environment files; absent in the editor, which asks about each origin. */
  readonly trust?: EnvironmentTrust;
  /** Present when the first failure stops the run, and every other that is given the same. */
  readonly bail?: Bail;
  /** Milliseconds for a request that says nothing else. */
  readonly timeoutMs: number;
  readonly network: Pick<TransportConfig, 'mode' | 'proxy' | 'proxyEnvironment' | 'maxBodyBytes'> & {
    /** False switches certificate verification off; results say so. */
    readonly verifyTls: boolean;
  };
  /** Keys the pseudonyms of masked values: the same key gives the same pseudonyms. */
  readonly maskingKey: Uint8Array;
  /** Leaves out of an event what nobody will read; it need not be masked then. */
  readonly shorten?: <Text>(event: RunEvent<Text>) => RunEvent<Text>;
  /** Stores what of an event is too long to be kept in memory. */
  readonly keepBodies?: (event: RunEvent) => Promise<RunEvent>;
  /** Is given what masks early requests by secrets that the run learned later. */
  readonly maskingAtEnd?: (late: LateMasking) => void;
  readonly userAgent: string;
  /** How people sign in in a browser; absent where there is nobody to do so. */
  readonly signIn?: SignInPorts;
}

/**
 * Prepares a run.
 *
 * @throws UserError when a file is missing or invalid, or the selection names no request that can run
 */
export async function* execute(
  job: ExecuteJob,
  settings: ExecuteSettings,
  signal: AbortSignal,
): AsyncGenerator<RunEvent, RunMemory, void> {
  const { main, required, loaded, authored } = await loadRun(job, settings.overrides);
  refuseDisabled(main, job.select);
  const memory = memoryFor(job, loaded?.environment);
  const known: RunMemory['extracted'] = memory?.extracted ?? new Map();
  const plan = planRun({ main, required, environment: loaded?.environment }, job.select, knownNames(known));
  const trusted = { workspace: job.workspace, authored, loaded };
  const vouching = await vouchFor(trusted, settings, () =>
    mentionsSecrets(plan) ? surveyPlanned(job, { plan, authored }, settings) : NO_SECRETS,
  );
  const wired = await wireRun({ ...job, authored, loaded, vouching }, settings);
  const ports: RunPorts = { ...wired.ports, cookies: memory?.cookies ?? createRunCookies() };
  const { userAgent, bail, remedies, timeoutMs } = settings;
  const policy = originPolicy(settings, authoredOrigins(plan, authored, ports), loaded, vouching);
  const run = runChain(
    plan,
    {
      ...authored,
      ...defined({ known: memory?.extracted, learned: memory?.learned, bail }),
      policy,
      remedies,
      ...(bail === undefined ? {} : { bail }),
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

/** A survey resolves every text of a plan; one that names no secret needs none. */
function mentionsSecrets({ main, required, outside }: RunPlan): boolean {
  return SECRET.test(JSON.stringify([main.chain, required.map(({ chain }) => chain), outside]));
}

const SECRET = /\$(?:secret|processEnv|dotenv)\b/;

const NO_SECRETS = Promise.resolve({ destinations: [], usesSecrets: false, strays: [] });

/** What people wrote and allowed. */
function originPolicy(
  { allowHosts, approval, remedies }: ExecuteSettings,
  authored: ReadonlySet<string>,
  loaded: LoadedEnvironment | undefined,
  { derived }: Vouching,
): OriginPolicy {
  const named = [...allowHosts, ...(loaded?.environment.allowHosts ?? [])];
  const policy = createOriginPolicy(authored, named, { vouches: derived }, remedies);
  return createApprovedPolicy(policy, approval, remedies);
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

/**
 * What a run may build on. Running everything starts from nothing, so that it gives the same whatever ran
 * before; and what one environment answered stays away from every other.
 */
function memoryFor(
  { select, known }: ExecuteJob,
  environment: Environment | undefined,
): RunMemory | undefined {
  return select.kind === 'all' || known?.environment !== environment?.name ? undefined : known;
}

function knownNames(known: RunMemory['extracted']): ReadonlySet<string> {
  return new Set([...known.values()].flatMap((values) => [...values.keys()]));
}
