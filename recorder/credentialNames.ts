/**
 * Names that say their value is a credential, of header fields, parameters, fields and members. The words of
 * a name count, however they are joined (`X-Api-Key`, `apiKey`, `api_key`).
 */

/** Whether a value of this name is a credential. */
export function isCredentialName(name: string): boolean {
  const words = wordsOf(name.slice(0, LONGEST));
  const joined = words.join('');
  return !NO_CREDENTIAL.test(joined) && (words.some((word) => WORDS.has(word)) || ENDINGS.test(joined));
}

/** Whether what is inside a list or an object of this name are credentials: a session has more than those. */
export function holdsCredentials(name: string): boolean {
  return isCredentialName(name) && !/^(?:auth|authorization|pin|session|signature)$/.test(joined(name));
}

/** Whether a member beside a credential, of this name, only tells something about it. */
export function isAboutCredential(name: string): boolean {
  return !isCredentialName(name) && (NO_CREDENTIAL.test(joined(name)) || ABOUT.test(joined(name)));
}

/** Whether a header field of this name is nothing but credentials. */
export function isCredentialHeader(name: string): boolean {
  return /^(?:set-)?cookie$/i.test(name) || isCredentialName(name);
}

/** Characters of a name that are looked at. */
const LONGEST = 200;

function joined(name: string): string {
  return wordsOf(name.slice(0, LONGEST)).join('');
}

function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

const WORDS: ReadonlySet<string> = new Set(
  (
    'auth authorization bearer credential credentials csrf jwt otp passcode passphrase passwd password passwords ' +
    'pin pwd secret secrets session sessionid sid sig signature token tokens xsrf'
  ).split(' '),
);

/** What people join without a mark, and prefix. */
const ENDINGS =
  /(?:password|passwd|secret|token|apikey|accesskey|privatekey|secretkey|subscriptionkey|sessionid|sessid|jwt|assertion|samlresponse|codeverifier)$|^(?:csrf|xsrf)/;

/** Members about a credential, page tokens, and the tokens that language models count. */
const NO_CREDENTIAL =
  /(?:type|expires|expiresin|expiresat|expiry|lifetime|timeout|ttl|count|length|url|uri|endpoint|method|methods|policy|hint|state|name)$|(?:page|paging|cursor|continuation|next|previous|sync|max|min|total|prompt|completion|input|output)tokens?$/;

/** Who has a credential, what it is for, and what people are told of it. */
const ABOUT =
  /^(?:username|user|email|login|role|roles|scope|scopes|iss|issuer|aud|audience|alg|algorithm|format|description|title|label|placeholder|message|error|errors|code|pattern|status)$|(?:at|date|time)$/;
