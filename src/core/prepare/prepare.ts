/**
 * Preparing a request: from what a chain says, and a scope, to the bytes that go onto the wire.
 *
 * Every header line is written here, those that clients usually add silently included, so that a
 * preview is exactly what is sent: it is the same value. A request with an unresolved reference is
 * not prepared; it is data about what is missing. Nothing that cannot be sent unchanged (a line
 * break in a header, a URL without host) is altered: it is refused with the reason.
 */
import { base64OfText } from '../base64';
import { defined } from '../defined';
import { buildBody } from './body';
import { UserError } from '../errors';
import { createFiller, type Filler, type MissingReference } from './fill';
import { headerValue, headerValues, joinCookies } from '../headers';
import { hex } from '../hex';
import type { Auth, Chain, ChainRequest, Field, HeaderLine, HttpRequest } from '../model';
import { joinSensitive, nothingSensitive, type Sensitive } from '../permission/sensitive';
import type { CookieJar, Files, Random } from '../ports';
import { authWords, effectiveAuth } from './references';
import type { Substitution } from '../result/result';
import type { Scope } from './scope';
import { addQuery, encodeComponent, httpUrl } from './url';
import { resolveUrl } from './template';

/** What a request is prepared from, besides itself. */
export interface PrepareContext {
  readonly chain: Pick<Chain, 'auth'>;
  /** The chain's file: body files are relative to it. */
  readonly chainFile: string;
  readonly scope: Scope;
  readonly cookies: Pick<CookieJar, 'header'>;
  readonly files: Files;
  readonly random: Pick<Random, 'bytes'>;
  readonly userAgent: string;
}

/** A request ready to be sent, and where its values came from. */
export interface PreparedRequest {
  readonly request: HttpRequest;
  /** The effective authentication with its references resolved; `digest`, `oauth2` and `awsSigV4` are still to be applied. */
  readonly auth: Auth;
  /** Cookies that the request names itself, as a header line or an API key, as one `Cookie` value. */
  readonly ownCookies: string | undefined;
  readonly substitutions: readonly Substitution[];
  /** What goes to the request's own origin. */
  readonly sensitive: Sensitive;
  /** What goes to the token endpoint of an OAuth 2.0 authentication. */
  readonly forToken: Sensitive;
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
  const auth = fillAuth(effectiveAuth(request, context.chain), authFiller);
  const substitutions = () => [...filler.substitutions, ...authFiller.substitutions];
  try {
    const { filled, target, ownCookies } = await assemble(request, auth, context, filler);
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
  const auth = fillAuth(effectiveAuth(request, context.chain), filler);
  return (await assemble(request, auth, context, filler)).filled;
}

/** A request with its texts filled in. */
interface Assembled {
  readonly filled: HttpRequest;
  /** Its URL, read; absent when that is none. */
  readonly target: URL | undefined;
  readonly ownCookies: string | undefined;
}

async function assemble(
  request: ChainRequest,
  auth: Auth,
  context: PrepareContext,
  filler: Filler,
): Promise<Assembled> {
  const resolved = resolveUrl(request, (reference, location) => filler.value(reference, location));
  const url = withApiKey(resolved, auth);
  const target = httpUrl(url);
  const written = request.headers.filter(isEnabled).map((header) => fillHeader(header, filler));
  const boundary = () => `chainwright-${hex(context.random.bytes(12))}`;
  const body =
    request.body === undefined ? undefined : await buildBody(request.body, filler, { ...context, boundary });
  const inJar = context.cookies.header(url);
  const inKey = apiKeyCookie(auth);
  const ownCookies = joinCookies([inKey, ...headerValues(written, 'cookie')]);
  const headers = completeHeaders(written, {
    host: target?.host ?? '',
    userAgent: context.userAgent,
    cookie: joinCookies([inJar, inKey]) === undefined ? undefined : joinCookies([inJar, ownCookies]),
    auth,
    contentType: body?.contentType,
    contentLength: contentLength(request.method, body?.bytes),
  });
  // Method names are case-sensitive, but Node always sends them in capitals.
  const method = request.method.toUpperCase();
  const filled = { method, url, headers, ...defined({ body: body?.bytes }) };
  return { filled, target, ownCookies };
}

function withApiKey(url: string, auth: Auth): string {
  return auth.type === 'apiKey' && auth.in === 'query'
    ? addQuery(url, encodeComponent(auth.name), encodeComponent(auth.value))
    : url;
}

function fillHeader({ name, value }: Field, filler: Filler): HeaderLine {
  const location = { in: 'header', name } as const;
  return { name: filler.text(name, location), value: filler.text(value, location) };
}

/** Resolves the texts of an authentication, which are everything in it but its discriminating words. */
function fillAuth(auth: Auth, filler: Filler): Auth {
  return Object.fromEntries(
    Object.entries(auth).map(([name, text]: [string, string]) => [
      name,
      authWords.has(name) ? text : filler.text(text, { in: 'auth', name }),
    ]),
  ) as unknown as Auth;
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

function authorizationLine(auth: Auth): HeaderLine | undefined {
  switch (auth.type) {
    case 'bearer':
      return { name: 'Authorization', value: `Bearer ${auth.token}` };
    case 'basic':
      return { name: 'Authorization', value: `Basic ${base64OfText(`${auth.username}:${auth.password}`)}` };
    case 'apiKey':
      return auth.in === 'header' ? { name: auth.name, value: auth.value } : undefined;
    default:
      return undefined;
  }
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

function isEnabled({ disabled }: { readonly disabled: boolean }): boolean {
  return !disabled;
}
