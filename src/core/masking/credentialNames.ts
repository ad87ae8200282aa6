/**
 * Names that say their value is a credential: of headers, JSON members, form fields, query parameters.
 *
 * Names are compared by their letters and digits alone (`X-API-Key`, `api_key` and `apiKey` are one),
 * and by how they end, because people prefix them (`newPassword`, `githubToken`). Page tokens are no
 * credentials: masking them would hide what a chain extracts and passes on.
 */

/** Whether a member, field, parameter or header of this name holds a credential. */
export function isCredentialName(name: string): boolean {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  return EXACT.has(plain) || (ENDINGS.test(plain) && !PAGING.test(plain));
}

/** Whether a header line of this name holds credentials; `Cookie` and `Set-Cookie` do as well. */
export function isCredentialHeader(name: string): boolean {
  return /^set-cookie$|^cookie$/i.test(name) || isCredentialName(name);
}

const EXACT: ReadonlySet<string> = new Set(
  (
    'pass pwd pin otp auth xauth bearer assertion clientassertion samlresponse codeverifier sig signature ' +
    'xamzsignature xamzcredential sessionid jsessionid phpsessid credential credentials'
  ).split(' '),
);

const ENDINGS =
  /(?:passwords?|passwd|passphrase|passcode|secrets?|tokens?|apikeys?|accesskey|secretkey|privatekey|subscriptionkey|authorization|csrf|xsrf|jwt)$|^(?:csrf|xsrf)|^passwords?(?:repeat|repeated|confirm|confirmation|again|verify)$/;

/** Page tokens, and the tokens that language models count. */
const PAGING =
  /(?:page|paging|pagination|cursor|continuation|continue|next|previous|prev|sync|resume|scroll|skip|delta|max|min|total|prompt|completion|input|output|remaining|limit|used|cached|reasoning)tokens?$/;
