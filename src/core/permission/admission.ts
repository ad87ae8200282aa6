/**
 * The gate of every request, token requests included: its origin must be admitted, it may contain no secret
 * that is not bound to that origin, in whatever encoding a response may have handed it back, and nothing derived
 * from a secret that may not go there.
 *
 * A `Host` header that names another host than the URL is a second destination: the server at the URL may
 * pass the request on to it. On this machine that is how ingress rules are tested, so it counts for nothing there.
 */
import type { Secret } from './secret';
import { headerValues } from '../headers';
import type { HttpRequest } from '../model';
import { isLoopbackOrigin, originOf } from './origin';
import type { PreparedRequest } from '../prepare/prepare';
import type { Remedies } from '../remedies';
import { secretsIn } from '../masking/secretForms';
import { derivedFrom, joinSensitive, secretsBehind, type Derived, type Sensitive } from './sensitive';

/** Where a run may send to. */
export interface OriginPolicy {
  /** Why nothing may be sent to an origin, in whole sentences; absent when people wrote or allowed it. */
  refusal(origin: string): string | undefined;
  /** Whether a person lets what is derived from the secret of that label go to an origin. */
  vouches(label: string, origin: string): boolean;
}

/** What decides about admission. */
export interface Gate {
  readonly policy: OriginPolicy;
  readonly remedies: Pick<Remedies, 'bindSecret' | 'allowDerived'>;
  /** Every secret the run has looked up so far. */
  readonly secrets: readonly Secret[];
  /** What answers are compared with: who answers could guess it, so it must be theirs already. */
  readonly compared: Sensitive;
}

/**
 * Why a prepared request must not be sent where it goes, or not with what was written into it; known before
 * anything is sent for it, a request for a token included.
 */
export function refusePrepared(prepared: PreparedRequest, gate: Gate): string | undefined {
  const { request, sensitive } = prepared;
  const derived = [...sensitive.derived, ...tokenOf(prepared)];
  return refuse({ origins: destinationsOf(request), sensitive: { ...sensitive, derived } }, gate);
}

/** The access token that a prepared request will get, where secrets lead to it. */
export function tokenOf({ auth, forToken }: PreparedRequest): readonly Derived[] {
  return auth.type === 'oauth2'
    ? derivedFrom(new Set(secretsBehind(forToken)), originOf(auth.tokenUrl), 'access token')
    : [];
}

/**
 * Why a request must not be sent: where it goes, and what it would carry there.
 *
 * @param derived what it carries besides the secrets that are found in its text
 */
export function refuseRequest(
  request: HttpRequest,
  derived: readonly Derived[],
  gate: Gate,
): string | undefined {
  const origin = originOf(request.url);
  if (origin === undefined) {
    return `${request.url} has no origin that can be sent to. Correct its host.`;
  }
  const sensitive = joinSensitive([gate.compared, { secrets: [], derived }]);
  return refuse({ origins: destinationsOf(request), sensitive, text: () => requestText(request) }, gate);
}

/** What would go to an origin, and be seen by others. */
export interface Consignment {
  /** The first one is contacted; an absent one is unknown. */
  readonly origins: readonly (string | undefined)[];
  /** The sensitive values in it, as far as known. */
  readonly sensitive: Sensitive;
  /** A text that may hold secrets. */
  readonly text?: () => string;
}

/** Why this may not go there. */
export function refuse({ origins, sensitive, text }: Consignment, gate: Gate): string | undefined {
  const [contacted] = origins;
  return (
    refuseSecrets(sensitive.secrets, origins, gate) ??
    (text === undefined ? undefined : refuseText(text, origins, gate)) ??
    (contacted === undefined ? undefined : gate.policy.refusal(contacted)) ??
    refuseDerived(sensitive.derived, origins, gate)
  );
}

/** The origins that get to see a request; absent where one is unknown. */
function destinationsOf({ url, headers }: HttpRequest): readonly (string | undefined)[] {
  const origin = originOf(url);
  if (origin === undefined || isLoopbackOrigin(origin)) {
    return [origin];
  }
  const named = headerValues(headers, 'host').map((value) =>
    originOf(`${origin.slice(0, origin.indexOf('/'))}//${value.trim()}`),
  );
  return [...new Set([origin, ...named])];
}

function refuseSecrets(
  secrets: readonly Secret[],
  origins: readonly (string | undefined)[],
  gate: Gate,
): string | undefined {
  for (const origin of origins) {
    const stray = secrets.find((secret) => !isBound(secret, origin));
    if (stray !== undefined) {
      return secretMessage(stray, origin, gate);
    }
  }
  return undefined;
}

function refuseDerived(
  derived: readonly Derived[],
  origins: readonly (string | undefined)[],
  gate: Gate,
): string | undefined {
  for (const origin of origins) {
    for (const value of derived.filter((one) => one.origin !== origin)) {
      const held = [...value.secrets].find((secret) => !mayLead(secret, origin, gate));
      if (held !== undefined) {
        return derivedMessage(value, held, origin, gate);
      }
    }
  }
  return undefined;
}

function isBound({ origins }: Secret, origin: string | undefined): boolean {
  return origin !== undefined && origins.includes(origin);
}

/** Whether what is derived from a secret may go to an origin that did not give it. */
function mayLead(secret: Secret, origin: string | undefined, { policy }: Gate): boolean {
  return isBound(secret, origin) || (origin !== undefined && policy.vouches(secret.label, origin));
}

function secretMessage(
  { label, name, origins }: Secret,
  origin: string | undefined,
  { remedies }: Gate,
): string {
  const bound = origins.length === 0 ? 'no origin' : origins.join(', ');
  return (
    `The ${label} is bound to ${bound} and was not sent to ${origin ?? 'this address'}. ` +
    remedies.bindSecret({ label, name }, origin ?? 'https://…')
  );
}

function derivedMessage(
  { what, origin: from }: Derived,
  { label }: Secret,
  origin: string | undefined,
  { remedies }: Gate,
): string {
  return (
    `The ${what} was obtained from ${from} with the ${label} and was not sent to ${origin ?? 'this address'}, ` +
    `which only a file or a response names. ${remedies.allowDerived(origin ?? 'https://…')}`
  );
}

/** Refuses a text that carries a secret, in whatever encoding, which is not bound to all of the destinations. */
function refuseText(
  text: () => string,
  origins: readonly (string | undefined)[],
  gate: Gate,
): string | undefined {
  const strangers = gate.secrets.filter((secret) => origins.some((origin) => !isBound(secret, origin)));
  if (strangers.length === 0) {
    return undefined;
  }
  const values = strangers.map(({ value }) => value);
  const carried = new Set(secretsIn(text(), values));
  return refuseSecrets(
    strangers.filter(({ value }) => carried.has(value)),
    origins,
    gate,
  );
}

/** Everything of a request that could carry a secret, as one text. */
function requestText({ url, headers, body }: HttpRequest): string {
  const lines = headers.map(({ name, value }) => `${name}: ${value}`);
  return [url, ...lines, body === undefined ? '' : new TextDecoder().decode(body)].join('\n');
}
