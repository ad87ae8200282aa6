/**
 * The target of a request, or why the request cannot be sent unchanged.
 *
 * Nothing is ever altered to make it fit: a byte that cannot go onto the wire, or framing that would let
 * the body be read as another request, is a refusal with its reason. The host is taken from the URL in
 * its canonical form (`0x7f.1` is `127.0.0.1`), because the address that is checked must be the address
 * that is connected to; path and query are kept exactly as written.
 */
import { headerValues } from '../../core/headers';
import { parsedUrl, requestTarget } from '../../core/prepare/url';
import type { HeaderLine, HttpRequest } from '../../core/model';
import type { SendFailure } from '../../core/ports';
import { isUnspecifiedOrigin, originOf } from '../../core/permission/origin';

/** Where a request goes. */
export interface Target {
  readonly secure: boolean;
  /** Canonical host name or address, IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
  /** Path and query as on the wire. */
  readonly path: string;
  /** `http://host:port`, canonical, the default port left out. */
  readonly origin: string;
}

/** A target, or why the request cannot be sent. */
export type Aim =
  { readonly ok: true; readonly target: Target } | { readonly ok: false; readonly failure: SendFailure };

/** Finds the target of a request and checks that every byte can be sent unchanged. */
export function aim(request: HttpRequest): Aim {
  const url = parseUrl(request.url);
  const problem = checkUrl(request.url, url) ?? checkMethod(request.method) ?? checkLines(request);
  if (problem !== undefined || url === undefined) {
    return { ok: false, failure: { code: 'not-sendable', ...(problem ?? NO_URL) } };
  }
  const secure = url.protocol === 'https:';
  return {
    ok: true,
    target: {
      secure,
      host: bareHost(url.hostname),
      port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
      path: requestTarget(request.url),
      origin: url.origin,
    },
  };
}

/**
 * The target of a URL whose host is exactly `0.0.0.0`: this machine, connected to at `127.0.0.1`. Any other target as
 * it is; so are other forms of that address, to which nothing is sent.
 */
export function onThisMachine(target: Target, url: string): Target {
  const origin = originOf(url) ?? '';
  return isUnspecifiedOrigin(origin)
    ? { ...target, host: '127.0.0.1', origin: origin.replace('0.0.0.0', '127.0.0.1') }
    : target;
}

/** `host:port` for people and for proxies, IPv6 in brackets. */
export function hostAndPort({ host, port }: Pick<Target, 'host' | 'port'>): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/** A URL's host name without the brackets of IPv6. */
export function bareHost(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

interface Problem {
  readonly message: string;
  readonly todo: string;
}

const HTTP_URL = /^https?:\/\/[^/?#\\]+(?:[/?#]|$)/i;
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

const NO_URL: Problem = {
  message: 'The address is not an http:// or https:// URL with a host.',
  todo: 'Begin it with http:// or https:// and a host.',
};

function parseUrl(url: string): URL | undefined {
  return HTTP_URL.test(url) ? parsedUrl(url) : undefined;
}

function checkUrl(text: string, url: URL | undefined): Problem | undefined {
  const wrong = /[^\x21-\x7e]/.exec(text)?.[0];
  if (wrong !== undefined) {
    return {
      message: `The address contains ${JSON.stringify(wrong)}, which is not allowed in a request line.`,
      todo: 'Percent-encode it; write the host of another script in its xn-- form.',
    };
  }
  if (url === undefined) {
    return NO_URL;
  }
  return url.username === '' && url.password === ''
    ? undefined
    : {
        message: 'The address contains a user name or password, which HTTP does not send.',
        todo: 'Take it out of the URL and use basic authentication.',
      };
}

function checkMethod(method: string): Problem | undefined {
  if (!TOKEN.test(method)) {
    return {
      message: `${JSON.stringify(method)} is not a method.`,
      todo: 'Write a method such as GET or POST, without spaces.',
    };
  }
  if (method !== method.toUpperCase()) {
    return {
      message: `The method ${method} is not in upper case, and servers tell the difference.`,
      todo: `Write ${method.toUpperCase()}.`,
    };
  }
  if (method === 'CONNECT') {
    return {
      message: 'CONNECT is a method for proxies.',
      todo: 'Name the proxy in the environment instead.',
    };
  }
  return undefined;
}

function checkLines({ headers, body }: HttpRequest): Problem | undefined {
  for (const line of headers) {
    const problem = checkLine(line);
    if (problem !== undefined) {
      return problem;
    }
  }
  return checkFraming(headers, body?.length ?? 0);
}

function checkLine({ name, value }: HeaderLine): Problem | undefined {
  if (!TOKEN.test(name)) {
    return {
      message: `${JSON.stringify(name)} is not a valid header name.`,
      todo: "Header names consist of letters, digits and !#$%&'*+.^_`|~-, without spaces.",
    };
  }
  const wrong = /[^\t\x20-\x7e\x80-\xff]/.exec(value)?.[0];
  return wrong === undefined
    ? undefined
    : {
        message: `The header ${name} contains ${JSON.stringify(wrong)}, which cannot be sent in a header.`,
        todo: 'Remove or encode it, or send the value in the body.',
      };
}

/** Length and body must agree: the rest of a body would be read as the next request (RFC 9112 §11.2). */
function checkFraming(headers: readonly HeaderLine[], size: number): Problem | undefined {
  const lengths = headerValues(headers, 'content-length');
  const codings = headerValues(headers, 'transfer-encoding');
  if (codings.length > 0) {
    return codings.length === 1 && codings[0]?.toLowerCase() === 'chunked' && lengths.length === 0
      ? undefined
      : {
          message: 'The header lines say in more than one way where the body ends.',
          todo: 'Remove Transfer-Encoding; Content-Length is enough.',
        };
  }
  if (lengths.length === 0 ? size === 0 : lengths.length === 1 && lengths[0] === size.toString()) {
    return undefined;
  }
  return {
    message:
      lengths.length === 0
        ? `The body has ${size} bytes but no Content-Length.`
        : `Content-Length says ${lengths.join(', ')} but the body has ${size} bytes.`,
    todo: 'Remove your Content-Length header; the right one is written for you.',
  };
}
