/**
 * What follows a redirect answer (RFC 9110 §15.4): the next request, or why there is none.
 *
 * Pure, so that the rules can be read and tested as a table: credentials never cross an origin. On the
 * way to another origin (host, port or scheme differs) only headers that say nothing about the user are
 * kept, and a request that would carry its body there is not sent.
 */
import { parsedUrl } from '../prepare/url';
import { headerValue } from '../headers';
import { phrase, quoted, type Message } from '../message';
import type { HeaderLine, HttpRequest, HttpResponse } from '../model';
import { isUnspecifiedOrigin, originOf, sameOrigin } from '../permission/origin';

/** Hops that are followed before a chain of redirects counts as a loop; browsers allow 20. */
export const maxRedirects = 10;

/** UTF-16 code units that are shown of an address that is none. */
const MAX_TARGET = 200;

/** The next hop with what was left behind on the way, a reason to stop, or no redirect at all. */
export type RedirectStep =
  | { readonly kind: 'follow'; readonly request: HttpRequest; readonly notes: readonly string[] }
  | { readonly kind: 'stop'; readonly message: Message }
  | { readonly kind: 'final' };

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const HARMLESS_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'connection',
  'user-agent',
]);
const BODY_HEADERS: ReadonlySet<string> = new Set(['content-type', 'content-length', 'content-encoding']);

/** Decides what follows a response. Cookies are not carried along: who sends decides for each hop. */
export function nextHop(request: HttpRequest, response: HttpResponse): RedirectStep {
  const target = headerValue(response.headers, 'location');
  if (!REDIRECTS.has(response.status) || target === undefined) {
    return { kind: 'final' };
  }
  const url = resolveTarget(target, request.url);
  if (url === undefined) {
    const message = phrase`The redirect to ${quoted(target, MAX_TARGET)} leads to no http(s) URL of a plain host. Set "redirects": "manual" to look at the answer itself.`;
    return { kind: 'stop', message };
  }
  const method = nextMethod(request.method, response.status);
  const dropsBody = method !== request.method;
  const crossing = !sameOrigin(request.url, url);
  const fault = crossing ? crossingFault(request, response.status, url, !dropsBody) : undefined;
  if (fault !== undefined) {
    return { kind: 'stop', message: fault };
  }
  const kept = request.headers.filter(
    ({ name }) => !(dropsBody && BODY_HEADERS.has(name.toLowerCase())) && keepsHeader(name, crossing),
  );
  const keepsBody = !dropsBody && request.body !== undefined;
  return {
    kind: 'follow',
    request: {
      method,
      url,
      headers: [{ name: 'Host', value: new URL(url).host }, ...kept],
      ...(keepsBody ? { body: request.body } : {}),
    },
    notes: [
      ...(crossing ? leftBehind(request.headers) : []),
      ...(dropsBody ? [`${request.method} became ${method}, without a body`] : []),
    ],
  };
}

/** Why a redirect is not followed to another origin. */
function crossingFault(
  { body }: HttpRequest,
  status: number,
  url: string,
  keepsBody: boolean,
): Message | undefined {
  const { origin } = new URL(url);
  if (keepsBody && body !== undefined && body.length > 0) {
    return phrase`The redirect ${status} to ${origin} was not followed: the request's body would go to another origin. Send the request there directly, or set "redirects": "manual".`;
  }
  return isUnspecifiedOrigin(origin)
    ? phrase`The redirect ${status} to ${origin} was not followed: 0.0.0.0 is contacted only where the chain or its environment names it. Send the request there directly, or set "redirects": "manual".`
    : undefined;
}

function resolveTarget(target: string, base: string): string | undefined {
  const ascii = target.replace(/[^\x21-\x7e]+/g, (characters) =>
    encodeURI(characters.replace(/[\ud800-\udfff]/g, '')),
  );
  const url = parsedUrl(ascii, base)?.href.replace(/#.*$/s, '') ?? '';
  return originOf(url) === undefined ? undefined : url;
}

/** RFC 9110 §15.4.2–15.4.4: POST becomes GET on 301 and 302, everything but HEAD on 303. */
function nextMethod(method: string, status: number): string {
  const becomesGet =
    status === 303 ? method !== 'HEAD' && method !== 'GET' : status <= 302 && method === 'POST';
  return becomesGet ? 'GET' : method;
}

function keepsHeader(name: string, crossing: boolean): boolean {
  const known = name.toLowerCase();
  return known !== 'host' && known !== 'cookie' && (!crossing || HARMLESS_HEADERS.has(known));
}

function leftBehind(headers: readonly HeaderLine[]): readonly string[] {
  const names = headers
    .map(({ name }) => name)
    .filter((name) => !HARMLESS_HEADERS.has(name.toLowerCase()) && !/^(host|content-.*)$/i.test(name));
  return names.length === 0 ? [] : [`${names.join(', ')} removed: other origin`];
}
