/**
 * Request headers that people write by hand, and the values they give them most often. Left out are those
 * that Chainwright writes itself (Host, Content-Length) and those that only browsers send.
 */

const MEDIA_TYPES = [
  ...['application/json', 'application/xml', 'text/plain', 'text/html', 'text/csv', 'application/pdf'],
  ...['application/octet-stream', 'application/problem+json', 'application/vnd.api+json'],
];

const HEADERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['Accept', [...MEDIA_TYPES, '*/*']],
  ['Content-Type', [...MEDIA_TYPES, 'application/x-www-form-urlencoded', 'application/merge-patch+json']],
  ['Authorization', ['Bearer {{token}}']],
  ['If-Match', ['{{etag}}', '*']],
  ['If-None-Match', ['{{etag}}', '*']],
  ['Idempotency-Key', ['{{$guid}}']],
  ['X-Request-Id', ['{{$guid}}']],
  ['X-Correlation-Id', ['{{$guid}}']],
  ['X-API-Key', ['{{$secret API_KEY}}']],
  ['Accept-Language', ['en', 'en-US', 'de', 'fr', '*']],
  ['Accept-Encoding', ['gzip, deflate, br', 'gzip', 'identity']],
  ['Cache-Control', ['no-cache', 'no-store', 'max-age=0']],
  ['Cookie', []],
  ['If-Modified-Since', ['{{$datetime rfc1123}}']],
  ['If-Unmodified-Since', ['{{$datetime rfc1123}}']],
  ['Origin', []],
  ['Prefer', ['return=minimal', 'return=representation', 'respond-async']],
  ['Range', ['bytes=0-1023']],
  ['Referer', []],
  ['traceparent', []],
  ['User-Agent', []],
  ['X-CSRF-Token', ['{{csrfToken}}']],
  ['X-Forwarded-For', []],
  ['X-HTTP-Method-Override', ['PUT', 'PATCH', 'DELETE']],
  ['X-Requested-With', ['XMLHttpRequest']],
]);

/** Names, those that are used most first. */
export const headerNames: readonly string[] = [...HEADERS.keys()];

/** Values that a header often has; the name is compared without case. */
export function headerValues(name: string): readonly string[] {
  const wanted = name.toLowerCase();
  return [...HEADERS].find(([known]) => known.toLowerCase() === wanted)?.[1] ?? [];
}

/** Methods in the order in which people need them (RFC 9110 §9.3, RFC 5789). */
export const methods: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
