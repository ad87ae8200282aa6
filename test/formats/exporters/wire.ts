/** A server that keeps what it is sent, and requests in a form in which those of different clients can be compared. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Sent } from './sentRequests';

/** A request as the server sees it. */
export interface Received {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** What the server answers; by default 200 without a body. */
export interface WireAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
}

/** The server. */
export interface Wire {
  readonly origin: string;
  /** What came since the answers were set. */
  readonly received: () => readonly Received[];
  /** Answers in the order of requests; forgets what came before. */
  readonly answer: (answers: readonly WireAnswer[]) => void;
  readonly close: () => Promise<void>;
}

/** Starts a server on this machine. */
export async function startWire(): Promise<Wire> {
  let answers: readonly WireAnswer[] = [];
  let received: Received[] = [];
  const server = createServer((message, response) => {
    void read(message).then((request) => {
      const { status = 200, headers = {}, body = '' } = answers[received.length] ?? {};
      received.push(request);
      for (const [name, value] of Object.entries(headers)) {
        response.setHeader(name, value);
      }
      response.writeHead(status).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () => received,
    answer: (wanted) => {
      answers = wanted;
      received = [];
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function read(message: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) {
    chunks.push(chunk as Buffer);
  }
  const raw = message.rawHeaders;
  const headers = raw.flatMap((name, index) =>
    index % 2 === 0 ? [[name, Buffer.from(raw[index + 1] ?? '', 'latin1').toString()] as const] : [],
  );
  const { method = '', url: target = '' } = message;
  return { method, target, headers, body: Buffer.concat(chunks).toString() };
}

/** A request without what each client writes its own way. */
export interface Comparable {
  readonly method: string;
  readonly target: string;
  /** Names in small letters, sorted. */
  readonly headers: readonly string[];
  readonly content: unknown;
}

/** What a server saw. */
export function comparableReceived({ method, target, headers, body }: Received): Comparable {
  return comparable(
    { method, target, body },
    headers.map(([name, value]) => `${name}: ${value}`),
  );
}

/** What a chain sends, to `origin`. */
export function comparableSent({ method, url, headers, body }: Sent, origin: string): Comparable {
  return comparable({ method, target: url.slice(origin.length) || '/', body }, headers);
}

const OWN = /^(?:host|user-agent|content-length|accept-encoding|connection|expect):|^accept: \*\/\*$/;

/** Boundaries are random, some clients encode apostrophes and write parts with other line ends, and JSON and forms are compared by what they say. */
function comparable(
  { method, target, body }: Pick<Received, 'method' | 'target' | 'body'>,
  headers: readonly string[],
): Comparable {
  const lines = headers
    .map((line) => line.replace(/^[^:]*/, (name) => name.toLowerCase()).replace(/boundary=.*/, 'boundary=x'))
    .filter((line) => !OWN.test(line))
    .sort();
  const type = lines.find((line) => line.startsWith('content-type:')) ?? '';
  return { method, target: target.replaceAll('%27', "'"), headers: lines, content: contentOf(type, body) };
}

function contentOf(type: string, body: string): unknown {
  if (type.includes('x-www-form-urlencoded')) {
    return [...new URLSearchParams(body)];
  }
  if (type.includes('application/json') && body !== '') {
    return JSON.parse(body);
  }
  const boundary = /^--\S+/.exec(body)?.[0];
  return type.includes('multipart/') && boundary !== undefined
    ? body.replaceAll(boundary, '--x').replaceAll('\r\n', '\n').trimEnd()
    : body;
}
