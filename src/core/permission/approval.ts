/**
 * What the person at the keyboard allowed a workspace: the origins its chains may contact, the secrets that
 * may go there, the proxies its environments may send everything through, and the certificate authorities that
 * they may have trusted.
 *
 * Files say where a run goes, and files may be a stranger's. So the editor asks before something new is
 * contacted; this machine's own addresses, written in a file, need no question. The engine is given the
 * answers and holds to them, because files may say something else by the time a request is sent.
 */
import { parsedUrl } from '../prepare/url';
import type { OriginPolicy } from './admission';
import { isArray, isObject, type JsonObject, type JsonValue } from '../json/json';
import { isLoopbackOrigin, originOf } from './origin';
import { derivedLabel } from './sensitive';
import type { Remedies } from '../remedies';
import type { Destination } from '../run/planSurvey';

/** Answers of a person, for one workspace. */
export interface Approval {
  /**
   * Labels of the secrets that may go to an origin, and of what was obtained with secrets ({@link derivedLabel}).
   * An origin that is not in here is not contacted.
   */
  readonly origins: ReadonlyMap<string, ReadonlySet<string>>;
  /** URLs of proxies, as environments and settings write them. */
  readonly proxies: ReadonlySet<string>;
  /** Digests of certificate authorities. */
  readonly authorities: ReadonlySet<string>;
}

/** What a run may do: what the person allowed, or, where starting it is the permission, everything. */
export type Permitted = Approval | 'all';

/** A certificate authority that an environment has trusted besides the built-in ones. */
export interface TrustedAuthority {
  /** As the environment names it. */
  readonly file: string;
  /** SHA-256 of its bytes, in hexadecimal. */
  readonly digest: string;
}

/** Where a run goes, and what it goes by, that nobody has been asked about. */
export interface Unapproved {
  /** With the secrets that may not go there yet. */
  readonly destinations: readonly Destination[];
  readonly proxy?: string;
  readonly authority?: TrustedAuthority;
}

/** Nothing allowed yet. */
export const nothingApproved: Approval = { origins: new Map(), proxies: new Set(), authorities: new Set() };

/** Whether an origin that a file names may be contacted. */
export function approvesOrigin(permitted: Permitted, origin: string): boolean {
  return permitted === 'all' || isLoopbackOrigin(origin) || permitted.origins.has(origin);
}

/** Whether a secret that nobody bound to an origin may go there, because an environment names it. */
export function approvesSecret(permitted: Permitted, label: string, origin: string): boolean {
  return (
    permitted === 'all' || isLoopbackOrigin(origin) || permitted.origins.get(origin)?.has(label) === true
  );
}

/** Whether requests may go through a proxy: it sees where they go, and what plain ones hold. */
export function approvesProxy(permitted: Permitted, proxy: string): boolean {
  return (
    permitted === 'all' ||
    proxy === 'none' ||
    isLoopbackOrigin(originOf(asHttp(proxy)) ?? '') ||
    permitted.proxies.has(proxy)
  );
}

/** Whether certificates of an authority may be trusted: anybody with its key can pose as any server. */
export function approvesAuthority(permitted: Permitted, digest: string): boolean {
  return permitted === 'all' || permitted.authorities.has(digest);
}

/** A proxy for people: the address that is connected to, without user name and password. */
export function shownProxy(proxy: string): string {
  const url = parsedUrl(withScheme(proxy));
  return url === undefined ? proxy.replace(/^.*@/s, '') : `${url.protocol}//${url.host}`;
}

/** What of a run still has to be asked; absent when nothing has. */
export function unapproved(
  { destinations: wanted, proxy, authority }: Unapproved,
  approval: Approval,
): Unapproved | undefined {
  const destinations = wanted.flatMap(({ origin, secrets, obtained, bound }) => {
    const open = {
      secrets: secrets.filter((label) => !approvesSecret(approval, label, origin)),
      obtained: obtained.filter((label) => !approvesSecret(approval, derivedLabel(label), origin)),
    };
    const isKnown = approvesOrigin(approval, origin) && open.secrets.length + open.obtained.length === 0;
    return isKnown ? [] : [{ origin, ...open, bound }];
  });
  const through = proxy === undefined || approvesProxy(approval, proxy) ? {} : { proxy };
  const trusting =
    authority === undefined || approvesAuthority(approval, authority.digest) ? {} : { authority };
  const open: Unapproved = { destinations, ...through, ...trusting };
  return destinations.length === 0 && Object.keys(open).length === 1 ? undefined : open;
}

/** What was allowed, and now this as well. Secrets that are bound need no permission of their own. */
export function approve(approval: Approval, { destinations, proxy, authority }: Unapproved): Approval {
  const origins = new Map(approval.origins);
  for (const { origin, secrets, obtained } of destinations) {
    const known = origins.get(origin) ?? [];
    origins.set(origin, new Set([...known, ...secrets, ...obtained.map(derivedLabel)]));
  }
  return {
    origins,
    proxies: new Set([...approval.proxies, ...(proxy === undefined ? [] : [proxy])]),
    authorities: new Set([...approval.authorities, ...(authority === undefined ? [] : [authority.digest])]),
  };
}

/** A policy that also wants the person's permission. */
export function createApprovedPolicy(
  policy: OriginPolicy,
  permitted: Permitted,
  remedies: Pick<Remedies, 'allowOrigin'>,
): OriginPolicy {
  return {
    refusal: (origin) =>
      policy.refusal(origin) ??
      (approvesOrigin(permitted, origin)
        ? undefined
        : `${origin} was not contacted: nobody allowed it for this workspace. ${remedies.allowOrigin(origin)}`),
    vouches: (label, origin) => policy.vouches(label, origin),
  };
}

/** The approval as JSON, to be remembered outside the workspace's files. */
export function writeApproval({ origins, proxies, authorities }: Approval): JsonObject {
  return {
    origins: [...origins].map(([origin, secrets]) => ({ origin, secrets: [...secrets] })),
    proxies: [...proxies],
    authorities: [...authorities],
  };
}

/** Reads what {@link writeApproval} wrote; anything else approves nothing. */
export function readApproval(value: JsonValue | undefined): Approval {
  const {
    origins = [],
    proxies = [],
    authorities = [],
  } = value !== undefined && isObject(value) ? value : {};
  return {
    origins: new Map(
      items(origins).flatMap((item) => {
        const { origin, secrets = [] } = isObject(item) ? item : {};
        return typeof origin === 'string' ? [[origin, new Set(items(secrets).filter(isText))] as const] : [];
      }),
    ),
    proxies: new Set(items(proxies).filter(isText)),
    authorities: new Set(items(authorities).filter(isText)),
  };
}

/** A proxy's own address, whatever is spoken to it. */
function asHttp(proxy: string): string {
  return withScheme(proxy).replace(/^[^:]+:/, 'http:');
}

/** As the engine reads it: what has no scheme is an HTTP proxy, and a scheme begins with a letter. */
function withScheme(proxy: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
}

function items(value: JsonValue): readonly JsonValue[] {
  return isArray(value) ? value : [];
}

function isText(value: JsonValue): value is string {
  return typeof value === 'string';
}
