/**
 * The gate of every request, token requests included: its origin must be admitted, and no secret may be
 * part of it that is not bound to that origin, in whatever encoding a response may have handed it back.
 */
import type { Secret } from '../prepare/builtIns';
import type { HttpRequest } from '../model';
import { originOf } from './origin';
import type { PreparedRequest } from '../prepare/prepare';
import type { Remedies } from '../remedies';
import { secretsIn } from '../masking/secretForms';

/** Where a run may send to. */
export interface OriginPolicy {
  /** Why nothing may be sent to an origin, in whole sentences; absent when people wrote or allowed it. */
  refusal(origin: string): string | undefined;
}

/** What decides about admission. */
export interface Gate {
  readonly policy: OriginPolicy;
  readonly remedies: Pick<Remedies, 'bindSecret'>;
  /** Every secret the run has looked up so far. */
  readonly secrets: readonly Secret[];
  /** Secrets that answers are compared with: who answers could guess them, so it must be theirs already. */
  readonly comparedSecrets: readonly Secret[];
}

/**
 * Why a prepared request must not be sent where it goes, or not with the secrets that were written into it;
 * known before anything is sent for it, a request for a token included.
 */
export function refusePrepared({ request, secrets }: PreparedRequest, gate: Gate): string | undefined {
  const origin = originOf(request.url);
  const stray = secrets.find(({ origins }) => origin === undefined || !origins.includes(origin));
  if (stray !== undefined) {
    return strayMessage(stray, origin, gate);
  }
  return origin === undefined ? undefined : gate.policy.refusal(origin);
}

/** Why a request must not be sent as it stands: where it goes, and what it would carry there. */
export function refuseRequest(request: HttpRequest, gate: Gate): string | undefined {
  const origin = originOf(request.url);
  return origin === undefined
    ? `${request.url} has no origin that can be sent to. Correct its host.`
    : refuse(gate, { origin, bound: gate.comparedSecrets, text: () => requestText(request) });
}

/** What would go to an origin: secrets that are known to, and a text that may hold some. */
export interface Consignment {
  readonly origin: string;
  readonly bound: readonly Secret[];
  readonly text: () => string;
}

/** Why nothing may go to an origin, or not this. */
export function refuse(gate: Gate, { origin, bound, text }: Consignment): string | undefined {
  const stray = bound.find(({ origins }) => !origins.includes(origin)) ?? strayIn(text, origin, gate.secrets);
  return stray === undefined ? gate.policy.refusal(origin) : strayMessage(stray, origin, gate);
}

function strayMessage(
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

/** A secret that a text carries, in whatever encoding, although it is not bound to the text's destination. */
function strayIn(text: () => string, origin: string, secrets: readonly Secret[]): Secret | undefined {
  const strangers = secrets.filter(({ origins }) => !origins.includes(origin));
  if (strangers.length === 0) {
    return undefined;
  }
  const carried = secretsIn(
    text(),
    strangers.map(({ value }) => value),
  );
  return strangers.find(({ value }) => carried.includes(value));
}

/** Everything of a request that could carry a secret, as one text. */
function requestText({ url, headers, body }: HttpRequest): string {
  const lines = headers.map(({ name, value }) => `${name}: ${value}`);
  return [url, ...lines, body === undefined ? '' : new TextDecoder().decode(body)].join('\n');
}
