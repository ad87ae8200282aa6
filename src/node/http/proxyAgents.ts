/**
 * Agents that reach a server through a proxy: a CONNECT tunnel or SOCKS. (A plain-http target of an HTTP
 * proxy needs none: it is an ordinary request to the proxy with the whole URL in its request line.
 * `http-proxy-agent` would send a normalised URL and forget raw header lines.)
 */
import type http from 'node:http';
import { HttpsProxyAgent } from 'https-proxy-agent';
import { SocksProxyAgent } from 'socks-proxy-agent';
import type { Proxy } from './proxy';
import type { Target } from './target';

/** TLS to the proxy itself. */
export interface ProxyTls {
  readonly secureContext: unknown;
  readonly rejectUnauthorized: boolean;
}

/** A pooling agent for targets behind `proxy`; `signal` ends every connection it made. */
export function createProxyAgent(
  proxy: Proxy,
  target: Pick<Target, 'secure'>,
  options: { readonly tls?: ProxyTls; readonly signal: AbortSignal },
): http.Agent {
  const agent =
    proxy.kind === 'socks'
      ? socksAgent(proxy)
      : new HttpsProxyAgent(proxy.url, { keepAlive: true, signal: options.signal, ...options.tls });
  // Otherwise the package looks at a stack trace for each request to find out.
  agent.protocol = target.secure ? 'https:' : 'http:';
  agent.defaultPort = target.secure ? 443 : 80;
  return agent;
}

function socksAgent(proxy: Proxy): SocksProxyAgent {
  const agent = new SocksProxyAgent(proxy.url, { keepAlive: true });
  // The package keeps the brackets of an IPv6 address, which no socket understands.
  agent.proxy.host = proxy.host;
  return agent;
}
