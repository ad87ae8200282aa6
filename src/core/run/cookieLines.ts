/**
 * Cookies in header lines: those that a response sets (`Set-Cookie`) and those that a request sends
 * (`Cookie`).
 *
 * Lines are read as browsers read them (RFC 6265 §5.2, §5.4): what has no `=` or no name is not a cookie, spaces
 * around names and values go, quotes stay.
 */
import { headerValues } from '../headers';
import type { HeaderLine } from '../model';

/** A name with a value; the value may be empty. */
export interface CookiePair {
  readonly name: string;
  readonly value: string;
}

/** A cookie that a response sets. */
export interface SetCookie extends CookiePair {
  /** In order, as sent: `Path` with `/`, `HttpOnly` with an empty value. */
  readonly attributes: readonly CookiePair[];
}

/** The cookies that a response sets, in order; one that is set twice appears twice. */
export function setCookiesOf(headers: readonly HeaderLine[]): readonly SetCookie[] {
  return headerValues(headers, 'set-cookie').flatMap((line) => setCookieIn(line) ?? []);
}

/** The cookies that a request sends, in order. */
export function sentCookiesOf(headers: readonly HeaderLine[]): readonly CookiePair[] {
  return headerValues(headers, 'cookie').flatMap((line) =>
    line.split(';').flatMap((pair) => cookieIn(pair) ?? []),
  );
}

/** The cookie that the value of a `Set-Cookie` line sets; absent when it sets none. */
export function setCookieIn(line: string): SetCookie | undefined {
  const [pair = '', ...rest] = line.split(';');
  const cookie = cookieIn(pair);
  const attributes = rest.map(splitPair).filter(({ name }) => name !== '');
  return cookie === undefined ? undefined : { ...cookie, attributes };
}

function cookieIn(pair: string): CookiePair | undefined {
  const cookie = splitPair(pair);
  return pair.includes('=') && cookie.name !== '' ? cookie : undefined;
}

function splitPair(pair: string): CookiePair {
  const equals = pair.indexOf('=');
  return equals === -1
    ? { name: pair.trim(), value: '' }
    : { name: pair.slice(0, equals).trim(), value: pair.slice(equals + 1).trim() };
}
