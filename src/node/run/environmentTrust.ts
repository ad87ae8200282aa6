/**
 * Whether the person who runs trusts what an environment file says: its URLs, proxy, certificate authority and
 * client certificate.
 *
 * The file belongs to the workspace, so somebody else may have written it, and secrets must not go where it
 * says just because of that. Only what matters is asked about: a run without secrets, on this machine, or with secrets
 * that the person bound needs no trust. The editor asks about each origin instead.
 */
import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { defined } from '../../core/defined';
import { shownProxy } from '../../core/permission/approval';
import { UserError } from '../../core/errors';
import { isLoopbackOrigin, originOf, originsOf } from '../../core/permission/origin';
import { addressTexts, environmentOrigins, type AuthoredSettings } from '../../core/permission/originPolicy';
import { derivedLabel } from '../../core/permission/sensitive';
import { createVouching, type Vouching } from '../../core/permission/vouching';
import type { PlanSurvey } from '../../core/run/planSurvey';
import type { LoadedEnvironment } from '../files/loadChain';
import { createTlsFiles } from '../files/workspaceFiles';
import { authorityOf } from '../http/trustedAuthority';
import type { ExecuteSettings } from './executeSettings';

/** What an environment file says that only its author has vouched for. */
export interface EnvironmentClaim {
  /** Real path. */
  readonly file: string;
  /** Real path of the folder that the run may read. */
  readonly workspace: string;
  /** Origins of its URLs that are not this machine's. */
  readonly origins: readonly string[];
  /** Without user and password. */
  readonly proxy?: string;
  /** The file of a certificate authority. */
  readonly authority?: string;
  /** The file of a client certificate. */
  readonly clientCertificate?: string;
  /** SHA-256 of all of that, in hexadecimal: the same as long as the file says the same. */
  readonly digest: string;
}

/** What depends on a claim in one run: labels of secrets by where they would go. */
export interface DependingSecrets {
  readonly destinations: readonly { readonly origin: string; readonly labels: readonly string[] }[];
}

/** Who may vouch for environment files. */
export interface EnvironmentTrust {
  /** Whether the person named this file, by its real path. */
  readonly isNamed: (file: string) => Promise<boolean>;
  /** Whether the person vouched for exactly this before. */
  readonly isRemembered: (claim: EnvironmentClaim) => Promise<boolean>;
  /** Asks the person. Rejects with UserError when there is nobody to ask, or they do not trust it. */
  readonly ask: (claim: EnvironmentClaim, depending: DependingSecrets) => Promise<void>;
}

/** A run whose environment may need trust. */
export interface TrustedRun {
  readonly workspace: string;
  readonly authored: AuthoredSettings;
  readonly loaded: LoadedEnvironment | undefined;
}

/** What is known of a run before it begins. */
export type TrustSurvey = Pick<PlanSurvey, 'destinations' | 'usesSecrets' | 'strays'>;

/**
 * What the person vouches for in a run.
 *
 * @param survey what the run is about to do, were everything allowed; asked only where a person can vouch
 * @throws UserError when a secret would go where nobody bound it, or depends on an environment that nobody vouches for
 */
export async function vouchFor(
  run: TrustedRun,
  settings: ExecuteSettings,
  survey: () => Promise<TrustSurvey>,
): Promise<Vouching> {
  const { environmentFile } = run.authored;
  // Somebody else may have written the files and given the values.
  const authored =
    settings.secrets.filesAreTrusted === false ? { environmentFile, overrides: new Map() } : run.authored;
  const vouching = (trusted: boolean): Vouching => createVouching({ ...settings, authored, trusted });
  const { trust } = settings;
  if (trust === undefined) {
    return vouching(false);
  }
  const surveyed = await survey();
  refuseStrays(surveyed, settings);
  if (run.loaded === undefined || !surveyed.usesSecrets) {
    return vouching(false);
  }
  const file = await realpath(path.resolve(run.workspace, run.loaded.file));
  if (await trust.isNamed(file)) {
    return vouching(true);
  }
  const claim = await claimOf(file, run, run.loaded, settings);
  if (claim === undefined) {
    return vouching(false);
  }
  if (await trust.isRemembered(claim)) {
    return vouching(true);
  }
  const depending = dependingOn(claim, surveyed, vouching(false));
  if (depending === undefined) {
    return vouching(false);
  }
  await trust.ask(claim, depending);
  return vouching(true);
}

/** What would be refused in the middle of a run is said before anything is sent. */
function refuseStrays({ strays }: TrustSurvey, { remedies }: Pick<ExecuteSettings, 'remedies'>): void {
  const stray = strays.find(({ origin }) => !isLoopbackOrigin(origin));
  if (stray !== undefined) {
    const { secret, origin } = stray;
    const bound = secret.origins.length === 0 ? 'no origin' : secret.origins.join(', ');
    throw new UserError(
      `The ${secret.label} is bound to ${bound}, and a request would take it to ${origin}, so nothing was sent.`,
      remedies.bindSecret(secret, origin),
    );
  }
}

async function claimOf(
  realFile: string,
  { workspace, authored }: TrustedRun,
  { environment, file }: LoadedEnvironment,
  { network }: ExecuteSettings,
): Promise<EnvironmentClaim | undefined> {
  const named = [...environmentOrigins(authored), ...originsOf(environment.allowHosts)];
  const origins = [...new Set(named)].filter((origin) => !isLoopbackOrigin(origin)).sort();
  const proxy = network.proxy === undefined ? foreignProxy(environment.proxy) : undefined;
  const { ca, clientCertificate } = environment.tls ?? {};
  if (origins.length === 0 && proxy === undefined && ca === undefined && clientCertificate === undefined) {
    return undefined;
  }
  const authority = await authorityOf(environment, file, createTlsFiles(workspace));
  const { cert, key, pfx } = clientCertificate ?? {};
  const addresses = [...addressTexts(environment), ...environment.allowHosts].sort();
  const said = [addresses, environment.proxy, authority, cert, key, pfx].map((member) => member ?? null);
  return {
    file: realFile,
    workspace: await realpath(workspace),
    origins,
    ...defined({ proxy, authority: authority?.file }),
    ...(clientCertificate === undefined ? {} : { clientCertificate: cert ?? pfx ?? '' }),
    digest: createHash('sha256').update(JSON.stringify(said)).digest('hex'),
  };
}

/** A proxy that is not on this machine. */
export function foreignProxy(proxy: string | undefined): string | undefined {
  if (proxy === undefined || proxy === 'none') {
    return undefined;
  }
  const shown = shownProxy(proxy);
  return isLoopbackOrigin(originOf(shown.replace(/^[^:]+:/, 'http:')) ?? '') ? undefined : shown;
}

/** Which secrets of a run depend on a claim; absent when none does. */
function dependingOn(
  { proxy, authority, clientCertificate }: EnvironmentClaim,
  { destinations }: TrustSurvey,
  vouching: Vouching,
): DependingSecrets | undefined {
  const open = destinations.flatMap(({ origin, secrets, obtained }) => {
    const labels = [
      ...secrets.filter((label) => !vouching.secret(label, origin)),
      ...obtained.filter((label) => !vouching.derived(label, origin)).map(derivedLabel),
    ];
    return labels.length === 0 || isLoopbackOrigin(origin) ? [] : [{ origin, labels }];
  });
  const leavesMachine = destinations.some(({ origin }) => !isLoopbackOrigin(origin));
  const isIntercepted = (authority ?? clientCertificate) !== undefined && leavesMachine;
  return open.length === 0 && proxy === undefined && !isIntercepted ? undefined : { destinations: open };
}
