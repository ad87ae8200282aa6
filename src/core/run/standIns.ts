/**
 * Masking by position: secrets that are too short or too common to be recognised in a text.
 *
 * A request that uses one is prepared twice, with the secret and with a stand-in that no text contains by
 * chance. The first is sent, the second is recorded, and its stand-ins are masked like any other secret. What
 * an answer repeats of such a secret cannot be distinguished from other text.
 */
import { withValuesOf } from '../auth/oauth1';
import type { BuiltInPorts } from '../prepare/builtIns';
import type { Secret, SecretLookup } from '../permission/secret';
import type { PreparedRequest } from '../prepare/prepare';
import type { Random } from '../ports';
import type { BuiltInMemo } from '../prepare/scope';
import type { ExchangeOutcome } from './exchange';

/** The impure values of a request, so that it can be prepared twice with the same ones. */
export interface Tape {
  readonly builtIns: (ports: BuiltInPorts) => BuiltInPorts;
  /** Gives out the same values once more, in the order in which they were taken. */
  readonly rewind: () => void;
}

/** An empty tape. */
export function createTape(): Tape {
  const taken: unknown[] = [];
  let next = 0;
  const once = <T>(take: () => T): T => {
    if (next === taken.length) {
      taken.push(take());
    }
    next += 1;
    return taken[next - 1] as T;
  };
  const taped = (random: Random): Random => ({
    uuid: () => once(() => random.uuid()),
    integer: (min, max) => once(() => random.integer(min, max)),
    bytes: (length) => once(() => random.bytes(length)),
    fake: (kind) => once(() => random.fake(kind)),
    at: (...place) => taped(random.at(...place)),
    forRow: (number) => taped(random.forRow(number)),
  });
  return {
    builtIns: ({ clock, random, ...pure }) => ({
      clock: { now: () => once(() => clock.now()) },
      random: taped(random),
      ...pure,
    }),
    rewind() {
      next = 0;
    },
  };
}

/** Whether one of the secrets has a stand-in. */
export function needStandIns(secrets: Iterable<Secret>): boolean {
  return [...secrets].some(({ standIn }) => standIn !== undefined);
}

/** Ports under which secrets give their stand-ins, where they have one. */
export function standingIn({ secrets, ...ports }: BuiltInPorts): BuiltInPorts {
  return {
    ...ports,
    secrets: {
      secret: (name) => replaced(secrets.secret(name)),
      processEnv: (name) => replaced(secrets.processEnv(name)),
      dotenv: (name) => replaced(secrets.dotenv(name)),
      computed: (secret) => inPlaceOf(secrets.computed(secret)),
    },
  };
}

/** A copy of what was computed before, with stand-ins. */
export function memoWithStandIns(memo: BuiltInMemo): BuiltInMemo {
  return new Map(
    [...memo].map(([place, value]) => {
      const standIn = value.ok ? value.secret?.standIn : undefined;
      return [place, standIn === undefined ? value : { ...value, value: standIn }];
    }),
  );
}

/** The outcome with stand-ins in what was sent, for the record. */
export function withStandIns(
  outcome: ExchangeOutcome,
  { request: prepared }: PreparedRequest,
  { request: shown, auth }: PreparedRequest,
): ExchangeOutcome {
  const lines = new Map(prepared.headers.map((line, index) => [line, shown.headers[index] ?? line]));
  const unsigned = (url: string): string => (url === prepared.url ? shown.url : url);
  const urlOf = (url: string): string =>
    auth.type === 'oauth1' && auth.in === 'query' ? withValuesOf(auth, url, unsigned) : unsigned(url);
  const { request, hops } = outcome;
  return {
    ...outcome,
    request: {
      ...request,
      url: urlOf(request.url),
      headers: request.headers.map((line) => (LENGTH.test(line.name) ? line : (lines.get(line) ?? line))),
      ...(request.body !== undefined && request.body === prepared.body && shown.body !== undefined
        ? { body: shown.body }
        : {}),
    },
    hops: hops.map((hop) => ({ ...hop, url: urlOf(hop.url) })),
  };
}

/** It says how long the body is that was sent. */
const LENGTH = /^content-length$/i;

function replaced(lookup: SecretLookup): SecretLookup {
  return lookup.ok ? { ok: true, secret: inPlaceOf(lookup.secret) } : lookup;
}

function inPlaceOf(secret: Secret): Secret {
  return secret.standIn === undefined ? secret : { ...secret, value: secret.standIn };
}
