/** The part of a response that a header line represents. */
import { setCookieIn } from '../../src/core/run/cookieLines';
import type { ResponsePart } from '../../src/core/extraction/responsePart';
import type { HeaderLine } from '../../src/core/model';

/** A line that sets a cookie represents the cookie, any other for the header (RFC 6265 §4.1.1). */
export function pickedHeader({ name, value }: HeaderLine): ResponsePart {
  const cookie = name.toLowerCase() === 'set-cookie' ? setCookieIn(value) : undefined;
  return cookie === undefined ? { from: 'header', name } : { from: 'cookie', name: cookie.name };
}
