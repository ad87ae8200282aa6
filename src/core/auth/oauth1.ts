/**
 * OAuth 1.0a (RFC 5849): signs a request over its method, its address, its query and its form.
 *
 * What is signed is what is sent: names and values are read from the URL and the body as they are written there, so
 * that a server that reads the same bytes gets the same signature. A body that is not a form is not signed.
 */
import { base64OfBytes } from '../base64';
import { UserError } from '../errors';
import { headerValue, withHeader } from '../headers';
import type { Auth, HttpRequest } from '../model';
import type { Hash } from '../ports';
import { addQuery, encodeComponent, requestTarget } from '../prepare/url';

/** OAuth 1.0 of a request, with its references resolved. */
export type OAuth1 = Extract<Auth, { readonly type: 'oauth1' }>;

/** What is different each time a request is signed. */
export interface SigningMoment {
  /** Text that no other request of that second has (RFC 5849 §3.3). */
  readonly nonce: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
}

/** A name and a value as they are meant, without any encoding. */
type Parameter = readonly [name: string, value: string];

/**
 * The request with the parameters of OAuth 1.0, signature included, in its `Authorization` header or its query;
 * they replace those that are there. Throws UserError when the consumer key is empty, the private key is missing or
 * wrong, or the realm cannot be sent in a header.
 */
export function signOAuth1(
  request: HttpRequest,
  auth: OAuth1,
  moment: SigningMoment,
  hash: Pick<Hash, 'hmac' | 'sign'>,
): HttpRequest {
  const isInQuery = auth.in === 'query';
  // A server may repeat in a redirect what was sent to it; a request must not have a parameter twice (§3.1).
  const bare = isInQuery ? { ...request, url: partsOf(request.url).bare } : request;
  const parameters = protocolParameters(auth, moment);
  const signature = signatureOf(signatureBase(bare, parameters), auth, hash);
  const all: readonly Parameter[] = [...parameters, ['oauth_signature', signature]];
  return isInQuery
    ? {
        ...bare,
        url: all.reduce((url, [name, value]) => addQuery(url, encode(name), encode(value)), bare.url),
      }
    : withHeader(bare, { name: 'Authorization', value: authorization(auth, all) });
}

/** What is signed (RFC 5849 §3.4.1): the method, the address without its query, and all parameters in order. */
export function signatureBase(request: HttpRequest, parameters: readonly Parameter[]): string {
  const encoded = [
    ...formPairs(queryOf(request.url) ?? ''),
    ...formPairs(formOf(request)),
    ...parameters.map(([name, value]) => [encode(name), encode(value)] as const),
  ];
  const inOrder = encoded.toSorted(
    ([oneName, oneValue], [otherName, otherValue]) =>
      compare(oneName, otherName) || compare(oneValue, otherValue),
  );
  const normalized = inOrder.map((pair) => pair.join('=')).join('&');
  return [request.method.toUpperCase(), addressOf(request), normalized].map(encode).join('&');
}

const OWN_NAMES: ReadonlySet<string> = new Set([
  'oauth_callback',
  'oauth_consumer_key',
  'oauth_nonce',
  'oauth_signature',
  'oauth_signature_method',
  'oauth_timestamp',
  'oauth_token',
  'oauth_verifier',
  'oauth_version',
]);

/**
 * A URL whose query was signed, for the record: with `auth` in place of the authentication that signed it, and
 * `shownOf` its URL before. Signature, nonce and time stay.
 */
export function withValuesOf(auth: OAuth1, url: string, shownOf: (bare: string) => string): string {
  const { bare, own } = partsOf(url);
  const values = new Map(valuesOf(auth));
  return own.reduce((whole, [name, written]) => {
    const value = values.get(name);
    return addQuery(whole, name, value === undefined ? written : encode(value));
  }, shownOf(bare));
}

/** A URL without the parameters of OAuth 1.0, and those, encoded. */
function partsOf(url: string): { readonly bare: string; readonly own: readonly Parameter[] } {
  const query = queryOf(url);
  if (query === undefined) {
    return { bare: url, own: [] };
  }
  const isOwn = (pair: string): boolean => OWN_NAMES.has(formPairs(pair)[0]?.[0] ?? '');
  const pairs = query.split('&');
  const others = pairs.filter((pair) => !isOwn(pair));
  const path = url.slice(0, url.indexOf('?'));
  return {
    bare: others.length === 0 ? path : `${path}?${others.join('&')}`,
    own: pairs.filter(isOwn).flatMap(formPairs),
  };
}

function protocolParameters(auth: OAuth1, { nonce, timestamp }: SigningMoment): readonly Parameter[] {
  if (auth.consumerKey === '') {
    throw new UserError('OAuth 1.0 needs a "consumerKey", which is empty.', 'Give it a value in "auth".');
  }
  const parameters: readonly Parameter[] = [
    ...valuesOf(auth),
    ['oauth_signature_method', methodOf(auth)],
    ['oauth_timestamp', String(timestamp)],
    ['oauth_nonce', nonce],
    ['oauth_version', '1.0'],
  ];
  return parameters.filter(([, value]) => value !== '');
}

/** The parameters that are texts of the chain. */
function valuesOf({ consumerKey, token = '', callback = '', verifier = '' }: OAuth1): readonly Parameter[] {
  return [
    ['oauth_consumer_key', consumerKey],
    ['oauth_token', token],
    ['oauth_callback', callback],
    ['oauth_verifier', verifier],
  ];
}

function methodOf({ signatureMethod = 'HMAC-SHA1' }: OAuth1): Required<OAuth1>['signatureMethod'] {
  return signatureMethod;
}

/** The signature of a text (RFC 5849 §3.4.2–3.4.4). */
function signatureOf(base: string, auth: OAuth1, hash: Pick<Hash, 'hmac' | 'sign'>): string {
  const key = `${encode(auth.consumerSecret)}&${encode(auth.tokenSecret ?? '')}`;
  switch (methodOf(auth)) {
    case 'PLAINTEXT':
      return key;
    case 'HMAC-SHA1':
      return base64OfBytes(hash.hmac('sha1', utf8(key), utf8(base)));
    case 'HMAC-SHA256':
      return base64OfBytes(hash.hmac('sha256', utf8(key), utf8(base)));
    case 'RSA-SHA1':
      return base64OfBytes(rsaSignature(base, auth, hash));
  }
}

function rsaSignature(base: string, { privateKey = '' }: OAuth1, hash: Pick<Hash, 'sign'>): Uint8Array {
  if (privateKey === '') {
    throw new UserError('RSA-SHA1 needs a "privateKey", which is missing.', 'Give it a value in "auth".');
  }
  const signature = hash.sign('rsa', 'sha1', privateKey, utf8(base));
  if (signature === undefined) {
    throw new UserError(
      'The "privateKey" of OAuth 1.0 is not an RSA key in PEM form.',
      'Copy it whole, from "-----BEGIN" to the end, with its line breaks.',
    );
  }
  return signature;
}

/** RFC 5849 §3.5.1; the realm is a quoted string of RFC 9110 §5.6.4. */
function authorization({ realm = '' }: OAuth1, parameters: readonly Parameter[]): string {
  if (/[^\t\x20-\x7e]/.test(realm)) {
    throw new UserError(
      'The "realm" of OAuth 1.0 contains a character that cannot be sent in a header.',
      'Write it in visible ASCII characters.',
    );
  }
  const inRealm = realm === '' ? [] : [`realm="${realm.replace(/["\\]/g, '\\$&')}"`];
  return `OAuth ${[...inRealm, ...parameters.map(([name, value]) => `${encode(name)}="${encode(value)}"`)].join(', ')}`;
}

/** RFC 5849 §3.4.1.2: scheme and host in lower case, without the usual port, and the path as written. */
function addressOf({ url, headers }: HttpRequest): string {
  const { protocol, host } = new URL(url);
  const named = (headerValue(headers, 'host') ?? host).trim().toLowerCase();
  const usualPort = protocol === 'https:' ? /:(?:443)?$/ : /:(?:80)?$/;
  return `${protocol}//${named.replace(usualPort, '')}${requestTarget(url).replace(/\?.*$/s, '')}`;
}

function queryOf(url: string): string | undefined {
  const target = requestTarget(url);
  const start = target.indexOf('?');
  return start === -1 ? undefined : target.slice(start + 1);
}

/** The body when it is a form (RFC 5849 §3.4.1.3.1), else nothing. */
function formOf({ headers, body }: HttpRequest): string {
  const mediaType = headerValue(headers, 'content-type')?.split(';')[0]?.trim().toLowerCase();
  return mediaType === 'application/x-www-form-urlencoded' ? new TextDecoder().decode(body) : '';
}

/** The names and values of a query or a form, each encoded as §3.6 says. */
function formPairs(form: string): readonly Parameter[] {
  return form
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.indexOf('=');
      return equals === -1
        ? [encodedAgain(pair), '']
        : [encodedAgain(pair.slice(0, equals)), encodedAgain(pair.slice(equals + 1))];
    });
}

/** Decodes a form's name or value and encodes it again, byte for byte: it need not be UTF-8. */
function encodedAgain(text: string): string {
  return text
    .replaceAll('+', ' ')
    .replace(/%([0-9A-Fa-f]{2})|%|[^%]+/g, (part: string, digits: string | undefined) => {
      const character = digits === undefined ? part : String.fromCharCode(parseInt(digits, 16));
      return digits === undefined || /[\w.~-]/.test(character) ? encode(character) : part.toUpperCase();
    });
}

/** RFC 5849 §3.6: everything but letters, digits, `-`, `.`, `_` and `~`, as UTF-8. */
function encode(text: string): string {
  return encodeComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
