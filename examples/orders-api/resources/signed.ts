/**
 * The partner resource behind what a client computes for each request: a signature (HMAC, RFC 2104), a one-time code
 * (TOTP, RFC 6238) and a token that the client signs itself (JWT with HS256, RFC 7519).
 */
import { createHmac } from 'node:crypto';
import type { Call } from '../api';
import { bearerToken } from '../access/caller';
import { PARTNER } from '../data/seed';
import { JsonFields, parseJson } from '../http/json';
import type { Reply } from '../http/reply';
import { headerOf } from '../http/request';
import { stock, unauthorized } from './partner';

/** How far the clock of a client may be off. */
const TOLERANCE_SECONDS = 300;
const CODE_PERIOD_SECONDS = 30;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * POST /partner/signed with `X-Timestamp`, in seconds, and `X-Signature`, the HMAC-SHA256 in hexadecimal of
 * method, target, timestamp and body, each on a line of its own.
 */
export function withSignature(call: Call): Reply {
  const { method, target, body } = call.request;
  const timestamp = headerOf(call.request, 'x-timestamp') ?? '';
  const signature = createHmac('sha256', PARTNER.signingKey)
    .update(`${method}\n${target}\n${timestamp}\n`)
    .update(body)
    .digest('hex');
  const isFresh = Math.abs(seconds(call) - Number(timestamp)) <= TOLERANCE_SECONDS;
  return isFresh && headerOf(call.request, 'x-signature') === signature
    ? stock('signature')
    : unauthorized([['WWW-Authenticate', 'Signature realm="partner"']]);
}

/** GET /partner/code with `X-One-Time-Code`, the code of these 30 seconds or of those before. */
export function withOneTimeCode(call: Call): Reply {
  const period = Math.floor(seconds(call) / CODE_PERIOD_SECONDS);
  const codes = [period, period - 1].map(oneTimeCode);
  return codes.includes(headerOf(call.request, 'x-one-time-code') ?? '')
    ? stock('oneTimeCode')
    : unauthorized([['WWW-Authenticate', 'OneTimeCode realm="partner"']]);
}

/** GET /partner/token with a bearer token of the partner that has not expired. */
export function withOwnToken(call: Call): Reply {
  const [head = '', claims = '', signature] = (bearerToken(call) ?? '').split('.');
  const expected = createHmac('sha256', PARTNER.tokenKey).update(`${head}.${claims}`).digest('base64url');
  const isValid =
    signature === expected &&
    part(head, 'alg') === 'HS256' &&
    part(claims, 'iss') === PARTNER.name &&
    Number(part(claims, 'exp')) > seconds(call);
  return isValid ? stock('token') : unauthorized([['WWW-Authenticate', 'Bearer realm="partner"']]);
}

/** Six digits for one period (RFC 4226 §5.3). */
function oneTimeCode(period: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(period));
  const mac = createHmac('sha1', bytesOfBase32(PARTNER.codeKey)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** The bytes of base32 without padding (RFC 4648 §6). */
function bytesOfBase32(text: string): Buffer {
  const bits = [...text].map((digit) => BASE32.indexOf(digit).toString(2).padStart(5, '0')).join('');
  return Buffer.from(bits.match(/[01]{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
}

/** A member of one part of a signed token; absent when the part is not a JSON object. */
function part(encoded: string, name: string): unknown {
  try {
    const value = parseJson(Buffer.from(encoded, 'base64url').toString('utf8'));
    return value instanceof JsonFields ? value.get(name) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) {
      return undefined;
    }
    throw error;
  }
}

function seconds(call: Call): number {
  return Math.floor(call.api.now() / 1000);
}
