/**
 * The headers of a recorded call that belong into a chain: what the page asked for, without what every client
 * writes by itself, and without cookies, which the cookie jar sends. The report lists what no request has.
 */
import { parsedUrl } from '../../../../core/prepare/url';
import { isReservedName } from '../../shape/chainNames';
import { memberOf, textOf } from '../../shape/externalJson';
import { cacheConditions } from './cacheConditions';
import { headerOf, isRedirect, mediaType, type CallHeader, type RecordedCall } from './recordedCall';

/** Headers in order. */
interface SortedHeaders {
  readonly kept: readonly CallHeader[];
  /** Names in lower case of those that clients write. */
  readonly byClient: readonly string[];
  /** Names in lower case of those with which a browser asked whether its cache still holds. */
  readonly byCache: readonly string[];
  readonly hasCookies: boolean;
}

/** The addresses of pages from which forms were sent. */
export function pagesOfForms(calls: readonly RecordedCall[]): ReadonlySet<string> {
  return new Set(calls.filter(sendsForm).map(({ headers }) => headerOf(headers, 'referer') ?? ''));
}

/** Sorts the headers of a call; `formPages` are those of the recording. */
export function sortHeaders(call: RecordedCall, formPages: ReadonlySet<string>): SortedHeaders {
  const { headers } = call;
  const isNeeded = (header: CallHeader): boolean =>
    isPageOfChange(header, call, formPages.has(call.url.replace(/#.*$/s, '')));
  const byCache = cacheConditions(call);
  const isCookie = ({ name }: CallHeader): boolean => name.toLowerCase() === 'cookie';
  const isByClient = (header: CallHeader): boolean =>
    writtenByClient(header.name.toLowerCase(), header.value) && !isNeeded(header);
  return {
    kept: headers
      .filter(
        (header) =>
          !isCookie(header) &&
          !isByClient(header) &&
          !byCache.includes(header.name.toLowerCase()) &&
          !isReservedName(header.name),
      )
      .map((header) => (isNeeded(header) ? originAndPath(header) : header)),
    byCache,
    byClient: headers.filter(isByClient).map(({ name }) => name.toLowerCase()),
    hasCookies: headers.some(isCookie),
  };
}

const BY_CLIENT: ReadonlySet<string> = new Set([
  ...['host', 'content-length', 'connection', 'accept-encoding', 'transfer-encoding', 'te', 'keep-alive'],
  ...['proxy-connection', 'upgrade', 'upgrade-insecure-requests', 'user-agent', 'dnt', 'referer', 'priority'],
  ...['accept-language', 'x-client-data'],
]);

function writtenByClient(name: string, value: string): boolean {
  const isReload = (name === 'cache-control' || name === 'pragma') && /^(?:no-cache|max-age=0)$/i.test(value);
  return BY_CLIENT.has(name) || name.startsWith('sec-') || isReload;
}

/**
 * Servers look where a form that changes something comes from, and some look at links, too: other sites must not send
 * it in a person's name. A link with a query that is answered by a redirect changes something; one to a page from which
 * a form is sent begins a change, and some servers ask first where the person comes from.
 */
function isPageOfChange(header: CallHeader, call: RecordedCall, isFormPage: boolean): boolean {
  if (header.name.toLowerCase() !== 'referer') {
    return false;
  }
  const [page, target] = [parsedUrl(header.value), parsedUrl(call.url)];
  const isChange =
    call.method === 'GET' ? target?.search !== '' && (isRedirect(call) || isFormPage) : sendsForm(call);
  return isChange && page !== undefined && page.origin === target?.origin;
}

function sendsForm(call: RecordedCall): boolean {
  return FORMS.has(sentType(call));
}

function sentType({ headers, postData }: RecordedCall): string {
  return mediaType(headerOf(headers, 'content-type') ?? textOf(memberOf(postData, 'mimeType')) ?? '');
}

const FORMS: ReadonlySet<string> = new Set(['application/x-www-form-urlencoded', 'multipart/form-data']);

/** Servers look only at where the page is; a user (RFC 9110 §10.1.3) or a query in its address can be secret. */
function originAndPath({ name, value }: CallHeader): CallHeader {
  const page = parsedUrl(value);
  return { name, value: page === undefined ? value : page.origin + page.pathname };
}

/** The headers that were left out so far. */
interface LeftHeaders {
  readonly add: (headers: SortedHeaders) => void;
  /** A sentence for each reason. */
  readonly remarks: () => readonly string[];
}

/** None yet. */
export function createLeftHeaders(): LeftHeaders {
  const byClient = new Set<string>();
  const byCache = new Set<string>();
  let reads = 0;
  let hasCookies = false;
  return {
    add: (headers) => {
      headers.byClient.forEach((name) => byClient.add(name));
      headers.byCache.forEach((name) => byCache.add(name));
      reads += headers.byCache.length === 0 ? 0 : 1;
      hasCookies ||= headers.hasCookies;
    },
    remarks: () => [
      ...(byClient.size === 0
        ? []
        : [`Headers that every client writes are left to it: ${listed(byClient)}.`]),
      ...(byCache.size === 0
        ? []
        : [
            reads === 1
              ? `Headers with which the browser asked whether its cache still holds are left out of a request: ${listed(byCache)}.`
              : `Headers with which the browser asked whether its cache still holds are left out of ${reads} requests: ${listed(byCache)}.`,
          ]),
      ...(hasCookies ? ['Cookies are left to the cookie jar, which has those that responses set.'] : []),
    ],
  };
}

function listed(names: ReadonlySet<string>): string {
  return [...names].sort().join(', ');
}
