/**
 * A recording as HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec), with the additions that Chromium's
 * own export has: `_resourceType`, `_initiator`, `_error`. What is not there says why in a `comment`.
 */
import type { Content, Cookie, Entry, Page, Request, Response } from 'har-format';
import { headerValue, type Exchange, type ExchangeResponse, type NamedValue } from './exchange';
import { harPostData } from './harPostData';
import { harTime, harTimings } from './harTimings';

/** The body of a response as it was kept. */
export interface KeptBody {
  readonly text: string;
  /** The text is base64 of binary data. */
  readonly isBase64: boolean;
}

/** What a log says besides its entries. */
export interface LogHead {
  /** Version of the recorder. */
  readonly version: string;
  readonly pages: readonly Page[];
  /** What the recording lacks, a sentence each. */
  readonly problems: readonly string[];
}

/** A log in pieces, so that a large one need not be one text: the texts before and after the entries. */
export function harFrame({ version, pages, problems }: LogHead): readonly [before: string, after: string] {
  const log = {
    version: '1.2',
    creator: { name: 'Chainwright Recorder', version },
    pages,
    ...(problems.length === 0 ? {} : { comment: problems.join('\n') }),
  };
  const text = JSON.stringify({ log }, null, 1);
  return [`${text.slice(0, text.lastIndexOf('\n }'))},\n  "entries": [\n`, '\n  ]\n }\n}\n'];
}

/** A page for each tab, named by what was opened in it first. */
export function harPages(exchanges: readonly Exchange[]): readonly Page[] {
  const pages = new Map<number, Page>();
  for (const { tab, startedAt, documentUrl, url } of exchanges) {
    if (!pages.has(tab)) {
      const title = (documentUrl || url).replace(/^[a-z]+:\/\//i, '').replace(/[?#].*$/s, '');
      pages.set(tab, { id: pageId(tab), title, startedDateTime: isoTime(startedAt), pageTimings: {} });
    }
  }
  return [...pages.values()];
}

/** A response with what Chromium adds to it. */
interface ChromiumResponse extends Response {
  readonly _transferSize?: number;
  readonly _error?: string | null;
}

/** One exchange as an entry. */
export function harEntry(exchange: Exchange, body: KeptBody | undefined): Entry {
  const timings = harTimings(exchange);
  const { response, initiator, error, messages } = exchange;
  const { type, url, line } = initiator;
  return {
    pageref: pageId(exchange.tab),
    startedDateTime: isoTime(exchange.startedAt),
    time: harTime(timings),
    request: requestOf(exchange),
    response: response === undefined ? noResponse(error) : responseOf(exchange, response, body),
    cache: {},
    timings,
    ...(response?.remoteAddress === undefined ? {} : { serverIPAddress: response.remoteAddress }),
    ...(messages === undefined
      ? {}
      : { comment: `Messages are not recorded: ${messages.sent} sent, ${messages.received} received.` }),
    ...(response?.fromServiceWorker === true ? { _fetchedViaServiceWorker: true } : {}),
    _resourceType: exchange.type as NonNullable<Entry['_resourceType']>,
    _initiator: {
      type,
      ...(url === undefined ? {} : { url }),
      ...(line === undefined ? {} : { lineNumber: line }),
    },
  };
}

function requestOf(exchange: Exchange): Request {
  const { method, url, headers, response } = exchange;
  const postData = harPostData(exchange);
  return {
    method,
    url: url.replace(/#.*$/s, ''),
    httpVersion: httpVersion(response?.protocol),
    cookies: requestCookies(headers),
    headers: [...headers],
    queryString: queryOf(url),
    ...(postData === undefined ? {} : { postData }),
    headersSize: -1,
    bodySize: exchange.postData === undefined ? 0 : new TextEncoder().encode(exchange.postData).length,
  };
}

function responseOf(
  exchange: Exchange,
  response: ExchangeResponse,
  body: KeptBody | undefined,
): ChromiumResponse {
  const { status, statusText, headers, protocol } = response;
  const { error, endedAt, bytes } = exchange;
  const unfinished = endedAt === undefined ? 'It was still going on when the recording ended.' : undefined;
  return {
    status,
    statusText,
    httpVersion: httpVersion(protocol),
    cookies: headers
      .filter(({ name }) => /^set-cookie$/i.test(name))
      .map(({ value }) => responseCookie(value)),
    headers: [...headers],
    content: contentOf(exchange, response, body),
    redirectURL: headerValue(headers, 'location') ?? '',
    headersSize: -1,
    bodySize: -1,
    ...(bytes === undefined ? {} : { _transferSize: bytes }),
    ...(error === undefined ? {} : { _error: error }),
    ...(unfinished === undefined ? {} : { comment: unfinished }),
  };
}

function noResponse(error: string | undefined): ChromiumResponse {
  return {
    status: 0,
    statusText: '',
    httpVersion: '',
    cookies: [],
    headers: [],
    content: { size: 0, mimeType: '' },
    redirectURL: '',
    headersSize: -1,
    bodySize: -1,
    _error: error ?? null,
    comment:
      error === undefined ? 'No response was seen before the recording ended.' : `No response: ${error}.`,
  };
}

function contentOf(exchange: Exchange, { headers }: ExchangeResponse, body: KeptBody | undefined): Content {
  const mimeType = headerValue(headers, 'content-type') ?? exchange.response?.mimeType ?? '';
  if (body !== undefined) {
    const size = body.isBase64
      ? Math.floor((body.text.replace(/=+$/, '').length * 3) / 4)
      : new TextEncoder().encode(body.text).length;
    return { size, mimeType, text: body.text, ...(body.isBase64 ? { encoding: 'base64' } : {}) };
  }
  const reason = exchange.body?.kind === 'missing' ? exchange.body.reason : undefined;
  return { size: 0, mimeType, ...(reason === undefined ? {} : { comment: reason }) };
}

function queryOf(url: string): NamedValue[] {
  const query = /^[^?#]*\?([^#]*)/.exec(url)?.[1] ?? '';
  return [...new URLSearchParams(query)].map(([name, value]) => ({ name, value }));
}

function requestCookies(headers: readonly NamedValue[]): Cookie[] {
  return (headerValue(headers, 'cookie') ?? '').split(/;\s*/).flatMap((pair) => {
    const { name, value } = pairOf(pair);
    return pair === '' ? [] : [{ name, value }];
  });
}

/** RFC 6265 §5.2. */
function responseCookie(line: string): Cookie {
  const [first = '', ...attributes] = line.split(/;\s*/);
  const values = new Map(attributes.map(pairOf).map(({ name, value }) => [name.toLowerCase(), value]));
  const path = values.get('path');
  const domain = values.get('domain');
  const expires = Date.parse(values.get('expires') ?? '');
  return {
    ...pairOf(first),
    ...(path === undefined ? {} : { path }),
    ...(domain === undefined ? {} : { domain }),
    ...(Number.isNaN(expires) ? {} : { expires: isoTime(expires) }),
    httpOnly: values.has('httponly'),
    secure: values.has('secure'),
  };
}

function pairOf(pair: string): NamedValue {
  const at = pair.indexOf('=');
  return at === -1
    ? { name: pair.trim(), value: '' }
    : { name: pair.slice(0, at).trim(), value: pair.slice(at + 1).trim() };
}

/** `http/1.1` and `h2` as HAR writers do. */
function httpVersion(protocol = ''): string {
  return protocol.startsWith('http/') ? protocol.toUpperCase() : protocol;
}

function pageId(tab: number): string {
  return `tab_${tab}`;
}

function isoTime(milliseconds: number): string {
  return new Date(Math.round(milliseconds)).toISOString();
}
