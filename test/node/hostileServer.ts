/**
 * A server that misbehaves on request, on loopback: each path is one way in which an API, or whatever
 * took its place, may answer. Nothing it sends is meant to be followed without limits.
 */
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';

/** A running hostile server. */
export interface HostileServer {
  /** `http://127.0.0.1:port`. */
  readonly origin: string;
  /** An origin at which nothing listens. */
  readonly refusingOrigin: string;
  /** Request lines so far, `GET /hang`. */
  readonly seen: readonly string[];
  close(): Promise<void>;
}

/** The ways to misbehave, by path. */
export type HostilePath =
  | '/ok'
  | '/hang'
  | '/hang-after-headers'
  | '/drip'
  | '/reset'
  | '/reset-after-headers'
  | '/huge'
  | '/gzip-bomb'
  | '/bad-gzip'
  | '/truncated-gzip'
  | '/unknown-coding'
  | '/wrong-type'
  | '/invalid-utf8'
  | '/deep-json'
  | '/duplicate-keys'
  | '/proto-keys'
  | '/garbage'
  | '/header-overflow'
  | '/upgrade'
  | '/redirect-loop'
  | '/redirect-cross-origin';

/** Starts on a free loopback port. */
export async function startHostileServer(): Promise<HostileServer> {
  const seen: string[] = [];
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://hostile.test');
    seen.push(`${request.method ?? ''} ${request.url ?? ''}`);
    request.resume();
    const answer = ANSWERS[url.pathname as HostilePath] as Answer | undefined;
    if (answer === undefined) {
      response.writeHead(404).end();
    } else {
      answer(response, { url, request, socket: request.socket });
    }
  });
  await listen(server);
  const refusing = http.createServer();
  await listen(refusing);
  const refusingOrigin = originOf(refusing);
  await close(refusing);
  return { origin: originOf(server), refusingOrigin, seen, close: () => close(server) };
}

interface Asked {
  readonly url: URL;
  readonly request: IncomingMessage;
  readonly socket: Socket;
}

type Answer = (response: ServerResponse, asked: Asked) => void;

const MEBIBYTE = Buffer.alloc(2 ** 20);

const ANSWERS: Readonly<Record<HostilePath, Answer>> = {
  '/ok': json('{"ok":true}'),
  '/hang': () => undefined,
  '/hang-after-headers': (response) => {
    response.writeHead(200, { 'Content-Type': 'text/plain' }).write('begin');
  },
  '/drip': (response) => {
    response.writeHead(200, { 'Content-Type': 'text/plain' });
    const timer = setInterval(() => response.write('.'), 10);
    response.once('close', () => {
      clearInterval(timer);
    });
  },
  '/reset': (_, { socket }) => socket.resetAndDestroy(),
  '/reset-after-headers': (response, { socket }) => {
    response.writeHead(200, { 'Content-Length': '1000' });
    response.write('begin', () => socket.end());
  },
  '/huge': (response) => {
    response.writeHead(200, { 'Content-Type': 'application/octet-stream' });
    pour(response, 200);
  },
  '/gzip-bomb': coded('gzip', () => {
    // Members of a gzip file may follow each other (RFC 1952 §2.2): 200 MiB in 200 KiB.
    const member = gzipSync(MEBIBYTE);
    return Buffer.concat(new Array<Buffer>(200).fill(member));
  }),
  '/bad-gzip': coded('gzip', () => {
    const notes = Array.from({ length: 20_000 }, (_, index) => `note ${(index * 7919) % 20_011}`);
    const body = gzipSync(Buffer.from(JSON.stringify(notes)));
    const middle = body.length >> 1;
    return body.fill(0xff, middle, middle + 100);
  }),
  '/truncated-gzip': coded('gzip', () => gzipSync(Buffer.from('{"note":"cut off"}')).subarray(0, -8)),
  '/unknown-coding': coded('compress', () => Buffer.from('whatever')),
  '/wrong-type': (response) => response.writeHead(200, { 'Content-Type': 'image/png' }).end('{"id":7}'),
  '/invalid-utf8': json(Buffer.from([0x22, 0x61, 0xff, 0xfe, 0xc3, 0x28, 0x22])),
  '/deep-json': json(`${'['.repeat(10_000)}1${']'.repeat(10_000)}`),
  '/duplicate-keys': json('{"id":1,"id":2}'),
  '/proto-keys': json('{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}},"id":1}'),
  '/garbage': (_, { socket }) => socket.end('220 mail.example ESMTP ready\r\n'),
  '/header-overflow': (response) => response.writeHead(200, { 'X-Long': 'x'.repeat(100_000) }).end(),
  '/upgrade': (_, { socket }) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  },
  '/redirect-loop': (response) => response.writeHead(302, { Location: '/redirect-loop' }).end(),
  '/redirect-cross-origin': (response, { url }) => {
    response.writeHead(307, { Location: url.searchParams.get('to') ?? 'http://elsewhere.invalid/' }).end();
  },
};

function json(body: string | Buffer): Answer {
  return (response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end(body);
}

function coded(coding: string, body: () => Buffer): Answer {
  return (response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': coding }).end(body());
  };
}

function pour(response: ServerResponse, mebibytes: number): void {
  if (mebibytes === 0) {
    response.end();
  } else if (response.write(MEBIBYTE)) {
    setImmediate(pour, response, mebibytes - 1);
  } else {
    response.once('drain', () => {
      pour(response, mebibytes - 1);
    });
  }
}

function listen(server: http.Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
}

function close(server: http.Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}

function originOf(server: http.Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
