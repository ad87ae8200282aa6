/**
 * HTTP digest authentication (RFC 7616, with RFC 2617 and RFC 2069 for older servers): reads the
 * digest challenges of a 401 answer and computes the `Authorization` value that answers one.
 *
 * Texts people typed are hashed as UTF-8. The realm comes off the wire, where a character is one
 * byte, so it is hashed byte for byte and echoed as it came.
 */
import { defined } from '../defined';
import { hex } from '../hex';
import { parseChallenges, type Challenge } from './challenges';
import type { Hash } from '../ports';

/** A digest challenge that can be answered. */
export interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
  readonly algorithm: DigestAlgorithm;
  /** The algorithm as the server spelled it; absent when it named none, which means MD5. */
  readonly algorithmName?: string;
  /** `-sess`: nonces are part of the hashed credentials. */
  readonly session: boolean;
  /** What is protected; absent for servers of RFC 2069. */
  readonly qop?: 'auth' | 'auth-int';
  readonly opaque?: string;
  /** The user name is sent hashed. */
  readonly userhash: boolean;
}

/** The hash functions of RFC 7616 §6.1. */
type DigestAlgorithm = 'md5' | 'sha256' | 'sha512-256';

/** A challenge, the request it is answered for, and who answers. */
export interface DigestAnswer {
  readonly challenge: DigestChallenge;
  readonly method: string;
  /** Path and query exactly as in the request line. */
  readonly uri: string;
  readonly username: string;
  readonly password: string;
  /** Bytes sent as the request's body; they count only for `auth-int`. Absent is empty. */
  readonly body?: Uint8Array;
  /** Random text of the client, visible ASCII. */
  readonly cnonce: string;
  /** How often this nonce has been used, this time included. */
  readonly nonceCount: number;
  readonly hash: Pick<Hash, 'digest'>;
}

/**
 * The strongest digest challenge that can be answered, the first of equals; absent when there is none.
 * Strength counts before order, since servers put MD5 first for the sake of old clients.
 */
export function strongestChallenge(headerValues: readonly string[]): DigestChallenge | undefined {
  const answerable = digestOffers(headerValues).flatMap((offer) =>
    typeof offer === 'string' ? [] : [offer],
  );
  return answerable.toSorted((one, other) => STRENGTH[other.algorithm] - STRENGTH[one.algorithm])[0];
}

/** Why no challenge of a 401 answer can be answered with digest: one sentence what, one what to do. */
export function digestProblem(headerValues: readonly string[]): string | undefined {
  const offers = digestOffers(headerValues);
  const [problem] = offers;
  if (problem === undefined) {
    return 'The server did not offer digest authentication. Choose the type of "auth" that its WWW-Authenticate header names.';
  }
  return typeof problem === 'string' && offers.every((offer) => typeof offer === 'string')
    ? problem
    : undefined;
}

/** The `Authorization` value that answers a challenge (RFC 7616 §3.4). */
export function answerDigest(answer: DigestAnswer): string {
  const { challenge, uri, cnonce } = answer;
  const { realm, nonce, algorithmName, session, qop, opaque, userhash } = challenge;
  const parameters = [
    userParameter(answer),
    `realm=${quote(realm)}`,
    `uri=${quote(uri)}`,
    ...(algorithmName === undefined ? [] : [`algorithm=${algorithmName}`]),
    `nonce=${quote(nonce)}`,
    ...(qop === undefined ? [] : [`nc=${countText(answer)}`]),
    ...(qop === undefined && !session ? [] : [`cnonce=${quote(cnonce)}`]),
    ...(qop === undefined ? [] : [`qop=${qop}`]),
    `response="${responseOf(answer)}"`,
    ...(opaque === undefined ? [] : [`opaque=${quote(opaque)}`]),
    ...(userhash ? ['userhash=true'] : []),
  ];
  return `Digest ${parameters.join(', ')}`;
}

const STRENGTH: Readonly<Record<DigestAlgorithm, number>> = { md5: 1, sha256: 2, 'sha512-256': 3 };

const ALGORITHMS: ReadonlyMap<string, DigestAlgorithm> = new Map([
  ['md5', 'md5'],
  ['sha-256', 'sha256'],
  ['sha-512-256', 'sha512-256'],
]);

/** The digest challenges, each one either answerable or the reason why not. */
function digestOffers(headerValues: readonly string[]): readonly (DigestChallenge | string)[] {
  return parseChallenges(headerValues)
    .filter(({ scheme }) => scheme === 'digest')
    .map(readDigest);
}

function readDigest({ parameters }: Challenge): DigestChallenge | string {
  const realm = parameters.get('realm');
  const nonce = parameters.get('nonce');
  if (realm === undefined || nonce === undefined) {
    return `The server's digest challenge has no ${realm === undefined ? 'realm' : 'nonce'}. Ask its maintainers to follow RFC 7616, or use another type of "auth".`;
  }
  const algorithm = readAlgorithm(parameters.get('algorithm'));
  if (typeof algorithm === 'string') {
    return algorithm;
  }
  const qop = readQop(parameters.get('qop'));
  if (typeof qop === 'string') {
    return qop;
  }
  const opaque = parameters.get('opaque');
  const userhash = parameters.get('userhash')?.toLowerCase() === 'true';
  return { realm, nonce, ...algorithm, ...qop, ...defined({ opaque }), userhash };
}

function readAlgorithm(
  algorithmName: string | undefined,
): Pick<DigestChallenge, 'algorithm' | 'algorithmName' | 'session'> | string {
  if (algorithmName === undefined) {
    return { algorithm: 'md5', session: false };
  }
  const [name = '', session] = algorithmName.toLowerCase().split(/(-sess)$/);
  const algorithm = ALGORITHMS.get(name);
  return algorithm === undefined
    ? `The server asks for digest authentication with the unknown algorithm ${algorithmName}. Known are MD5, SHA-256 and SHA-512-256, each also with -sess; use another type of "auth".`
    : { algorithm, algorithmName, session: session !== undefined };
}

function readQop(offered: string | undefined): Pick<DigestChallenge, 'qop'> | string {
  if (offered === undefined) {
    return {};
  }
  const options = offered.toLowerCase().split(/[\s,]+/);
  const qop = (['auth', 'auth-int'] as const).find((known) => options.includes(known));
  return qop === undefined
    ? `The server asks for digest authentication with the unknown quality of protection ${offered}. Known are auth and auth-int; use another type of "auth".`
    : { qop };
}

/** RFC 7616 §3.4.1 to §3.4.3. */
function responseOf(answer: DigestAnswer): string {
  const { challenge, method, uri, body, cnonce, password } = answer;
  const { nonce, qop, session } = challenge;
  const digest = hexDigest(answer);
  const credentials = digest(userAndRealm(answer), utf8(`:${password}`));
  const secret = session ? digest(utf8(`${credentials}:${nonce}:${cnonce}`)) : credentials;
  const bodyPart = qop === 'auth-int' ? `:${digest(body ?? new Uint8Array())}` : '';
  const request = digest(utf8(`${method}:${uri}${bodyPart}`));
  const middle = qop === undefined ? nonce : `${nonce}:${countText(answer)}:${cnonce}:${qop}`;
  return digest(utf8(`${secret}:${middle}:${request}`));
}

function userParameter(answer: DigestAnswer): string {
  const { username, challenge } = answer;
  if (challenge.userhash) {
    return `username="${hexDigest(answer)(userAndRealm(answer))}"`;
  }
  return /^[\x20-\x7e]*$/.test(username)
    ? `username=${quote(username)}`
    : `username*=UTF-8''${extended(username)}`;
}

function userAndRealm({ username, challenge }: DigestAnswer): Uint8Array {
  return concat([
    utf8(`${username}:`),
    Uint8Array.from(challenge.realm, (character) => character.charCodeAt(0)),
  ]);
}

/** An extended value: percent-encoded UTF-8 (RFC 8187 §3.2). */
function extended(text: string): string {
  return Array.from(utf8(text), (byte) => {
    const character = String.fromCharCode(byte);
    return /[A-Za-z0-9!#$&+.^_`|~-]/.test(character)
      ? character
      : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
}

function hexDigest({ challenge, hash }: DigestAnswer): (...parts: readonly Uint8Array[]) => string {
  return (...parts) => hex(hash.digest(challenge.algorithm, concat(parts)));
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  parts.reduce((offset, part) => {
    whole.set(part, offset);
    return offset + part.length;
  }, 0);
  return whole;
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text.normalize('NFC'));
}

function countText({ nonceCount }: DigestAnswer): string {
  return nonceCount.toString(16).padStart(8, '0');
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
