/**
 * What differs at every answer by its nature: dates, ids, tokens, timings. Recognised by the look of both
 * values and by their name, so that what remains of a comparison is worth a look.
 *
 * Both values have to fit: a date that becomes `null` is a change, and so is an id that becomes a number.
 */
import { isNumber, jsonType, type ExactNumber, type JsonValue } from '../json/json';
import { nameWords } from '../language/nameWords';
import { maskBegin } from '../masking/mask';

/** Why a value differs at every answer; `transport` is how the message travelled. */
export type Volatility = 'date' | 'id' | 'token' | 'timing' | 'transport';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const ISO_DAY = /^\d{4}-\d\d-\d\d$/;
const ISO_TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$/;
/** RFC 9110 §5.6.7, the form that is sent. */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;
/** RFC 7519: a header that begins `{"`. */
const JSON_WEB_TOKEN = /^eyJ[\w-]+\.[\w-]*\.[\w-]*$/;
const RANDOM = /^(?=.*\d)(?=.*[A-Za-z])[\w+/=.~-]{16,}$/;

const ID_WORDS = new Set(['id', 'uuid', 'guid', 'ulid', 'identifier', 'ref', 'reference']);
const TOKEN_WORDS = new Set([
  'token',
  'secret',
  'nonce',
  'csrf',
  'xsrf',
  'session',
  'signature',
  'etag',
  'cursor',
  'hash',
  'digest',
  'otp',
  'state',
  'salt',
]);
const DATE_WORDS = new Set([
  'at',
  'date',
  'time',
  'timestamp',
  'expire',
  'expiry',
  'iat',
  'exp',
  'nbf',
  'on',
]);
const TIMING_WORDS = new Set([
  'duration',
  'elapsed',
  'latency',
  'took',
  'ms',
  'millis',
  'uptime',
  'age',
  'runtime',
]);

const HEADERS: ReadonlyMap<string, Volatility> = new Map([
  ...words('date', ['date', 'expires', 'last-modified']),
  ...words('id', ['traceparent', 'tracestate', 'cf-ray', 'x-amz-cf-id', 'x-b3-traceid', 'x-b3-spanid']),
  ...words('token', ['etag']),
  ...words('timing', ['age', 'server-timing', 'x-runtime', 'x-response-time']),
  ...words('transport', [
    'connection',
    'keep-alive',
    'content-length',
    'transfer-encoding',
    'via',
    'x-cache',
  ]),
  ...words('transport', ['x-ratelimit-remaining', 'x-ratelimit-reset', 'ratelimit', 'ratelimit-remaining']),
]);

/** Why two values of a JSON body differ at every answer; absent when they should not. `name` is the nearest member's. */
export function valueVolatility(name: string, before: JsonValue, after: JsonValue): Volatility | undefined {
  if (isNumber(before) && isNumber(after)) {
    return numberVolatility(name, before, after);
  }
  return typeof before === 'string' && typeof after === 'string'
    ? textVolatility(name, before, after)
    : undefined;
}

/** Why the values of a header differ at every answer. */
export function headerVolatility(name: string, before: string, after: string): Volatility | undefined {
  return HEADERS.get(name.toLowerCase()) ?? textVolatility(name.replace(/^x-/i, ''), before, after);
}

function textVolatility(name: string, before: string, after: string): Volatility | undefined {
  const last = nameWords(name).at(-1) ?? '';
  const both = (isSuch: (text: string) => boolean): boolean => isSuch(before) && isSuch(after);
  return TEXT_RULES.find(({ fits }) => fits({ last, before, after, both }))?.kind;
}

/** Two texts, the last word of their name, and whether something is true of both. */
interface TextPair {
  readonly last: string;
  readonly before: string;
  readonly after: string;
  readonly both: (isSuch: (text: string) => boolean) => boolean;
}

/** The first rule that fits says what two texts are. */
const TEXT_RULES: readonly { readonly kind: Volatility; readonly fits: (pair: TextPair) => boolean }[] = [
  { kind: 'date', fits: ({ both }) => both(isMomentText) },
  // A day alone may be what the test is about, unless its name says that it is a moment.
  { kind: 'date', fits: ({ last, both }) => DATE_WORDS.has(last) && both(isDay) },
  { kind: 'id', fits: ({ both }) => both((text) => UUID.test(text) || ULID.test(text)) },
  {
    kind: 'token',
    fits: ({ both }) => both((text) => JSON_WEB_TOKEN.test(text) || text.includes(maskBegin)),
  },
  { kind: 'token', fits: ({ last, both }) => TOKEN_WORDS.has(last) && both(isRandom) },
  { kind: 'id', fits: ({ last, before, after }) => ID_WORDS.has(last) && isSameKind(before, after) },
  {
    kind: 'token',
    fits: ({ before, after, both }) =>
      before.length === after.length && isSameKind(before, after) && both((text) => RANDOM.test(text)),
  },
];

function isMomentText(text: string): boolean {
  return ISO_TIME.test(text) || HTTP_DATE.test(text);
}

function isDay(text: string): boolean {
  return ISO_DAY.test(text);
}

function numberVolatility(
  name: string,
  before: number | ExactNumber,
  after: number | ExactNumber,
): Volatility | undefined {
  const last = nameWords(name).at(-1) ?? '';
  if (TIMING_WORDS.has(last)) {
    return 'timing';
  }
  if (jsonType(before) !== 'integer' || jsonType(after) !== 'integer') {
    return undefined;
  }
  if (DATE_WORDS.has(last) && isMoment(String(before)) && isMoment(String(after))) {
    return 'date';
  }
  return ID_WORDS.has(last) ? 'id' : undefined;
}

/** Seconds or milliseconds since 1970, of this century. */
function isMoment(digits: string): boolean {
  return /^(?:\d{10}|\d{13})$/.test(digits);
}

/** Words that mean something, such as `open`, are no tokens, whatever the name says. */
function isRandom(text: string): boolean {
  return text.length >= 8 && /\d/.test(text);
}

/** Whether the letters before the first separator, which tell kinds of ids apart, are the same: `ord` of `ord-50c9`. */
function isSameKind(before: string, after: string): boolean {
  const kindOf = (text: string): string => /^[A-Za-z]+(?=[-_:.])/.exec(text)?.[0] ?? '';
  return kindOf(before) === kindOf(after);
}

function words(kind: Volatility, names: readonly string[]): readonly (readonly [string, Volatility])[] {
  return names.map((name) => [name, kind] as const);
}
