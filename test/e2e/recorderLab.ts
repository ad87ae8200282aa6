/** A server with everything that a recorder meets: redirects, forms, event streams, WebSockets, failures. */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

/** A running lab. */
export interface RecorderLab {
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/** Starts a lab on a free port of this machine. */
export async function startRecorderLab(): Promise<RecorderLab> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => answer(request, response));
  });
  const sockets = new Set<Duplex>();
  server.on('upgrade', (request, socket) => {
    sockets.add(socket);
    shakeHands(request, socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
        sockets.forEach((socket) => socket.destroy());
      }),
  };
}

const HTML = { 'Content-Type': 'text/html; charset=utf-8' };
const JSON_TYPE = { 'Content-Type': 'application/json' };

const PAGES: Readonly<Record<string, string>> = {
  '/page': `<title>Page</title><link rel="icon" href="data:,">
    <a id="next" href="/second">Next</a> <a id="tab" href="/second" target="_blank">New tab</a>
    <button id="window" onclick="window.open('/second')">Window</button>`,
  '/second': '<title>Second</title><link rel="icon" href="data:,">',
  '/framed': `<title>Framed</title><link rel="icon" href="data:,"><iframe src="/page"></iframe>`,
};

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { pathname } = new URL(request.url ?? '/', 'http://lab');
  const page = PAGES[pathname];
  if (page !== undefined) {
    response.writeHead(200, HTML).end(`<!doctype html><html lang="en">${page}`);
    return;
  }
  switch (pathname) {
    case '/redirect':
      response.writeHead(302, { Location: '/api/landed', 'Set-Cookie': 'hop=one; Path=/; HttpOnly' }).end();
      return;
    case '/form':
      response.writeHead(303, { Location: '/page' }).end();
      return;
    case '/events':
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: 1\n\ndata: 2\n\n');
      return;
    case '/image.svg':
      response
        .writeHead(200, { 'Content-Type': 'image/svg+xml' })
        .end('<svg xmlns="http://www.w3.org/2000/svg"/>');
      return;
    case '/api/dropped':
      request.socket.destroy();
      return;
    case '/api/empty':
      response.writeHead(204).end();
      return;
    case '/api/bytes':
      response.writeHead(200, { 'Content-Type': 'application/octet-stream' }).end(Buffer.from([0, 255, 128]));
      return;
    default:
      response.writeHead(200, JSON_TYPE).end(`{"path":"${pathname}","id":9007199254740993}`);
  }
}

/** RFC 6455 §4.2.2, and one message; what comes is not read. */
function shakeHands(request: IncomingMessage, socket: Duplex): void {
  const key = request.headers['sec-websocket-key'] ?? '';
  const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
  socket.on('error', () => undefined); // the browser leaves without a word
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  socket.write(Buffer.from([0x81, 5, ...Buffer.from('hello')]));
}
