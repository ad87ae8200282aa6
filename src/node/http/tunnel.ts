/** What becomes of a tunnel through a proxy, and what to say when there is none. */
import type http from 'node:http';
import type { Proxy } from './proxy';
import { Refusal } from './refusal';
import { hostAndPort, type Target } from './target';

/**
 * Calls `connected` when the proxy has reached the target, and ends the request when it refused to: the
 * package would present the proxy's refusal as the server's answer.
 */
export function watchTunnel(
  request: http.ClientRequest,
  proxy: Proxy,
  target: Target,
  connected: () => void,
): void {
  request.once('proxyConnect', ({ statusCode }: { readonly statusCode: number }) => {
    if (statusCode !== 200) {
      request.destroy(new Refusal(tunnelRefused(statusCode, proxy, target)));
    }
  });
  request.once('proxy', connected);
}

/** What to say about a proxy that wants credentials or others than it got. */
export function proxyWantsCredentials({ shown, authorization }: Proxy) {
  return {
    code: 'proxy',
    message: `The proxy ${shown} ${authorization === undefined ? 'asks for a user name and password' : 'does not accept the user name and password'}.`,
    todo: 'Put them into the URL of the proxy, percent-encoded.',
  } as const;
}

function tunnelRefused(status: number, proxy: Proxy, target: Target) {
  if (status === 407) {
    return proxyWantsCredentials(proxy);
  }
  return {
    code: 'proxy',
    message: `The proxy ${proxy.shown} answered ${status} instead of connecting to ${hostAndPort(target)}.`,
    todo: 'Check the address, or exempt the host from the proxy (NO_PROXY).',
  } as const;
}
