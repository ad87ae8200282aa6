/**
 * A server made of bare sockets: it keeps every byte it gets and answers with given bytes, so
 * that tests see the wire and not the view of an HTTP library.
 */
import net, { type AddressInfo, type Socket } from 'node:net';

/** A request as it came: everything up to the empty line, and the body that its Content-Length announces. */
export interface WireRequest {
  readonly head: string;
  readonly body: string;
  /** Counts connections from 1. */
  readonly connection: number;
}

/** A running wire server. */
export interface WireServer {
  readonly port: number;
  /** `http://127.0.0.1:port`. */
  readonly origin: string;
  readonly requests: readonly WireRequest[];
  /** Connections so far. */
  connections(): number;
  close(): Promise<void>;
}

/** What to send; `close` ends the connection afterwards, which tells the client nothing in advance. */
export type WireAnswer = string | { readonly bytes: string | Buffer; readonly close: boolean };

/** Starts on a free loopback port. */
export async function startWireServer(answer: (request: WireRequest) => WireAnswer): Promise<WireServer> {
  const requests: WireRequest[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = net.createServer((socket) => {
    connections += 1;
    const connection = connections;
    let pending = '';
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
    socket.on('data', (bytes) => {
      pending += bytes.toString('latin1');
      for (let taken = takeRequest(pending); taken !== undefined; taken = takeRequest(pending)) {
        pending = taken.rest;
        const request = { head: taken.head, body: taken.body, connection };
        requests.push(request);
        reply(socket, answer(request));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    requests,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        sockets.forEach((socket) => socket.destroy());
        server.close(() => {
          resolve();
        });
      }),
  };
}

/** `HTTP/1.1 200 OK` with a body and its length. */
export function ok(body = '', lines: readonly string[] = []): string {
  const head = ['HTTP/1.1 200 OK', ...lines, `Content-Length: ${Buffer.byteLength(body)}`];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

interface Taken {
  readonly head: string;
  readonly body: string;
  readonly rest: string;
}

function takeRequest(text: string): Taken | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) {
    return undefined;
  }
  const head = text.slice(0, end + 4);
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
  if (text.length < head.length + length) {
    return undefined;
  }
  return {
    head,
    body: text.slice(head.length, head.length + length),
    rest: text.slice(head.length + length),
  };
}

function reply(socket: Socket, answer: WireAnswer): void {
  if (typeof answer === 'string') {
    socket.write(answer, 'latin1');
  } else if (answer.close) {
    socket.end(answer.bytes);
  } else {
    socket.write(answer.bytes);
  }
}
