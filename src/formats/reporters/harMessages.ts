/** Requests and responses as HAR 1.2 writes them. */
import type { Content, Cookie, Header, PostData, QueryString, Request, Response } from 'har-format';
import { defined } from '../../core/defined';
import { sentCookiesOf, setCookiesOf, type SetCookie } from '../../core/run/cookieLines';
import type { HeaderLine } from '../../core/model';
import type { RecordedBody, RecordedExchange, RecordedResponse } from '../../core/result/result';
import { statusText } from '../../core/result/resultViews';
import { encodeComponent } from '../../core/prepare/url';
import { withoutFormEscapes } from '../../core/masking/unescape';

/** @param version of HTTP as the answer said it; a request without an answer was meant as 1.1 */
export function harRequest(
  { method, url, headers, body }: RecordedExchange['request'],
  version = '1.1',
): Request {
  return {
    method,
    url: uriOf(url.replace(/#.*$/s, '')),
    httpVersion: `HTTP/${version}`,
    cookies: sentCookiesOf(headers).map((cookie) => ({ ...cookie })),
    headers: headers.map(harHeader),
    queryString: queryOf(url),
    ...(body === undefined ? {} : { postData: postDataOf(body, headers) }),
    headersSize: -1,
    bodySize: body?.size ?? 0,
  };
}

/** An answer; the body is decoded, its size on the wire is a separate member. */
export function harResponse(response: RecordedResponse): Response {
  const { status, httpVersion, headers, body, wireSize, notes } = response;
  return {
    status,
    statusText: statusText(response).slice(String(status).length).trim(),
    httpVersion: `HTTP/${httpVersion}`,
    cookies: setCookiesOf(headers).map(harCookie),
    headers: headers.map(harHeader),
    content: contentOf(body, headers, wireSize),
    redirectURL: valuesOf(headers, 'location')[0] ?? '',
    headersSize: -1,
    bodySize: wireSize,
    ...(notes.length === 0 ? {} : { comment: notes.join('; ') }),
  };
}

/** Encodes what no URI contains (RFC 3986 §2), such as the marks of masked credentials. */
function uriOf(url: string): string {
  return url.replace(/[^\x21-\x7e]+|["<>\\^`{|}]|%(?![0-9A-Fa-f]{2})/g, encodeComponent);
}

/** The address of a server without its port, which HAR does not have there; absent for what is no address. */
export function serverAddress(address: string | undefined): string | undefined {
  const [, host = address ?? ''] = /^\[?(.*?)\]?(?:(?<=\]|^[^:]*):\d+)?$/.exec(address ?? '') ?? [];
  const withoutZone = host.replace(/%.*$/s, '');
  return /^(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*)$/.test(withoutZone)
    ? withoutZone
    : undefined;
}

function harHeader({ name, value }: HeaderLine): Header {
  return { name, value };
}

function valuesOf(headers: readonly HeaderLine[], wanted: string): readonly string[] {
  return headers.filter(({ name }) => name.toLowerCase() === wanted).map(({ value }) => value);
}

function mimeTypeOf(body: RecordedBody, headers: readonly HeaderLine[]): string {
  return valuesOf(headers, 'content-type')[0] ?? body.mediaType;
}

function queryOf(url: string): QueryString[] {
  const query = /^[^?#]*\?([^#]*)/s.exec(url)?.[1] ?? '';
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name, value] = splitPair(pair);
      return { name: withoutFormEscapes(name), value: withoutFormEscapes(value) };
    });
}

/** HAR has no encoding for what is sent; a body that is not text is base64, and says so. */
function postDataOf(body: RecordedBody, headers: readonly HeaderLine[]): PostData {
  const mimeType = mimeTypeOf(body, headers);
  return { mimeType, text: body.content, ...commentOf(body) };
}

function contentOf(body: RecordedBody, headers: readonly HeaderLine[], wireSize: number): Content {
  return {
    size: body.size,
    ...(wireSize < body.size ? { compression: body.size - wireSize } : {}),
    mimeType: mimeTypeOf(body, headers) || 'x-unknown',
    text: body.content,
    ...(body.encoding === 'base64' ? { encoding: 'base64' } : {}),
    ...(body.stored === undefined ? {} : { comment: beginning }),
  };
}

const beginning = 'The beginning of the body.';

function commentOf({ encoding, stored }: RecordedBody): { comment?: string } {
  const comments = [
    ...(encoding === 'base64' ? ['The body is base64, for it is not text.'] : []),
    ...(stored === undefined ? [] : [beginning]),
  ];
  return comments.length === 0 ? {} : { comment: comments.join(' ') };
}

function splitPair(pair: string): readonly [name: string, value: string] {
  const equals = pair.indexOf('=');
  return equals === -1 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
}

/** Attributes that HAR has no place for stay in the header. */
function harCookie({ name, value, ...cookie }: SetCookie): Cookie {
  const attributes = new Map(cookie.attributes.map((known) => [known.name.toLowerCase(), known.value]));
  const path = attributes.get('path');
  const domain = attributes.get('domain');
  const expires = isoDate(attributes.get('expires'));
  return {
    name,
    value,
    ...defined({ path, domain, expires }),
    httpOnly: attributes.has('httponly'),
    secure: attributes.has('secure'),
  };
}

function isoDate(text: string | undefined): string | undefined {
  const time = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
