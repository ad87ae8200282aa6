/**
 * Wiring a run to this machine: the ports that the engine needs, with every secret that they give known to the
 * one redactor, and what a reader of the result should know about where requests went.
 */
import { defined } from '../../core/defined';
import { approvesProxy, nothingApproved, shownProxy } from '../../core/permission/approval';
import { UserError } from '../../core/errors';
import { createRedactor, type Redactor } from '../../core/masking/redact';
import type { Environment } from '../../core/model';
import type { TokenPorts } from '../../core/auth/oauth2';
import type { AuthoredSettings } from '../../core/permission/originPolicy';
import type { Vouching } from '../../core/permission/vouching';
import type { Files } from '../../core/ports';
import type { RunPorts } from '../../core/run/runStep';
import { createTokenCache } from '../../core/auth/tokenCache';
import { createTokenSource, type TokenSource } from '../../core/auth/tokenSource';
import type { ExecuteSettings } from './executeSettings';
import type { LoadedEnvironment } from '../files/loadChain';
import { createLongRules } from '../rules/longRules';
import { loadFakeData } from './fakeData';
import { nodeHash, nodeRandom, seededRandom, systemClock } from './nodePorts';
import { pseudonyms } from '../secrets/pseudonyms';
import { watchedSecrets } from '../results/redactedRun';
import { runSecrets } from '../secrets/runSecrets';
import { signAws } from '../http/signAws';
import { PersonSignIns } from '../secrets/signIns';
import type { TlsSettings } from '../http/tls';
import { createTransport, type TransportConfig } from '../http/transport';
import { refuseAuthority } from '../http/trustedAuthority';
import { createFiles, createTlsFiles } from '../files/workspaceFiles';

/** A run that can begin; cookies are the caller's. */
export interface WiredRun {
  readonly ports: Omit<RunPorts, 'cookies'>;
  readonly redactor: Redactor;
  /** Facts for the result. Whole sentences. */
  readonly notes: readonly string[];
  /** Closes pooled connections, and ends the process that applied rules. */
  readonly close: () => void;
}

/** What is wired: the file that is run, by absolute path, and what its environment says. */
export interface WiringJob {
  readonly file: string;
  readonly workspace: string;
  readonly authored: AuthoredSettings;
  readonly loaded: LoadedEnvironment | undefined;
  readonly vouching: Vouching;
  /** Everything that is filled in, as JSON. */
  readonly written: string;
  /** Workspace path of the file: two of one run get different values from the same seed. */
  readonly name: string;
}

/**
 * Wires a run.
 *
 * @throws UserError for a proxy or an authority that nobody allowed, and for certificates that cannot be read
 */
export async function wireRun(
  { file, workspace, authored, loaded: found, vouching, written, name }: WiringJob,
  settings: ExecuteSettings,
): Promise<WiredRun> {
  const loaded = settings.secrets.filesAreTrusted === false ? withoutWays(found) : found;
  refuseProxy(settings, loaded);
  const files = createFiles(workspace);
  const redactor = createRedactor({ pseudonym: pseudonyms(settings.maskingKey) });
  const source = await runSecrets({ file, workspace }, settings, authored, vouching);
  const secrets = watchedSecrets(source, redactor);
  const transport = createTransport(await transportConfig(settings, loaded, createTlsFiles(workspace)));
  const { userAgent, seed } = settings;
  const fakeData = await loadFakeData(written);
  const random = nodeRandom(fakeData);
  const longRules = createLongRules();
  return {
    ports: {
      send: transport.send,
      clock: systemClock,
      random,
      content: seed === undefined ? random : seededRandom([seed, name], fakeData),
      hash: nodeHash,
      signAws,
      tokens: tokenSource({ send: transport.send, clock: systemClock, userAgent }, settings),
      files,
      secrets,
      longRules,
    },
    redactor,
    notes: notes(settings, loaded),
    close: () => {
      longRules.close();
      transport.close();
    },
  };
}

function tokenSource(ports: TokenPorts, { signIn }: ExecuteSettings): TokenSource {
  return createTokenSource(
    createTokenCache(ports),
    signIn === undefined ? undefined : new PersonSignIns(ports, signIn),
  );
}

/** An environment as somebody else may have written it: it presents no certificate, and chooses no proxy. */
function withoutWays(loaded: LoadedEnvironment | undefined): LoadedEnvironment | undefined {
  if (loaded === undefined) {
    return undefined;
  }
  const { proxy: _proxy, tls, ...environment } = loaded.environment;
  const ca = defined({ ca: tls?.ca });
  return { ...loaded, environment: { ...environment, tls: ca } };
}

/** A proxy sees everything that goes through it; where a run is confined, and in the editor, no file of the workspace chooses one alone. */
function refuseProxy(
  { approval, isConfined, network }: ExecuteSettings,
  loaded: LoadedEnvironment | undefined,
): void {
  const proxy = network.proxy ?? loaded?.environment.proxy;
  const permitted = isConfined === true && network.proxy === undefined ? nothingApproved : approval;
  if (proxy !== undefined && !approvesProxy(permitted, proxy)) {
    throw new UserError(
      `Requests would go through the proxy ${shownProxy(proxy)}, which nobody allowed for this workspace, so nothing was run.`,
      'Run it again and allow the proxy, or remove it from the environment and the settings of the workspace.',
    );
  }
}

/** What a reader should know about where requests went: a file of the workspace can have a say in it. */
function notes({ network }: ExecuteSettings, loaded: LoadedEnvironment | undefined): readonly string[] {
  const unverified = network.verifyTls
    ? []
    : ['TLS certificates were not verified: the servers may be anybody.'];
  return loaded === undefined ? unverified : [...unverified, ...notesOnEnvironment(loaded, network)];
}

function notesOnEnvironment(
  { file, environment: { proxy, tls } }: LoadedEnvironment,
  network: ExecuteSettings['network'],
): readonly string[] {
  const usesProxy = network.proxy === undefined && proxy !== undefined && proxy !== 'none';
  return [
    ...(usesProxy ? [`Requests went through the proxy that ${file} names.`] : []),
    ...(tls?.ca === undefined
      ? []
      : [`Certificates of the authority ${tls.ca} were trusted, as ${file} says.`]),
  ];
}

async function transportConfig(
  { network, approval }: ExecuteSettings,
  loaded: LoadedEnvironment | undefined,
  files: Files,
): Promise<TransportConfig> {
  const { environment, file = '' } = loaded ?? {};
  const { verifyTls, ...rest } = network;
  const proxy = network.proxy ?? environment?.proxy;
  const material = await tlsMaterial(environment, file, files);
  if (material.ca !== undefined) {
    refuseAuthority(approval, environment?.tls?.ca ?? '', material.ca);
  }
  return {
    ...rest,
    ...defined({ proxy }),
    tls: { ...material, verify: verifyTls },
    http2: environment?.http2 ?? false,
    // The gate of a run lets only origins through that people wrote.
    unspecifiedHost: 'this-machine',
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
  return { ...Object.fromEntries(material), ...defined({ passphrase }) };
}
