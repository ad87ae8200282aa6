/**
 * Receives what a sign-in page leads back with at an address of this machine (RFC 8252 §7.3), for
 * authorization servers that lead nowhere else. It listens on loopback alone, for one answer, and only
 * while somebody signs in.
 */
import { parsedUrl } from '../../core/prepare/url';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Receiver } from './signInPorts';

/** Whether a redirect URI is one that a receiver can listen at: plain HTTP to a loopback address by number. */
export function isLoopbackRedirect(uri: string): boolean {
  const url = parsedUrl(uri);
  return (
    url !== undefined &&
    url.protocol === 'http:' &&
    LOOPBACK.test(url.hostname) &&
    [url.username, url.password, url.search, url.hash].every((part) => part === '')
  );
}

/**
 * Listens at a redirect URI; without a port at any free one. Rejects when the port is taken.
 *
 * @param farewell what the browser shows when the person has signed in
 */
export async function listenAt(uri: string, farewell: string): Promise<Receiver> {
  const wanted = new URL(uri);
  const waiting = new Map<string, (callback: string) => void>();
  const server = http.createServer((request, response) => {
    // Anybody on this machine can ask for anything, `//` included, which is not a URL.
    const target = request.url ?? '/';
    const url = parsedUrl(target, wanted.href);
    const arrived =
      url?.pathname === wanted.pathname ? waiting.get(url.searchParams.get('state') ?? '') : undefined;
    response
      .writeHead(arrived === undefined ? 404 : 200, {
        'Content-Type': 'text/plain; charset=utf-8',
        Connection: 'close',
      })
      .end(arrived === undefined ? '' : farewell);
    arrived?.(url?.href ?? '');
  });
  const host = wanted.hostname.replace(/^\[(.*)\]$/, '$1');
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(Number(wanted.port), host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  if (wanted.port === '') {
    wanted.port = String(port);
  }
  return {
    redirectUri: wanted.href,
    callback: (state, signal) =>
      new Promise((resolve) => {
        waiting.set(state, resolve);
        signal.addEventListener('abort', () => resolve(undefined), { once: true });
      }),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|\[::1\])$/;
