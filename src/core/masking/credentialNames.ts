/**
 * Names that say their value is a credential: of headers, JSON members, form fields, query parameters.
 *
 * A name is read twice: by its words (`X-API-Key`, `api_key` and `apiKey` are the same three), and joined,
 * because people also write `newpassword`. What a name is about comes last in it (`githubToken`, not `tokenType`).
 * A wrong yes hides what a chain extracts, and a wrong no leaks, so each word is here because APIs use it.
 * The recorder uses this file too, so it imports nothing.
 */

/** Whether a member, field, parameter or header of this name holds a credential. */
export function isCredentialName(name: string): boolean {
  const end = name.slice(-LONGEST);
  const known = judged.get(end);
  if (known !== undefined) {
    return known;
  }
  if (judged.size >= REMEMBERED) {
    judged.clear();
  }
  const isCredential = judge(end);
  judged.set(end, isCredential);
  return isCredential;
}

/** Whether a header line of this name holds credentials; `Cookie` and `Set-Cookie` do as well. */
export function isCredentialHeader(name: string): boolean {
  return /^(?:set-)?cookie$/i.test(name) || isCredentialName(name);
}

/** A listing asks about the same few names for each of its items. */
const judged = new Map<string, boolean>();
const REMEMBERED = 2000;

function judge(name: string): boolean {
  const words = wordsOf(name);
  const joined = words.replaceAll(' ', '');
  return (
    (LAST_WORD.test(words) || WHOLE.test(joined) || ENDING.test(joined) || /^[cx]srf/.test(joined)) &&
    !OTHERWISE.test(words)
  );
}

/** Characters at the end of a name that are looked at. */
const LONGEST = 200;

/** The words of a name in lower case, separated by spaces, without the digits that number them (`passwd2`). */
function wordsOf(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/\d+(?= |$)/g, '')
    .trim()
    .replace(/ {2,}/g, ' ');
}

/** What may follow the name of a credential and leaves it one. */
const QUALIFIER =
  'again|confirm|confirmation|current|digest|encrypted|hash|hashed|new|old|plain|raw|repeat|repeated|retype|string|value|verify';

const LAST_WORD = new RegExp(
  `(?:^| )(?:bearer|pass|pin(?: code| number)?|pw|sig|signature)(?: (?:${QUALIFIER}))?$`,
);

/** Joined names that mean something else, or nothing, inside others: `sid` in `inside`, `pass` in `compass`. */
const WHOLE = new RegExp(
  `^(?:${[
    '(?:x|basic|bearer|digest|proxy|http|x?registry)?auth',
    '(?:x|app|auth|http|laravel|login|my|php|user|web)?session',
    '(?:x|xftl|auth|connect|login|session)?sid',
    '(?:client|saml)?assertion',
    '(?:admin|cur|current|db|ftp|login|my|new|old|root|smtp|user|wifi)pass',
    '(?:atm|card|login|m|my|new|old|upi|user)pin',
  ].join('|')})$`,
);

const ENDING = new RegExp(
  `(?:${[
    'authorization|jwts?|jwtassertion|samlresponse|codeverifier|oauthverifier|[cx]srf',
    'passwords?|passwd|passphrase|passcode|passkey|pwds?|passwort|kennwort|senha|contrasena|motdepasse',
    'secrets?|secretanswer|securityanswer|secretword|credentials?|cvc|cvv',
    'tokens?|sessionid|sessid',
    'apikeys?|(?:access|account|application|auth|encryption|functions|hmac|master|private)key',
    '(?:secret|session|shared|sharedaccess|signing|subscription)key',
    'connectionstrings?|otp|(?:2fa|auth|authorization|backup|device|mfa|otp|recovery|sms)codes?',
    '(?:totp|twofactor|verification)codes?',
  ].join('|')})(?:${QUALIFIER})?$`,
);

/** Places in a list; a token that names one opens nothing. */
const PAGES =
  '(?:next|previous|prev)?(?:page|paging|pagination)|cursor|continuation|continue|next|previous|prev|sync|resume|scroll|skip|delta';

/** Amounts of the tokens that language models and rate limits count. */
const AMOUNTS =
  'max|min|num|total|prompt|completion|input|output|remaining|limit|used|cached|reasoning|thinking';

/** Sessions that people hold or pay for, which have ids like other things. */
const SESSIONS =
  'billing|call|charging|chat|checkout|class|conversation|course|event|exam|game|meeting|parking|payment|play|study|test|training|upload|workout';

const OTHERWISE = new RegExp(
  `^(?:has|is|needs|requires) |(?:^| )(?:${[
    `(?:${PAGES}|${AMOUNTS}) ?tokens?`,
    '(?:audio|context|image|prediction|text) ?tokens|(?:bos|eos|pad|unk) token',
    `(?:${SESSIONS}) ?session ?id`,
    '(?:boarding|bus|day|event|season|ski|travel) pass',
    '(?:email|function|mail|method) signature',
    '[cx]srf (?:header|name|parameter|param)(?: name)?',
  ].join('|')})$`,
);
