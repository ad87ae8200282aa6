/**
 * Conditions of reads (RFC 9110 §13.1) that a browser wrote by itself, to learn whether its cache still holds.
 *
 * Those that a page or program wrote are part of what it asked for: without them another answer comes. A page is
 * handed the 304 without a body, and its browser passes the cache over, which it says in Cache-Control
 * (https://fetch.spec.whatwg.org/#http-network-or-cache-fetch; Chromium says `max-age=0`). To a read of its own the
 * browser answers from the cache: recordings have the body, or 200. What is not a browser's is a program's.
 */
import { headerOf, type RecordedCall } from './recordedCall';

const CONDITIONS = ['if-none-match', 'if-modified-since'];

/** Names in lower case of the headers of a call that ask for the sake of a browser's cache. */
export function cacheConditions(call: RecordedCall): readonly string[] {
  const conditions = CONDITIONS.filter((name) => headerOf(call.headers, name) !== undefined);
  return conditions.length === 0 || !isForCache(call) ? [] : conditions;
}

/** The conditions of a call that are its own, as one text; empty when it has none. */
export function ownConditions(call: RecordedCall): string {
  const forCache = cacheConditions(call);
  return CONDITIONS.filter((name) => !forCache.includes(name))
    .flatMap((name) => headerOf(call.headers, name) ?? [])
    .join('\n');
}

function isForCache(call: RecordedCall): boolean {
  const { method, headers } = call;
  return (
    /^(?:GET|HEAD)$/i.test(method) &&
    BROWSER.test(headerOf(headers, 'user-agent') ?? '') &&
    headerOf(headers, 'if-none-match')?.trim() !== '*' &&
    !isHandedOn(call)
  );
}

/** Programs that call themselves `Mozilla/5.0` alone are none. */
const BROWSER = /^Mozilla\/5\.0 \(.*(?:AppleWebKit|Gecko|Trident)/i;

/** Whether a page's script received the 304 itself. */
function isHandedOn(call: RecordedCall): boolean {
  return (
    call.status === 304 &&
    !call.hasBody &&
    headerOf(call.headers, 'cache-control') !== undefined &&
    isByScript(call)
  );
}

/** The header that browsers send says it best, then the recorder; else pages and their parts ask for types. */
function isByScript({ headers, resourceType }: RecordedCall): boolean {
  const destination = headerOf(headers, 'sec-fetch-dest');
  if (destination !== undefined) {
    return destination === 'empty';
  }
  return resourceType === ''
    ? !/^(?:text\/(?:html|css)|image\/)/i.test(headerOf(headers, 'accept') ?? '')
    : /^(?:xhr|fetch|xmlhttprequest)$/.test(resourceType);
}
