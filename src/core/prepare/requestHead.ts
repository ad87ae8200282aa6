/**
 * Headers and authentication of a request, which are written last: they may be made from everything else that is sent.
 */
import { base64OfText } from '../base64';
import { headerValue } from '../headers';
import type { Auth, Chain, ChainRequest, Field, HeaderLine, HttpRequest } from '../model';
import { nothingSensitive } from '../permission/sensitive';
import { createFiller, type Filler } from './fill';
import { authWords, effectiveAuth, namedContentType } from './references';
import type { RequestScope } from './scope';

/** Header lines that fit one request only, such as a signature over its path. */
export interface BoundHeaders {
  readonly names: readonly string[];
  /** The lines for another request, for one that a redirect leads to; fewer when a value is missing there. */
  readonly linesFor: (request: HttpRequest) => readonly HeaderLine[];
}

/** Whether an authentication is part of the URL, or goes elsewhere before the request is sent. */
export function isKnownEarly(auth: Auth): boolean {
  return auth.type === 'oauth2' || (auth.type === 'apiKey' && auth.in === 'query');
}

/** What comes last: it may be made from all the rest. */
interface Head {
  readonly written: readonly HeaderLine[];
  /** The content type that the body of the chain names. */
  readonly contentType: string | undefined;
  readonly auth: Auth;
  readonly bound: readonly string[];
}

/** Fills headers, the content type of the body, and authentication when it was not needed before. */
export function fillHead(request: ChainRequest, proof: Auth, filler: Filler, authFiller: Filler): Head {
  const bound: string[] = [];
  const written = request.headers.filter(isEnabled).map((header) => {
    const before = filler.bound;
    const line = fillHeader(header, filler);
    bound.push(...(filler.bound > before ? [line.name] : []));
    return line;
  });
  const beforeType = filler.bound;
  const contentType = fillContentType(request, filler);
  bound.push(...(filler.bound > beforeType ? ['Content-Type'] : []));
  const before = authFiller.bound;
  const auth = isKnownEarly(proof) ? proof : fillAuth(proof, authFiller);
  const line = authorizationLine(auth);
  return {
    written,
    contentType,
    auth,
    bound: authFiller.bound > before && line !== undefined ? [...bound, line.name] : bound,
  };
}

/** What to compute again for another request; nothing when no header line depends on the request. */
export function boundHeaders(
  names: readonly string[],
  request: ChainRequest,
  { scope: own, chain }: { readonly scope: RequestScope; readonly chain: Pick<Chain, 'auth'> },
): BoundHeaders | undefined {
  const isBound = ({ name }: HeaderLine): boolean => names.includes(name);
  return names.length === 0
    ? undefined
    : {
        names,
        linesFor(hop) {
          const scope = own.again();
          const { sensitive = nothingSensitive } = own.facts.body ?? {};
          scope.facts.address = { method: hop.method, url: hop.url, sensitive };
          scope.facts.body = { bytes: hop.body ?? new Uint8Array(), sensitive };
          const filler = createFiller(scope);
          const { written, contentType, auth } = fillHead(
            request,
            effectiveAuth(request, chain),
            filler,
            filler,
          );
          const line = authorizationLine(auth);
          const lines = [
            ...written,
            ...contentTypeLine(written, contentType),
            ...(line === undefined ? [] : [line]),
          ].filter(isBound);
          return filler.missing.length > 0 ? [] : lines;
        },
      };
}

function fillHeader({ name, value }: Field, filler: Filler): HeaderLine {
  const location = { in: 'header', name } as const;
  return { name: filler.text(name, location), value: filler.text(value, location) };
}

function fillContentType(request: ChainRequest, filler: Filler): string | undefined {
  const named = namedContentType(request.body);
  return named === undefined ? undefined : filler.text(named.text, named.location);
}

/** The line that a content type is sent as, unless the request says it in a line of its own. */
function contentTypeLine(
  written: readonly HeaderLine[],
  contentType: string | undefined,
): readonly HeaderLine[] {
  return contentType === undefined || headerValue(written, 'content-type') !== undefined
    ? []
    : [{ name: 'Content-Type', value: contentType }];
}

/** Resolves the texts of an authentication, which are everything in it but its discriminating words. */
export function fillAuth(auth: Auth, filler: Filler): Auth {
  return Object.fromEntries(
    Object.entries(auth).map(([name, text]: [string, string]) => [
      name,
      authWords.has(name) ? text : filler.text(text, { in: 'auth', name }),
    ]),
  ) as unknown as Auth;
}

/** The header line of an authentication that is one; absent for all others. */
export function authorizationLine(auth: Auth): HeaderLine | undefined {
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

function isEnabled({ disabled }: Field): boolean {
  return !disabled;
}
