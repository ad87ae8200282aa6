/** How long a response asks to wait: `Retry-After` (RFC 9110 §10.2.3) of 429 and 503. */
import type { HttpResponse } from '../model';
import { headerValue } from '../headers';

/** Milliseconds; `now` in milliseconds since 1970. Absent when the response does not ask. */
export function retryAfterMs(
  { status, headers }: Pick<HttpResponse, 'status' | 'headers'>,
  now: number,
): number | undefined {
  const asked = headerValue(headers, 'retry-after');
  if (asked === undefined || (status !== 429 && status !== 503)) {
    return undefined;
  }
  const wait = /^\d{1,9}$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - now;
  return Number.isNaN(wait) ? undefined : Math.max(wait, 0);
}
