/**
 * What explains a difference on the wire: what the other tool does, in words of this measure, or a remark in the report of
 * the import.
 */

/** Differences that mean the same to a server, and what the other tool does. */
const SAME_MEANING = [
  [/encoded differently$/, 'percent-encodes other characters'],
  [/^body: the same JSON, written differently$/, 'writes the same JSON in another way'],
  [/^body: a line break after the form$/, 'ends a form with its last delimiter'],
  [/^the default port is not written$/, 'writes the port that the scheme has anyway'],
];

/** Where a chain does not continue, and the other tool does. */
const CONTINUES = [
  [/could not resolve$/, 'sends a reference without a value as text'],
  [/extraction (?:failed|that it needs found nothing)$/, 'sends an empty value where a script finds nothing'],
];

/** What else the other tool does in its own way. */
const OTHER_WAYS = [
  [/^body: other line breaks$/, 'ends the lines of parts with LF alone, where RFC 2046 wants CRLF'],
  [/^a cookie of an earlier header is not kept$/, 'keeps the cookies of a header for later requests'],
  [/^no answer of its host came before/, 'got a cookie from a request that differs itself'],
];

/** A statement that is not carried over, of a script that can change what is sent. */
const SCRIPT =
  /script(?: before it)?, line \d+: (?:not carried over|it is not known when|this value is known|what the script)/i;

/** Such a statement of a script that runs after its request, so that only its variables are sent. */
const LATER_SCRIPT =
  /(?:^Tests|after it), line \d+: (?:not carried over|it is not known when|this value is known)/;

/** A statement after any request that removes cookies, which later requests then lack. */
const CLEARS_COOKIES =
  /(?:^Tests|^Post-response script), line \d+: not carried over: jar\.(?:clear|deleteCookies?)\(/;

/** The variable that such a statement sets. */
const SETS = /(?:\.set\w*\(\s*["'`]|\bexports\.)([\w.-]+)/;
/** What the value of a variable can change. */
const OF_VALUE = /^(?:other (?:host|path|value|parameters|body)|body|header not sent)(?!.*cookie)/;

/** Remarks that name a difference. */
const REMARKS = [
  [/^body added|^header added: content-type/, /does not send the body of a/],
  [/^header added: content-type/, /Its body has no Content-Type there/],
  [/^header not sent: content-type/, /No file is chosen for the form field/],
  [/^other body/, /Its GraphQL query is in the file/],
  [/^(?:query|other value in the query)/, /is sent in UTC/],
  [/^body added/, /^The file .* is not imported\. Put it/],
  [/authorization$|\(grant /, /OAuth 2\.0|digest authentication|Authentication of the type/],
  [/^other parameters in the query/, /OAuth 2\.0 .* enter it as the secret/],
  [/has no such request/, /sent once per run|left out|setNextRequest|@forceref/],
  [
    /^(?:path|query|other (?:host|path|value|parameters))/,
    /inside a reference|disableUrlEncoding|path variable/,
  ],
  [/^header not sent/, /headers of \S+, which a script makes, are not carried over/],
  [
    /^header added: cookie$|^other value of the header cookie$/,
    /pre-request script, line \d+: not carried over: (?:bru\.cookies|jar)\./i,
  ],
  [/^(?!.*cookie)/, SCRIPT],
];

/** What the other tool does, for a difference that means the same; absent for any other. */
export function sameMeaning(cause) {
  return SAME_MEANING.find(([pattern]) => pattern.test(cause))?.[1];
}

/** What the other tool does, for a difference that this measure explains; absent for any other. */
export function inWords(cause) {
  return sameMeaning(cause) ?? [...CONTINUES, ...OTHER_WAYS].find(([pattern]) => pattern.test(cause))?.[1];
}

/**
 * Whether the report names a difference.
 *
 * @param {string} cause
 * @param {{ readonly remarks: readonly string[], readonly allRemarks: readonly string[], readonly texts: readonly string[],
 *   readonly undefinedVariables: readonly string[] }} said `remarks` on the request or the whole, `allRemarks` also on other
 *   requests, `texts` of the requests of the chain that it can be
 */
export function isNamed(cause, { remarks, allRemarks, texts, undefinedVariables }) {
  // Any script can send a request that the chain does not have.
  const chosen = /has no such request/.test(cause) ? allRemarks : remarks;
  const isUsed = (name) => texts.some((text) => text.includes(`{{${name}}}`));
  return (
    (/nothing defines a variable/.test(cause) && undefinedVariables.some(isUsed)) ||
    (cause === 'header added: cookie' && allRemarks.some((text) => CLEARS_COOKIES.test(text))) ||
    (OF_VALUE.test(cause) && lostVariables(allRemarks).some(isUsed)) ||
    REMARKS.some(([pattern, remark]) => pattern.test(cause) && chosen.some((text) => remark.test(text)))
  );
}

/** The variables that scripts set in statements that are not carried over. */
function lostVariables(remarks) {
  return remarks
    .filter((text) => SCRIPT.test(text) || LATER_SCRIPT.test(text))
    .flatMap((text) => SETS.exec(text)?.[1] ?? []);
}
