/**
 * Proxies for tests, on loopback: an HTTP proxy that forwards and tunnels, with or without TLS to itself,
 * and a SOCKS proxy that knows versions 4 and 5 without authentication.
 */
import { readFileSync } from 'node:fs';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import net, { type AddressInfo, type Server, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

/** A running proxy. */
export interface TestProxy {
  readonly port: number;
  /** The requests that it received. */
  readonly seen: readonly string[];
  close(): void;
}

/** A running HTTP proxy. */
export interface HttpTestProxy extends TestProxy {
  url(username?: string, password?: string): string;
  /** Names of the client certificates it was shown, one for each connection used. */
  readonly clientCertificates: readonly (string | undefined)[];
}

/** Starts an HTTP proxy; `refuse` is the status of every answer. */
export async function startProxy({
  secure = false,
  refuse,
}: { readonly secure?: boolean; readonly refuse?: number } = {}): Promise<HttpTestProxy> {
  const seen: string[] = [];
  const clientCertificates: (string | undefined)[] = [];
  const note = (request: IncomingMessage) => {
    const credentials = request.headers['proxy-authorization'];
    seen.push([request.method, request.url, credentials].filter((part) => part !== undefined).join(' '));
    if (secure) {
      const peer = (request.socket as TLSSocket).getPeerCertificate() as { subject?: { CN?: string } };
      clientCertificates.push(peer.subject?.CN);
    }
  };
  const forward = (request: IncomingMessage, response: ServerResponse) => {
    note(request);
    if (refuse === undefined) {
      http.get(request.url ?? '', (answer) => answer.pipe(response));
    } else {
      response.writeHead(refuse).end();
    }
  };
  const server = secure
    ? https.createServer({ ...identity(), requestCert: true, rejectUnauthorized: false }, forward)
    : http.createServer(forward);
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    note(request);
    if (refuse === undefined) {
      tunnel(socket, request.url ?? '', 'HTTP/1.1 200 Connection established\r\n\r\n');
    } else {
      socket.end(`HTTP/1.1 ${refuse} No\r\nContent-Length: 2\r\n\r\nno`);
    }
  });
  const { port, close } = await start(server);
  const scheme = secure ? 'https' : 'http';
  return {
    port,
    seen,
    clientCertificates,
    close,
    url: (username, password) =>
      `${scheme}://${username === undefined ? '' : `${username}:${password ?? ''}@`}127.0.0.1:${port}`,
  };
}

/** Starts a SOCKS proxy. */
export async function startSocksProxy(): Promise<TestProxy> {
  const seen: string[] = [];
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', (greeting) => {
      if (greeting[0] === 4) {
        const target = `${greeting.subarray(4, 8).join('.')}:${greeting.readUInt16BE(2)}`;
        seen.push(target);
        tunnel(socket, target, Buffer.from([0, 90, 0, 0, 0, 0, 0, 0]));
        return;
      }
      socket.write(Buffer.from([5, 0]));
      socket.once('data', (request) => {
        const target = socksTarget(request);
        seen.push(target);
        tunnel(socket, target, Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
      });
    });
  });
  return { seen, ...(await start(server)) };
}

function identity(): https.ServerOptions {
  return {
    cert: readFileSync('test/fixtures/tls/server.pem'),
    key: readFileSync('test/fixtures/tls/server.key'),
    ca: readFileSync('test/fixtures/tls/ca.pem'),
  };
}

/** RFC 1928 §4: version, command, reserved, address type, address, port. */
function socksTarget(request: Buffer): string {
  const isName = request[3] === 3;
  const length = request[4] ?? 0;
  const host = isName ? request.subarray(5, 5 + length).toString() : request.subarray(4, 8).join('.');
  return `${host}:${request.readUInt16BE(isName ? 5 + length : 8)}`;
}

function tunnel(socket: Socket, target: string, hello: string | Buffer): void {
  const { hostname, port } = new URL(`http://${target}`);
  const onward = net.connect(Number(port), hostname, () => {
    socket.write(hello);
    socket.pipe(onward).pipe(socket);
  });
  onward.on('error', () => socket.destroy());
  onward.once('close', () => socket.destroy());
  socket.once('close', () => onward.destroy());
}

async function start(server: Server): Promise<Pick<TestProxy, 'port' | 'close'>> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      sockets.forEach((socket) => socket.destroy());
      server.close();
    },
  };
}
