/**
 * Executing a chain file: the one way from a file to events, for the editor, the Test Explorer and the
 * command line alike.
 *
 * Loads the chain with what it requires and its environment, wires the ports of this machine, runs, and
 * lets nothing out that was not masked first.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { SecretLookup, SecretSource } from '../core/builtIns';
import type { JsonValue } from '../core/json';
import type { Environment } from '../core/model';
import { authoredOrigins, createOriginPolicy, environmentOrigins } from '../core/originPolicy';
import type { AuthoredSettings } from '../core/originPolicy';
import { planRun } from '../core/plan';
import type { RunSelection } from '../core/plan';
import type { Files } from '../core/ports';
import { createRedactor } from '../core/redact';
import type { RunEvent } from '../core/result';
import { runChain } from '../core/run';
import type { RunMemory, RunPorts } from '../core/runStep';
import { createTokenCache } from '../core/tokenCache';
import { createCookieJar } from './cookieJar';
import { parseDotenv } from './dotenv';
import { loadChains, loadEnvironment } from './loadChain';
import type { LoadedEnvironment } from './loadChain';
import { nodeHash, systemClock, systemRandom } from './nodePorts';
import { redactRun, watchedSecrets } from './redactedRun';
import { createSecretSource } from './secretValues';
import type { SecretSettings } from './secretValues';
import { signAws } from './signAws';
import type { TlsSettings } from './tls';
import { createTransport } from './transport';
import type { TransportConfig } from './transport';
import { createFiles } from './workspaceFiles';
import { foldersUpwards, readWorkspaceText } from './workspaceText';

/** What to execute. */
export interface ExecuteJob {
  /** Absolute path of the chain. */
  readonly file: string;
  /** Unsaved text of the chain; read from disk when absent. */
  readonly text?: string;
  /** Absolute path of the workspace folder: nothing outside it is read. */
  readonly workspace: string;
  /** Name of an environment; absent is the one the chain names, if any. */
  readonly environment?: string;
  readonly select: RunSelection;
  /** Values of an earlier run that requests may build on. */
  readonly known?: RunMemory;
}

/** How to execute; the person who runs decides, never a file of the workspace. */
export interface ExecuteSettings {
  readonly overrides: ReadonlyMap<string, JsonValue>;
  /** Origins that responses and redirects may lead to. */
  readonly allowHosts: readonly string[];
  readonly bail: boolean;
  /** Milliseconds for a request that says nothing else. */
  readonly timeoutMs: number;
  readonly network: Pick<TransportConfig, 'mode' | 'proxy' | 'proxyEnvironment' | 'maxBodyBytes'> & {
    /** False switches certificate verification off; results say so. */
    readonly verifyTls: boolean;
  };
  readonly secrets: Pick<SecretSettings, 'environment' | 'granted' | 'bindings'>;
  /** Keys the pseudonyms of masked values: the same key gives the same pseudonyms. */
  readonly maskingKey: Uint8Array;
  /** Stores what of an event is too long to be kept in memory. */
  readonly keepBodies?: (event: RunEvent) => Promise<RunEvent>;
  readonly userAgent: string;
}

/**
 * Executes a chain file. Events come masked; the values it returns are raw and for the memory of this
 * process only.
 *
 * @throws UserError when a file is missing or invalid, or the selection names no request
 */
export async function* execute(
  job: ExecuteJob,
  settings: ExecuteSettings,
  signal: AbortSignal,
): AsyncGenerator<RunEvent, RunMemory, void> {
  const { main, required } = await loadChains(job.file, job.workspace, job.text);
  const environmentName = job.environment ?? main.chain.environment;
  const loaded =
    environmentName === undefined
      ? undefined
      : await loadEnvironment(environmentName, job.file, job.workspace);
  // Running everything starts from nothing, so that it gives the same whatever ran before.
  const known: RunMemory = job.select.kind === 'all' ? new Map() : (job.known ?? new Map());
  const plan = planRun(main, required, job.select, knownNames(known));
  const files = createFiles(job.workspace);
  const authored: AuthoredSettings = {
    ...(loaded === undefined ? {} : { environment: loaded.environment }),
    environmentFile: loaded?.file ?? 'environment',
    overrides: settings.overrides,
  };
  const redactor = createRedactor({ pseudonym: pseudonyms(settings.maskingKey) });
  const secrets = watchedSecrets(await secretSource(job, settings, authored), redactor);
  const transport = createTransport(await transportConfig(settings, authored, files));
  const { userAgent, bail, timeoutMs } = settings;
  const ports: RunPorts = {
    send: transport.send,
    clock: systemClock,
    random: systemRandom,
    hash: nodeHash,
    signAws,
    tokens: createTokenCache({ send: transport.send, clock: systemClock, userAgent }),
    files,
    secrets,
    cookies: createCookieJar(),
  };
  const policy = createOriginPolicy(authoredOrigins(plan, authored, ports), [
    ...settings.allowHosts,
    ...(loaded?.environment.allowHosts ?? []),
  ]);
  const run = runChain(
    plan,
    known,
    { ...authored, policy, bail, timeoutMs, userAgent, notes: notes(settings, loaded) },
    ports,
    signal,
  );
  try {
    return yield* redactRun(run, plan, redactor, settings.keepBodies ?? ((event) => Promise.resolve(event)));
  } finally {
    transport.close();
  }
}

function knownNames(known: RunMemory): ReadonlySet<string> {
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

function pseudonyms(key: Uint8Array): (value: string) => string {
  return (value) =>
    Buffer.from(nodeHash.hmacSha256(key, Buffer.from(value)))
      .toString('hex')
      .slice(0, 4);
}

async function secretSource(
  { file, workspace }: ExecuteJob,
  { secrets }: ExecuteSettings,
  authored: AuthoredSettings,
): Promise<SecretSource> {
  const source = createSecretSource({
    ...secrets,
    dotenv: await nearestDotenv(file, workspace),
    defaultOrigins: environmentOrigins(authored),
  });
  const narrow = narrowing(authored.environment);
  return {
    secret: (name) => narrow(source.secret(name)),
    processEnv: (name) => narrow(source.processEnv(name)),
    dotenv: (name) => narrow(source.dotenv(name)),
  };
}

/** An environment may say that a secret goes to fewer origins than the user allowed, never to more. */
function narrowing(environment: Environment | undefined): (lookup: SecretLookup) => SecretLookup {
  const narrowed = new Map<string, SecretLookup>();
  return (lookup) => {
    const allowed = lookup.ok ? environment?.secretOrigins.get(lookup.secret.name) : undefined;
    if (!lookup.ok || allowed === undefined) {
      return lookup;
    }
    const { secret } = lookup;
    const known = narrowed.get(secret.label) ?? {
      ok: true,
      secret: { ...secret, origins: secret.origins.filter((origin) => allowed.includes(origin)) },
    };
    narrowed.set(secret.label, known);
    return known;
  };
}

/** The variables of the nearest `.env` file, from the chain's folder up to the workspace. */
async function nearestDotenv(file: string, workspace: string): Promise<ReadonlyMap<string, string>> {
  for (const folder of foldersUpwards(path.dirname(file), workspace)) {
    const file = path.join(folder, '.env');
    if (existsSync(file)) {
      return parseDotenv(await readWorkspaceText(file, workspace));
    }
  }
  return new Map();
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
