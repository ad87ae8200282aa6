/**
 * How a request reaches its server, and the connections that are kept for the next one.
 *
 * Each transport has its own agents, so that closing it closes its connections and nobody else's options
 * apply.
 */
import http from 'node:http';
import https, { type RequestOptions } from 'node:https';
import { setMaxListeners } from 'node:events';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { SecureContext } from 'node:tls';
import { defined } from '../../core/defined';
import { checkHost, isLoopbackHost } from './addressGuard';
import { chooseProxy, type Proxy, type ProxySettings } from './proxy';
import { Refusal } from './refusal';
import { lazySecureContext, tlsMaterial, type TlsSettings } from './tls';
import type { Target } from './target';

/** `forward` sends the whole URL to an HTTP proxy, `tunnel` connects through one (or SOCKS). */
export type Route =
  | { readonly kind: 'direct'; readonly agent: http.Agent }
  | { readonly kind: 'vscode' }
  | { readonly kind: 'forward' | 'tunnel'; readonly proxy: Proxy; readonly agent: http.Agent };

/** What decides about routes. */
export interface RouteSettings extends ProxySettings {
  /** `auto` is `direct` for loopback and `vscode` for everything else. */
  readonly mode: 'direct' | 'vscode' | 'auto';
  readonly tls: TlsSettings;
}

/** TLS options of one connection. */
export interface ConnectionTls {
  readonly secureContext: SecureContext;
  readonly rejectUnauthorized: boolean;
}

/** Agents by route, made at first use. */
export class ConnectionPool {
  private readonly agents = new Map<string, http.Agent>();
  private readonly serverContext: () => SecureContext;
  private readonly proxyContext: () => SecureContext;
  private readonly closing = new AbortController();

  constructor(private readonly settings: RouteSettings) {
    const { ca, verify } = settings.tls;
    this.serverContext = lazySecureContext(settings.tls);
    this.proxyContext = lazySecureContext({ verify, ...defined({ ca }) });
    // One listener for each connection to a proxy.
    setMaxListeners(0, this.closing.signal);
  }

  /**
   * The way to a target; a promise of one through a tunnel, whose packages take a while to load. Throws a Refusal when a
   * proxy or the TLS files cannot be used.
   */
  route(target: Target): Route | Promise<Route> {
    if (this.settings.proxy === undefined && this.isVscode(target)) {
      return { kind: 'vscode' };
    }
    const proxy = chooseProxy(target, this.settings);
    if (proxy === undefined) {
      return this.directRoute(target);
    }
    // A proxy that its name or number puts at a metadata service is none.
    const refused = checkHost(proxy.host);
    if (refused !== undefined) {
      throw new Refusal(refused);
    }
    if (proxy.kind === 'http' && !target.secure) {
      const agent = this.agent(`forward ${proxy.secure}`, () => newAgent(proxy.secure));
      return { kind: 'forward', proxy, agent };
    }
    return this.tunnel(target, proxy);
  }

  /** The way without proxy. */
  directRoute({ secure }: Target): Route {
    return { kind: 'direct', agent: this.agent(`direct ${secure}`, () => newAgent(secure)) };
  }

  /** For connections to servers. Throws a Refusal when the TLS files cannot be used. */
  readonly tls = (): ConnectionTls => {
    return { secureContext: this.serverContext(), rejectUnauthorized: this.settings.tls.verify };
  };

  /** For connections to proxies, which get no client certificate. */
  readonly proxyTls = (): ConnectionTls => {
    return { secureContext: this.proxyContext(), rejectUnauthorized: this.settings.tls.verify };
  };

  /** For the editor's own connections, to which it adds the certificates of the system. */
  readonly vscodeTls = (): RequestOptions => {
    this.serverContext();
    return { ...tlsMaterial(this.settings.tls), rejectUnauthorized: this.settings.tls.verify };
  };

  /** Closes the connections that wait for use: when one of them proved dead, the others may be, too. */
  dropIdle(): void {
    for (const agent of this.agents.values()) {
      for (const sockets of Object.values(agent.freeSockets)) {
        sockets?.forEach((socket) => socket.destroy());
      }
    }
  }

  close(): void {
    this.closing.abort();
    for (const agent of this.agents.values()) {
      agent.destroy();
    }
    this.agents.clear();
  }

  private async tunnel(target: Target, proxy: Proxy): Promise<Route> {
    const { createProxyAgent } = await import('./proxyAgents');
    const agent = this.agent(`tunnel ${proxy.url} ${target.secure}`, () =>
      closeUnasked(
        createProxyAgent(proxy, target, {
          signal: this.closing.signal,
          ...(proxy.secure ? { tls: this.proxyTls() } : {}),
        }),
      ),
    );
    return { kind: 'tunnel', proxy, agent };
  }

  private isVscode(target: Target): boolean {
    const { mode } = this.settings;
    return mode === 'vscode' || (mode === 'auto' && !isLoopbackHost(target.host));
  }

  private agent(key: string, create: () => http.Agent): http.Agent {
    const known = this.agents.get(key);
    if (known !== undefined) {
      return known;
    }
    const created = create();
    this.agents.set(key, created);
    return created;
  }
}

/**
 * How long an idle connection is left alone before it is probed. axios sets the same on every socket it
 * sends with; with another value here the two would undo each other at each request.
 */
const PROBE_AFTER_MS = 60_000;

function newAgent(secure: boolean): http.Agent {
  const options = { keepAlive: true, keepAliveMsecs: PROBE_AFTER_MS };
  return closeUnasked(secure ? new https.Agent(options) : new http.Agent(options));
}

/**
 * Has connections closed on which bytes arrive while no request is under way: they would be read as the answer to
 * the next request, also of another user.
 */
function closeUnasked(agent: http.Agent): http.Agent {
  const reuse = agent.reuseSocket.bind(agent);
  agent.reuseSocket = (socket, request) => {
    socket.removeListener('data', closeThis);
    reuse(socket, request);
  };
  agent.on('free', (socket: Socket) => {
    // One that was handed to a waiting request at once is not idle.
    if (Object.values(agent.freeSockets).some((idle) => idle?.includes(socket))) {
      socket.on('data', closeThis);
    }
  });
  return agent;
}

function closeThis(this: Duplex): void {
  this.destroy();
}
