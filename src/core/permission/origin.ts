/**
 * Origins: scheme, host and port, the unit to which secrets are bound and across which nothing is carried.
 *
 * An origin is compared as one exact text (`https://api.example.com`, `http://127.0.0.1:4010`): scheme and
 * host in lower case, international names as punycode, a default port left out. A URL whose host readers and
 * parsers could disagree about (`user@`, a backslash, spaces, a trailing dot, a percent-encoded host) has no
 * origin: refusing it is safe, guessing is not (https://url.spec.whatwg.org/#concept-url-origin, RFC 6454).
 *
 * Servers print `0.0.0.0` as their address, so exactly this text is an origin, and means this machine. Its other
 * forms (`0`, `0x0`, `000.0.0.0`) have no origin.
 */
import { createMemo } from '../memo';
import { parsedUrl } from '../prepare/url';

/** The origin of an `http:` or `https:` URL; absent when there is none that can be trusted. */
export function originOf(url: string): string | undefined {
  return known.of(url).origin;
}

/** Each step of an exchange asks about the same URL. */
const known = createMemo((url) => ({ origin: readOrigin(url) }));

function readOrigin(url: string): string | undefined {
  const parsed = PLAIN_AUTHORITY.test(url) ? parsedUrl(url) : undefined;
  const isDisguised = parsed?.hostname === '0.0.0.0' && !UNSPECIFIED_URL.test(url);
  return isDisguised || parsed?.hostname.endsWith('.') === true ? undefined : parsed?.origin;
}

/** The origins of URLs, each once; a URL without one is left out. */
export function originsOf(urls: readonly string[]): readonly string[] {
  return [...new Set(urls.flatMap((url) => originOf(url) ?? []))];
}

/** Whether two URLs have the same origin; false when either has none. */
export function sameOrigin(one: string, other: string): boolean {
  const origin = originOf(one);
  return origin !== undefined && origin === originOf(other);
}

/**
 * Whether an origin is this machine: `localhost`, the names below it (RFC 6761 §6.3), `127.0.0.0/8`, `[::1]` and
 * `0.0.0.0`.
 */
export function isLoopbackOrigin(origin: string): boolean {
  return LOOPBACK_ORIGIN.test(origin);
}

/** Whether an origin is `0.0.0.0`, which is sent to only where a person wrote it. */
export function isUnspecifiedOrigin(origin: string): boolean {
  return UNSPECIFIED_URL.test(origin);
}

const UNSPECIFIED_URL = /^https?:\/\/0\.0\.0\.0(?::\d+)?(?:[/?#]|$)/i;

const LOOPBACK_ORIGIN =
  /^https?:\/\/(?:(?:[^/:\[\]]+\.)?localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1\])(?::\d+)?$/;

/** Scheme, `://` and an authority without user, backslash, whitespace, control character, percent sign or wildcard. */
const PLAIN_AUTHORITY = /^https?:\/\/[^\s\p{Cc}/?#\\@%*]+(?:[/?#]|$)/iu;
