/**
 * Headers that a runner adds by itself, so that a difference in them says nothing about an import. This is the only list of
 * them: everything else is compared. A value that no runner sends by itself was written by a person and is compared, too.
 */

const OWN = [
  // names the runner
  ['user-agent', /^(PostmanRuntime|bruno-runtime|axios|httpyac|got|chainwright)\b/i],
  // what the runner can decode, not what the API answers
  ['accept-encoding', /^(gzip|deflate|br|zstd|compress|identity|[,\s])+$/i],
  // each runner's way to say that it takes every type
  ['accept', /^(\*\/\*|application\/json, text\/plain, \*\/\*)$/],
  // how the runner uses its sockets
  ['connection', /^(keep-alive|close)$/i],
  // the framing of the body, which is compared itself
  ['content-length', /^\d+$/],
  ['transfer-encoding', /^chunked$/i],
  // compared as the origin of the request
  ['host', /./],
  // a number that Newman makes for each request, and the cache setting that it sends with it
  ['postman-token', /^[\da-f-]{36}$/i],
  ['cache-control', /^no-cache$/],
  // Bruno's clock
  ['request-start-time', /^\d+$/],
];

const PATTERNS = new Map(OWN);

/** What Bruno's HTTP client says of a body that it does not send. */
const OF_NO_BODY = ['content-type', 'application/x-www-form-urlencoded'];

/** Whether a runner adds that header by itself; the name in lower case. */
export function isOwnHeader(name, value, hasBody) {
  const isOfNoBody = !hasBody && name === OF_NO_BODY[0] && value === OF_NO_BODY[1];
  return isOfNoBody || PATTERNS.get(name)?.test(value) === true;
}
