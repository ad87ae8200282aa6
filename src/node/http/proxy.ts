/**
 * Which proxy a request goes through: the one the user named, or else the one of the environment
 * variables, which never applies to this machine itself (as in Go: a proxy elsewhere would look for the API
 * on its own loopback). Its password is sent to the proxy only,
 * and appears in no message.
 */
import { defined } from '../../core/defined';
import { parsedUrl } from '../../core/prepare/url';
import { isLoopbackHost } from './addressGuard';
import { isExemptFromProxy } from './noProxy';
import { Refusal } from './refusal';
import { bareHost, hostAndPort, type Target } from './target';

/** A proxy, read from its URL. */
export interface Proxy {
  readonly kind: 'http' | 'socks';
  /** TLS to the proxy itself. */
  readonly secure: boolean;
  readonly host: string;
  readonly port: number;
  /** With user name and password: for the agents only. */
  readonly url: string;
  /** Without them: for people. */
  readonly shown: string;
  /** Value of `Proxy-Authorization`. */
  readonly authorization?: string;
}

/** `HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY`, `NO_PROXY` and their lower-case forms, which win. */
type ProxyEnvironment = Readonly<Record<string, string | undefined>>;

/** What may name a proxy. */
export interface ProxySettings {
  /** The URL of a proxy for everything, or `none`. */
  readonly proxy?: string;
  readonly proxyEnvironment?: ProxyEnvironment;
}

/** The proxy for a target; absent is direct. Throws a {@link Refusal} when its URL cannot be used. */
export function chooseProxy(target: Target, settings: ProxySettings): Proxy | undefined {
  if (settings.proxy !== undefined) {
    return settings.proxy === 'none' ? undefined : parseProxy(settings.proxy);
  }
  const environment = settings.proxyEnvironment;
  if (environment === undefined || isLoopbackHost(target.host)) {
    return undefined;
  }
  const named = variable(environment, target.secure ? 'https_proxy' : 'http_proxy');
  const url = named ?? variable(environment, 'all_proxy');
  if (url === undefined || isExemptFromProxy(variable(environment, 'no_proxy') ?? '', target)) {
    return undefined;
  }
  return parseProxy(url);
}

/** Reads the URL of a proxy; without scheme it is an HTTP proxy. */
export function parseProxy(text: string): Proxy {
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = parsedUrl(full);
  const defaultPort = url === undefined ? undefined : DEFAULT_PORTS.get(url.protocol);
  if (url === undefined || defaultPort === undefined || url.hostname === '') {
    throw unusable();
  }
  const host = bareHost(url.hostname);
  const port = url.port === '' ? defaultPort : Number(url.port);
  const authorization = basicCredentials(url);
  return {
    kind: url.protocol.startsWith('socks') ? 'socks' : 'http',
    secure: url.protocol === 'https:',
    host,
    port,
    url: url.href,
    shown: `${url.protocol}//${hostAndPort({ host, port })}`,
    ...defined({ authorization }),
  };
}

const DEFAULT_PORTS: ReadonlyMap<string, number> = new Map([
  ['http:', 80],
  ['https:', 443],
  ['socks:', 1080],
  ['socks4:', 1080],
  ['socks4a:', 1080],
  ['socks5:', 1080],
  ['socks5h:', 1080],
]);

function variable(environment: ProxyEnvironment, name: string): string | undefined {
  const value = environment[name] ?? environment[name.toUpperCase()];
  return value === '' ? undefined : value;
}

function basicCredentials({ username, password }: URL): string | undefined {
  if (username === '' && password === '') {
    return undefined;
  }
  try {
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    return `Basic ${Buffer.from(credentials).toString('base64')}`;
  } catch {
    throw unusable();
  }
}

/** Says nothing of the text itself, which may hold a password. */
function unusable(): Refusal {
  return new Refusal({
    code: 'proxy',
    message: 'The address of the proxy cannot be used.',
    todo: 'Write it as http://, https:// or socks5:// with host and port, marks in the password percent-encoded.',
  });
}
