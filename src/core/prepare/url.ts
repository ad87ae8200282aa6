/**
 * URLs on the wire.
 *
 * What people typed themselves is kept as typed, apart from characters that no URL contains (spaces, controls, non-ASCII,
 * `"`, `<`, `>`, and in a path braces and backticks), which are percent-encoded as UTF-8 (RFC 3986 §2.1), as other clients do.
 * Nothing is normalised: `/a/../b` is sent as `/a/../b`.
 */

/** Adds a query parameter, already encoded, to a URL. */
export function addQuery(url: string, encodedName: string, encodedValue: string): string {
  const separator = !url.includes('?') ? '?' : /[?&]$/.test(url) ? '' : '&';
  return `${url}${separator}${encodedName}=${encodedValue}`;
}

/** Percent-encodes a text as one query name or query value; half surrogates become U+FFFD. */
export function encodeComponent(text: string): string {
  return encodeURIComponent(text.replace(HALF_SURROGATE, '\ufffd'));
}

/** Percent-encodes a text as one segment of a path: which may contain `:` and `@` (RFC 3986 §3.3). */
export function encodeSegment(text: string): string {
  return encodeComponent(text).replace(/%3A|%40/g, (octet) => (octet === '%40' ? '@' : ':'));
}

/** Percent-encodes the characters of a written URL that no URL contains. */
export function encodeUnsendable(url: string): string {
  return url.replace(UNSENDABLE, encodeComponent);
}

/** Percent-encodes the braces and backticks of a path; references that are left stay. */
export function encodeBraces(url: string): string {
  const [path = ''] = /^[^?]*/.exec(url) ?? [];
  const encoded = path.replace(/\{\{[^{}]*\}\}|[{}`]/g, (mark) =>
    mark.length === 1 ? encodeComponent(mark) : mark,
  );
  return `${encoded}${url.slice(path.length)}`;
}

/** Percent-encodes a text as one value, its references left as they are. */
export function encodeAround(text: string): string {
  return text.replace(/\{\{[^{}]*\}\}|[^{]+|\{/g, (part) =>
    part.startsWith('{{') ? part : encodeComponent(part),
  );
}

/** The URL without path, query and fragment, when it is one that can be sent to. */
export function httpUrl(url: string): URL | undefined {
  return /^https?:\/\//i.test(url) ? parsedUrl(url) : undefined;
}

/** Path and query exactly as written, for the request line; `/` without a path. */
export function requestTarget(url: string): string {
  const afterAuthority = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').replace(/#.*$/s, '');
  return afterAuthority.startsWith('/') ? afterAuthority : `/${afterAuthority}`;
}

const UNSENDABLE = /[^\x21\x23-\x3b\x3d\x3f-\x7e]+/g;
const HALF_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * The URL that a text represents; absent when it is not a URL.
 *
 * `URL.canParse` is not used: once it is called often, Node 20 takes texts with letters such as `ü` for invalid
 * (its fast path reads Latin-1 as UTF-8).
 */
export function parsedUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
