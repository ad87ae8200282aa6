/** A server that keeps what arrives at it. */
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type https from 'node:https';
import type { AddressInfo, Server as NetServer } from 'node:net';

/** A request as a server saw it. */
export interface Arrival {
  readonly method: string;
  readonly url: string;
  readonly headers: string;
  readonly body: string;
}

/** What a server answers to what it saw. */
export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
}

/** A listener that keeps requests before it answers them. */
export function keeping(kept: Arrival[], answer: (seen: Arrival) => Reply): RequestListener {
  return (request, response) => {
    let body = '';
    request.setEncoding('latin1');
    request.on('data', (piece: string) => (body += piece));
    request.on('end', () => {
      const seen = arrival(request, body);
      kept.push(seen);
      const { status = 200, headers = {}, body: text = '{}' } = answer(seen);
      const lines = Object.entries(headers).flatMap(([name, value]) =>
        (typeof value === 'string' ? [value] : value).flatMap((one) => [name, one]),
      );
      const type = 'Content-Type' in headers ? [] : ['Content-Type', 'application/json'];
      response.writeHead(status, [...type, ...lines]).end(text);
    });
  };
}

/** Starts to listen on this machine; resolves to the port. */
export async function listen(server: NetServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Stops a server with all its connections. */
export function stop(server: Server | https.Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** A request with its body. */
export function arrival({ method = '', url = '', rawHeaders }: IncomingMessage, body: string): Arrival {
  return { method, url, headers: rawHeaders.join('\n'), body };
}
