/**
 * Preparing a request: from what a chain says, and a scope, to the bytes that go onto the wire.
 *
 * Every header line is written here, those that clients usually add silently included, so that a
 * preview is exactly what is sent: it is the same value. A request with an unresolved reference is
 * not prepared; it is data about what is missing. Nothing that cannot be sent unchanged (a line
 * break in a header, a URL without host) is altered: it is refused with the reason.
 */
import { defined } from '../defined';
import { buildBody } from './body';
import { UserError } from '../errors';
import { createFiller, type Filler, type MissingReference } from './fill';
import { headerValue, headerValues, joinCookies } from '../headers';
import { hex } from '../hex';
import type { Auth, Chain, ChainRequest, HeaderLine, HttpRequest } from '../model';
import { joinSensitive, nothingSensitive, type Sensitive } from '../permission/sensitive';
import type { CookieJar, Files, Random } from '../ports';
import { effectiveAuth } from './references';
import {
  authorizationLine,
  boundHeaders,
  fillAuth,
  fillHead,
  isKnownEarly,
  type BoundHeaders,
} from './requestHead';
import type { Substitution } from '../result/result';
import type { RequestScope } from './scope';
import { addQuery, encodeComponent, httpUrl } from './url';
import { resolveUrl } from './template';

/** What a request is prepared from, besides itself. */
export interface PrepareContext {
  readonly chain: Pick<Chain, 'auth'>;
  /** The chain's file: body files are relative to it. */
  readonly chainFile: string;
  readonly scope: RequestScope;
  readonly cookies: Pick<CookieJar, 'header'>;
  readonly files: Files;
  readonly random: Pick<Random, 'bytes'>;
  readonly userAgent: string;
}

/** A request ready to be sent, and where its values came from. */
export interface PreparedRequest {
  readonly request: HttpRequest;
  /** The effective authentication with its references resolved; `digest`, `oauth1`, `oauth2` and `awsSigV4` are still to be applied. */
  readonly auth: Auth;
  /** Cookies that the request names itself, as a header line or an API key, as one `Cookie` value. */
  readonly ownCookies: string | undefined;
  readonly substitutions: readonly Substitution[];
  /** What goes to the request's own origin. */
  readonly sensitive: Sensitive;
  /** What goes to the token endpoint of an OAuth 2.0 authentication. */
  readonly forToken: Sensitive;
  /** Header lines that were made from what the request sends; absent when there are none. */
  readonly bound?: BoundHeaders;
}

/** A prepared request, what is missing, or why it cannot be sent. */
export type Preparation =
  | { readonly kind: 'ready'; readonly prepared: PreparedRequest }
  | {
      readonly kind: 'unresolved';
      readonly missing: readonly MissingReference[];
      readonly substitutions: readonly Substitution[];
    }
  | {
      readonly kind: 'not-sendable';
      readonly message: string;
      readonly substitutions: readonly Substitution[];
    };

/** Prepares a request. Rejects only for faults that are ours. */
export async function prepareRequest(request: ChainRequest, context: PrepareContext): Promise<Preparation> {
  const authFiller = createFiller(context.scope);
  const filler = createFiller(context.scope);
  const substitutions = () => [...filler.substitutions, ...authFiller.substitutions];
  try {
    const { filled, target, ownCookies, auth, bound } = await assemble(request, context, filler, authFiller);
    const missing = [...filler.missing, ...authFiller.missing];
    if (missing.length > 0) {
      return { kind: 'unresolved', missing, substitutions: substitutions() };
    }
    checkSendable(filled, target);
    const toTokenUrl = auth.type === 'oauth2';
    return {
      kind: 'ready',
      prepared: {
        request: filled,
        auth,
        ownCookies,
        substitutions: substitutions(),
        sensitive: toTokenUrl ? filler.sensitive : joinSensitive([filler.sensitive, authFiller.sensitive]),
        forToken: toTokenUrl ? authFiller.sensitive : nothingSensitive,
        ...defined({ bound: boundHeaders(bound, request, context) }),
      },
    };
  } catch (error) {
    if (error instanceof UserError) {
      return { kind: 'not-sendable', message: error.message, substitutions: substitutions() };
    }
    throw error;
  }
}

/**
 * Fills in a request to be looked at, whether it can be sent or not; references without a value stay in it.
 * Rejects with a UserError when a file of its body cannot be read.
 */
export async function fillRequest(request: ChainRequest, context: PrepareContext): Promise<HttpRequest> {
  const filler = createFiller(context.scope);
  return (await assemble(request, context, filler, filler)).filled;
}

/** A request with its texts filled in. */
interface Assembled {
  readonly filled: HttpRequest;
  /** Its URL, read; absent when that is none. */
  readonly target: URL | undefined;
  readonly ownCookies: string | undefined;
  readonly auth: Auth;
  /** Names of the header lines that fit this request only. */
  readonly bound: readonly string[];
}

/** URL and query first, then the body, then what may be made from both: headers and authentication. */
async function assemble(
  request: ChainRequest,
  context: PrepareContext,
  filler: Filler,
  authFiller: Filler,
): Promise<Assembled> {
  if (request.call !== undefined) {
    throw new UserError(
      'This step runs another chain.',
      `Open ${request.call.chain} to see what its requests send.`,
    );
  }
  const { facts } = context.scope;
  // Method names are case-sensitive, but Node always sends them in capitals.
  const method = request.method.toUpperCase();
  const proof = effectiveAuth(request, context.chain);
  const early = isKnownEarly(proof) ? fillAuth(proof, authFiller) : undefined;
  const resolved = resolveUrl(request, (reference, location) => filler.value(reference, location));
  const url = early === undefined ? resolved : withApiKey(resolved, early);
  const target = httpUrl(url);
  const boundary = () => `chainwright-${hex(context.random.bytes(12))}`;
  facts.address = { method, url, sensitive: joinSensitive([filler.sensitive, authFiller.sensitive]) };
  const body =
    request.body === undefined ? undefined : await buildBody(request.body, filler, { ...context, boundary });
  facts.body = { bytes: body?.bytes ?? NO_BYTES, sensitive: filler.sensitive };
  const { written, contentType, auth, bound } = fillHead(request, early ?? proof, filler, authFiller);
  const inJar = context.cookies.header(url);
  const inKey = apiKeyCookie(auth);
  const ownCookies = joinCookies([inKey, ...headerValues(written, 'cookie')]);
  const lines = written.map((line) =>
    line.name.toLowerCase() === 'content-type'
      ? { ...line, value: withBoundary(line.value, body?.contentType) }
      : line,
  );
  const headers = completeHeaders(lines, {
    host: target?.host ?? '',
    userAgent: context.userAgent,
    cookie: joinCookies([inJar, inKey]) === undefined ? undefined : joinCookies([inJar, ownCookies]),
    auth,
    contentType: contentType === undefined ? body?.contentType : withBoundary(contentType, body?.contentType),
    contentLength: contentLength(request.method, body?.bytes),
  });
  const filled = { method, url, headers, ...defined({ body: body?.bytes }) };
  return { filled, target, ownCookies, auth, bound };
}

const NO_BYTES = new Uint8Array();

/** A multipart type without a boundary gets that of the parts: nobody can tell them apart without it (RFC 2046 §5.1.1). */
function withBoundary(type: string, ofBody = ''): string {
  const from = ofBody.indexOf('; boundary=');
  return from !== -1 && /^\s*multipart\/(?!.*boundary\s*=)/i.test(type)
    ? type.replace(/\s*;?\s*$/, ofBody.slice(from))
    : type;
}

function withApiKey(url: string, auth: Auth): string {
  return auth.type === 'apiKey' && auth.in === 'query'
    ? addQuery(url, encodeComponent(auth.name), encodeComponent(auth.value))
    : url;
}

interface DefaultHeaders {
  readonly host: string;
  readonly userAgent: string;
  /** All cookies; absent when there are none but the user's own lines. */
  readonly cookie: string | undefined;
  readonly auth: Auth;
  readonly contentType: string | undefined;
  readonly contentLength: number | undefined;
}

/** The user's header lines, and after them the ones every client sends, unless the user wrote them. */
function completeHeaders(written: readonly HeaderLine[], defaults: DefaultHeaders): readonly HeaderLine[] {
  const own =
    defaults.cookie === undefined ? written : written.filter(({ name }) => name.toLowerCase() !== 'cookie');
  const authorization = authorizationLine(defaults.auth);
  const added: readonly (readonly [name: string, value: string | undefined])[] = [
    ['User-Agent', defaults.userAgent],
    ['Accept', '*/*'],
    ['Accept-Encoding', 'gzip, deflate, br'],
    ['Content-Type', defaults.contentType],
    ...(authorization === undefined ? [] : [[authorization.name, authorization.value] as const]),
    ['Cookie', defaults.cookie],
    ['Content-Length', defaults.contentLength?.toString()],
    ['Connection', 'keep-alive'],
  ];
  const host = headerValue(written, 'host') === undefined ? [{ name: 'Host', value: defaults.host }] : [];
  return [
    ...host,
    ...own,
    ...added.flatMap(([name, value]) =>
      value === undefined || headerValue(own, name) !== undefined ? [] : [{ name, value }],
    ),
  ];
}

function apiKeyCookie(auth: Auth): string | undefined {
  return auth.type === 'apiKey' && auth.in === 'cookie' ? `${auth.name}=${auth.value}` : undefined;
}

/** RFC 9110 §8.6: methods that expect a body send `Content-Length: 0` when there is none. */
function contentLength(method: string, body: Uint8Array | undefined): number | undefined {
  return body?.length ?? (/^(POST|PUT|PATCH)$/i.test(method) ? 0 : undefined);
}

function checkSendable({ method, url, headers }: HttpRequest, target: URL | undefined): void {
  if (target === undefined) {
    throw new UserError(
      `${method} ${JSON.stringify(url)} is not a URL that requests can go to.`,
      'Begin it with http:// or https:// and a host, or with a variable that does, such as {{baseUrl}}.',
    );
  }
  if (target.username !== '' || target.password !== '') {
    throw new UserError(
      `The URL for ${target.host} holds a user name or password, which is not sent.`,
      'Use "auth" of type "basic" instead.',
    );
  }
  headers.forEach(checkHeader);
}

/** RFC 9110 §5.5: a field value is visible characters, spaces and tabs. */
function checkHeader({ name, value }: HeaderLine): void {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) {
    throw new UserError(
      `${JSON.stringify(name)} is not a valid header name.`,
      "Header names consist of letters, digits and !#$%&'*+.^_`|~-, without spaces.",
    );
  }
  const wrong = /[^\t\x20-\x7e\x80-\xff]/.exec(value)?.[0];
  if (wrong !== undefined) {
    const what = /[\r\n]/.test(wrong) ? 'a line break' : `the character ${JSON.stringify(wrong)}`;
    throw new UserError(
      `The header ${name} would contain ${what}, which cannot be sent in a header.`,
      'Check the values that its references take; encode them before, or send them in the body.',
    );
  }
}
