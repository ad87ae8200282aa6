/**
 * Opening an HTTP/1.1 request: on a connection of ours, on one through a proxy, or on VS Code's.
 *
 * In the extension host, VS Code gives extensions an `http` and an `https` of its own, which honour the editor's
 * proxy and certificates and lose keep-alive: where CommonJS asks for them by these names, and nowhere else.
 * `ClientRequest` is Node's own everywhere, and takes our pooling agents.
 */
import http, { type ClientRequestArgs, type IncomingMessage } from 'node:http';
import type https from 'node:https';
import { createRequire } from 'node:module';
import { checkServerIdentity } from 'node:tls';
import { headerValue } from '../../core/headers';
import { joinObjects } from '../../core/joinObjects';
import type { ConnectionPool, Route } from './connectionPool';
import { watchTunnel } from './tunnel';
import type { Attempt } from './receive';
import { flatLines, keepHead, setLines, type Head } from './verbatim';

const load = createRequire(import.meta.url);

/** VS Code's modules in the extension host, Node's own elsewhere. */
const loadHttp = (): typeof http => load('http') as typeof http;
const loadHttps = (): typeof https => load('https') as typeof https;

/** An attempt over HTTP/1.1. */
export interface Http1Attempt extends Attempt {
  readonly route: Route;
  readonly pool: Pick<ConnectionPool, 'tls' | 'proxyTls' | 'vscodeTls'>;
}

/** Calls back with the answer; the body and the end of the request are still to be written. */
export type OnAnswer = (answer: IncomingMessage) => void;

/** Opens a request whose head is exactly that of the attempt; `onTunnel` is called when a proxy has connected. */
export function openRequest(
  attempt: Http1Attempt,
  onAnswer: OnAnswer,
  onTunnel: () => void,
): http.ClientRequest {
  const { route, target } = attempt;
  if (route.kind === 'vscode') {
    return openWithVscode(attempt, onAnswer);
  }
  const head = headFor(attempt);
  const options = joinObjects(commonOptions(attempt, head), destination(attempt, route), {
    headers: flatLines(head.lines),
    agent: route.agent,
  });
  const request = new http.ClientRequest(options, onAnswer);
  keepHead(request, head);
  if (route.kind === 'tunnel') {
    watchTunnel(request, route.proxy, target, onTunnel);
  }
  return request;
}

function openWithVscode(attempt: Http1Attempt, onAnswer: OnAnswer): http.ClientRequest {
  const { target, lookup } = attempt;
  const head = headFor(attempt);
  const options = { ...commonOptions(attempt, head), host: target.host, port: target.port, lookup };
  const request = target.secure
    ? loadHttps().request({ ...options, ...attempt.pool.vscodeTls() }, onAnswer)
    : loadHttp().request(options, onAnswer);
  setLines(request, head.lines);
  keepHead(request, head);
  return request;
}

/** To an HTTP proxy goes the whole URL (RFC 9112 §3.2.2), and the password that is the proxy's. */
function headFor({ request, target, route }: Http1Attempt): Head {
  const { method, headers } = request;
  if (route.kind !== 'forward') {
    return { method, path: target.path, lines: headers };
  }
  const { authorization } = route.proxy;
  const isOurs = authorization !== undefined && headerValue(headers, 'proxy-authorization') === undefined;
  const lines = isOurs ? [...headers, { name: 'Proxy-Authorization', value: authorization }] : headers;
  return { method, path: target.origin + target.path, lines };
}

function commonOptions({ limits }: Http1Attempt, { method, path }: Head): ClientRequestArgs {
  return {
    method,
    path,
    setHost: false,
    maxHeaderSize: limits.maxHeaderBytes,
    insecureHTTPParser: false,
  };
}

function destination(
  attempt: Http1Attempt,
  route: Exclude<Route, { readonly kind: 'vscode' }>,
): https.RequestOptions {
  const { target, lookup } = attempt;
  if (route.kind === 'forward') {
    const { secure, host, port } = route.proxy;
    return { protocol: schemeOf(secure), host, port, ...(secure ? attempt.pool.proxyTls() : {}) };
  }
  return {
    protocol: schemeOf(target.secure),
    host: target.host,
    port: target.port,
    lookup,
    ...(target.secure ? attempt.pool.tls() : {}),
    // Behind a proxy, Node would compare the certificate with the proxy's name when the target is an address.
    ...(route.kind === 'tunnel' && target.secure
      ? { checkServerIdentity: (_: string, certificate) => checkServerIdentity(target.host, certificate) }
      : {}),
  };
}

function schemeOf(secure: boolean): string {
  return secure ? 'https:' : 'http:';
}
