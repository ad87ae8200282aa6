/**
 * Executing a chain file: the one way from a file to events, for the editor, the Test Explorer and the
 * command line alike.
 *
 * Loads the chain with what it requires and its environment, wires the ports of this machine, runs, and
 * lets nothing out that was not masked first.
 */
import type { OriginPolicy } from '../core/admission';
import { approvesProxy, createApprovedPolicy, shownProxy } from '../core/approval';
import { UserError } from '../core/errors';
import type { JsonValue } from '../core/json';
import type { Environment } from '../core/model';
import { authoredOrigins, createOriginPolicy } from '../core/originPolicy';
import type { AuthoredSettings } from '../core/originPolicy';
import { planRun } from '../core/plan';
import type { LoadedChain, RunSelection } from '../core/plan';
import type { Files } from '../core/ports';
import { createRedactor } from '../core/masking/redact';
import type { RunEvent } from '../core/result';
import { runChain } from '../core/run';
import type { Bail, RunMemory, RunPorts } from '../core/runStep';
import type { TokenPorts } from '../core/oauth2';
import { createTokenCache } from '../core/tokenCache';
import { createTokenSource } from '../core/tokenSource';
import type { TokenSource } from '../core/tokenSource';
import type { LoadedEnvironment } from './loadChain';
import { loadRun } from './loadRun';
import type { RunFiles } from './loadRun';
import { nodeHash, systemClock, systemRandom } from './nodePorts';
import { redactRun, watchedSecrets } from './redactedRun';
import { createRunCookies, withCookieParser } from './runCookies';
import { runSecrets } from './runSecrets';
import type { RunSecretSettings } from './runSecrets';
import { signAws } from './signAws';
import type { SignInPorts } from './signInPorts';
import { PersonSignIns } from './signIns';
import type { TlsSettings } from './tls';
import { createTransport } from './transport';
import type { TransportConfig } from './transport';
import { createFiles } from './workspaceFiles';

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
  /** Stores what of an event is too long to be kept in memory. */
  readonly keepBodies?: (event: RunEvent) => Promise<RunEvent>;
  readonly userAgent: string;
  /** How people sign in in a browser; absent where there is nobody to do so. */
  readonly signIn?: SignInPorts;
}

/**
 * Executes a chain file. Events come masked; the values it returns are raw and for the memory of this
 * process only.
 *
 * @throws UserError when a file is missing or invalid, or the selection names no request that can run
 */
export async function* execute(
  job: ExecuteJob,
  settings: ExecuteSettings,
  signal: AbortSignal,
): AsyncGenerator<RunEvent, RunMemory, void> {
  const { main, required, loaded, authored } = await loadRun(job, settings.overrides);
  refuseProxy(settings, loaded);
  refuseDisabled(main, job.select);
  const memory = memoryFor(job, loaded?.environment);
  const known: RunMemory['extracted'] = memory?.extracted ?? new Map();
  const plan = planRun({ main, required, environment: loaded?.environment }, job.select, knownNames(known));
  const files = createFiles(job.workspace);
  const redactor = createRedactor({ pseudonym: pseudonyms(settings.maskingKey) });
  const secrets = watchedSecrets(await runSecrets(job, settings, authored), redactor);
  const transport = createTransport(await transportConfig(settings, authored, files));
  const { userAgent, bail, remedies, timeoutMs } = settings;
  const ports: RunPorts = {
    send: withCookieParser(transport.send),
    clock: systemClock,
    random: systemRandom,
    hash: nodeHash,
    signAws,
    tokens: tokenSource({ send: transport.send, clock: systemClock, userAgent }, settings),
    files,
    secrets,
    cookies: memory?.cookies ?? createRunCookies(),
  };
  const policy = originPolicy(settings, authoredOrigins(plan, authored, ports), loaded);
  const run = runChain(
    plan,
    known,
    {
      ...authored,
      policy,
      remedies,
      ...(bail === undefined ? {} : { bail }),
      timeoutMs,
      userAgent,
      notes: notes(settings, loaded),
    },
    ports,
    signal,
  );
  try {
    return yield* redactRun(run, plan, redactor, settings.keepBodies ?? ((event) => Promise.resolve(event)));
  } finally {
    transport.close();
  }
}

function tokenSource(ports: TokenPorts, { signIn }: ExecuteSettings): TokenSource {
  return createTokenSource(
    createTokenCache(ports),
    signIn === undefined ? undefined : new PersonSignIns(ports, signIn),
  );
}

/** What people wrote and allowed. */
function originPolicy(
  { allowHosts, approval, remedies }: ExecuteSettings,
  authored: ReadonlySet<string>,
  loaded: LoadedEnvironment | undefined,
): OriginPolicy {
  const named = [...allowHosts, ...(loaded?.environment.allowHosts ?? [])];
  const policy = createOriginPolicy(authored, named, remedies);
  return createApprovedPolicy(policy, approval, remedies);
}

/** A proxy sees everything that goes through it; in the editor no file of the workspace chooses one alone. */
function refuseProxy({ approval, network }: ExecuteSettings, loaded: LoadedEnvironment | undefined): void {
  const proxy = network.proxy ?? loaded?.environment.proxy;
  if (proxy !== undefined && !approvesProxy(approval, proxy)) {
    throw new UserError(
      `Requests would go through the proxy ${shownProxy(proxy)}, which nobody allowed for this workspace, so nothing was run.`,
      'Run it again and allow the proxy, or remove it from the environment and the settings of the workspace.',
    );
  }
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

/** What a reader should know about where requests went: a file of the workspace can have a say in it. */
function notes({ network }: ExecuteSettings, loaded: LoadedEnvironment | undefined): readonly string[] {
  const { proxy, tls } = loaded?.environment ?? {};
  const usesProxy = network.proxy === undefined && proxy !== undefined && proxy !== 'none';
  return [
    ...(network.verifyTls ? [] : ['TLS certificates were not verified: the servers may be anybody.']),
    ...(usesProxy
      ? [`Requests went through the proxy that ${loaded?.file ?? 'the environment'} names.`]
      : []),
    ...(tls?.ca === undefined
      ? []
      : [
          `Certificates of the authority ${tls.ca} were trusted, as ${loaded?.file ?? 'the environment'} says.`,
        ]),
  ];
}

/** Pseudonyms for masked values: the beginning of an HMAC, so that the same key gives the same ones. */
export function pseudonyms(key: Uint8Array): (value: string) => string {
  return (value) =>
    Buffer.from(nodeHash.hmacSha256(key, Buffer.from(value)))
      .toString('hex')
      .slice(0, 4);
}

async function transportConfig(
  { network }: ExecuteSettings,
  { environment, environmentFile }: AuthoredSettings,
  files: Files,
): Promise<TransportConfig> {
  const { verifyTls, ...rest } = network;
  const proxy = network.proxy ?? environment?.proxy;
  return {
    ...rest,
    ...(proxy === undefined ? {} : { proxy }),
    tls: { ...(await tlsMaterial(environment, environmentFile, files)), verify: verifyTls },
    http2: environment?.http2 ?? false,
  };
}

async function tlsMaterial(
  environment: Environment | undefined,
  environmentFile: string,
  files: Files,
): Promise<Omit<TlsSettings, 'verify'>> {
  const { ca, clientCertificate } = environment?.tls ?? {};
  const { passphrase, ...named } = { ca, ...clientCertificate };
  const material = await Promise.all(
    Object.entries(named).flatMap(([name, file]) =>
      file === undefined ? [] : [files.bytes(file, environmentFile).then((bytes) => [name, bytes] as const)],
    ),
  );
  return { ...Object.fromEntries(material), ...(passphrase === undefined ? {} : { passphrase }) };
}
