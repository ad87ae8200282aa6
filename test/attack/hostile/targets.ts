/** What hostile answers are tried with: each kind behind a server that is started for it. */
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import tls from 'node:tls';
import { listen } from '../exfiltration/arrivals';
import { startHostileApi, type Place } from './api';
import { bodies } from './bodies';
import { framing } from './framing';
import { heads } from './heads';
import { FLAG, frame, FRAME, framesIn } from './http2Frames';
import { http2Kinds, type Http2Kind } from './http2Kinds';
import { ends, type HostileKind } from './kind';

/** The servers of one kind, while they run. */
export interface HostileStage {
  /** Origin of the honest parts of the API. */
  readonly baseUrl: string;
  /** Where every request gets the hostile answer. */
  readonly oddUrl: string;
  /** Items that exist. */
  readonly items: () => number;
  readonly close: () => Promise<void>;
}

/** A kind that can be tried. */
export interface HostileTarget extends Pick<HostileKind, 'name' | 'outcome' | 'request'> {
  readonly protocol: 'HTTP/1' | 'HTTP/2';
  /** Starts its servers; `place` is where the API is hostile apart from `oddUrl`. */
  readonly start: (place: Place) => Promise<HostileStage>;
}

/** Members of the environment that an HTTP/2 server needs. */
export const HTTP2_ENVIRONMENT = { http2: true, tls: { ca: 'ca.pem' } } as const;

/** The certificate authority that {@link HTTP2_ENVIRONMENT} names. */
export const authority = (): string => readFileSync(`${TLS}/ca.pem`, 'utf8');

const TLS = 'test/fixtures/tls';

/** Every kind. */
export const hostileTargets: readonly HostileTarget[] = [
  ...[...framing, ...heads, ...bodies].map(overHttp1),
  ...http2Kinds.map(overHttp2),
];

function overHttp1({ answer, ...kind }: HostileKind): HostileTarget {
  return {
    ...kind,
    protocol: 'HTTP/1',
    start: async (place) => {
      const api = await startHostileApi(answer, place);
      return { ...api, baseUrl: api.origin, oddUrl: `${api.origin}/odd` };
    },
  };
}

function overHttp2({ answer, settings, ...kind }: Http2Kind): HostileTarget {
  return {
    ...kind,
    protocol: 'HTTP/2',
    start: async (place) => {
      const api = await startHostileApi(ends(), place);
      const { port, close } = await startHttp2({ ...kind, answer, ...(settings && { settings }) });
      return {
        ...api,
        baseUrl: api.origin,
        oddUrl: `https://127.0.0.1:${port}/odd`,
        close: async () => {
          await Promise.all([api.close(), close()]);
        },
      };
    },
  };
}

/** `PRI * HTTP/2.0…`, with which a client begins. */
const PREFACE_BYTES = 24;

async function startHttp2(
  kind: Http2Kind,
): Promise<{ readonly port: number; readonly close: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  const options = { key: readFileSync(`${TLS}/server.key`), cert: readFileSync(`${TLS}/server.pem`) };
  const server = tls.createServer({ ...options, ALPNProtocols: ['h2'] }, (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.write(frame(FRAME.settings, 0, 0, kind.settings));
    let pending = Buffer.alloc(0);
    let skip = PREFACE_BYTES;
    socket.on('data', (chunk: Buffer) => {
      pending = Buffer.concat([pending, chunk]);
      if (pending.length < skip) {
        return;
      }
      const { frames, length } = framesIn(pending.subarray(skip));
      pending = pending.subarray(skip + length);
      skip = 0;
      for (const { type, flags, stream } of frames) {
        if (type === FRAME.settings && (flags & FLAG.ack) === 0) {
          socket.write(frame(FRAME.settings, FLAG.ack, 0));
        } else if (type === FRAME.headers) {
          kind.answer(socket, stream);
        }
      }
    });
  });
  server.on('tlsClientError', () => undefined);
  const port = await listen(server);
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        sockets.forEach((socket) => socket.destroy());
        server.close(() => resolve());
      }),
  };
}
