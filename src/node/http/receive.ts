/**
 * Receiving: what an attempt to exchange one request brought in from the wire, and the body of an answer
 * read up to a limit. Both protocols (axiosExchange.ts, http2Exchange.ts) end here.
 */
import type { LookupFunction, Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { HeaderLine, HttpRequest } from '../../core/model';
import type { ListenTo } from '../../core/ports';
import type { Deadline } from './deadline';
import { hear } from './hear';
import type { Phases } from './phases';
import { Refusal } from './refusal';
import { hostAndPort, type Target } from './target';

/** One try at one request. */
export interface Attempt {
  readonly request: HttpRequest;
  readonly target: Target;
  readonly lookup: LookupFunction;
  readonly deadline: Deadline;
  readonly phases: Phases;
  readonly limits: Limits;
  readonly listenTo?: ListenTo;
}

/** Bytes, over the wire. */
export interface Limits {
  readonly maxBodyBytes: number;
  readonly maxHeaderBytes: number;
}

/** Status line and header lines of an answer. */
export interface ResponseHead {
  readonly status: number;
  readonly statusText: string;
  readonly httpVersion: string;
  readonly headers: readonly HeaderLine[];
}

/** What an attempt brought in; complete when there is a head and no fault. */
export interface Received {
  readonly head?: ResponseHead;
  /** As it came, content codings and all. */
  readonly body: Uint8Array;
  readonly fault?: unknown;
  /** Present when reading was stopped before the body ended; `size` is that of the decoded part that is enough. */
  readonly stopped?: { readonly size?: number };
  readonly reused: boolean;
  /** Any byte of an answer came, even if it made no sense. */
  readonly heard: boolean;
  /** Meaningful with a proxy only: it was reached and, if it had to, has connected to the target. */
  readonly reachedProxy: boolean;
  readonly address?: string;
}

/** Marks the error that the deadline caused. */
export const STOPPED = new Error('stopped');

/** What came of a body. */
type ReceivedBody = Pick<Received, 'body' | 'fault' | 'stopped'>;

/**
 * Reads a body until it ends, fails, exceeds the limit, or its listener has heard enough; what came until then is
 * kept.
 */
export function receiveBody(stream: Readable, head: ResponseHead, attempt: Attempt): Promise<ReceivedBody> {
  const limit = attempt.limits.maxBodyBytes;
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let finished = false;
    const finish = (how: Omit<ReceivedBody, 'body'> = {}) => {
      if (finished) {
        return;
      }
      finished = true;
      hearing?.end();
      const only = chunks.length === 1 ? chunks[0] : undefined;
      resolve({ body: only ?? Buffer.concat(chunks), ...how });
    };
    const hearing = hear(head, attempt, (how) => {
      finish(how);
      stream.destroy();
    });
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) {
        chunks.push(chunk.subarray(0, chunk.length - (size - limit)));
        finish({ fault: new Refusal(bodyTooLarge(limit)) });
        stream.destroy();
      } else {
        chunks.push(chunk);
        hearing?.take(chunk);
      }
    });
    stream.once('end', () => {
      finish();
    });
    stream.on('error', (fault) => {
      finish({ fault });
    });
    stream.once('close', () => {
      if (!finished) {
        finish({ fault: closedEarly() });
      }
    });
  });
}

/** The fault of a connection that ended too soon. */
export function closedEarly(): NodeJS.ErrnoException {
  return Object.assign(new Error('closed early'), { code: 'ECONNRESET' });
}

/** A flat list of names and values, as Node keeps raw header lines, as lines. */
export function headerLines(flat: readonly string[]): readonly HeaderLine[] {
  const lines: HeaderLine[] = [];
  for (let index = 0; index + 1 < flat.length; index += 2) {
    lines.push({ name: flat[index] ?? '', value: flat[index + 1] ?? '' });
  }
  return lines;
}

/** The far end of a connected socket, `127.0.0.1:4010`. */
export function remoteAddress({ remoteAddress: host, remotePort: port }: Socket): string | undefined {
  return host === undefined || port === undefined ? undefined : hostAndPort({ host, port });
}

/** What to say about a body beyond the limit, in bytes. */
export function bodyTooLarge(limit: number) {
  return {
    code: 'too-large',
    message: `The body is larger than ${formatSize(limit)}; the rest was not read.`,
    todo: 'Ask for less at a time, or raise the limit for bodies.',
  } as const;
}

/** What to say about header lines beyond the limit, in bytes. */
export function headersTooLarge(limit: number) {
  return {
    code: 'too-large',
    message: `The header lines of the answer are larger than ${formatSize(limit)}.`,
    todo: 'Make the server send fewer or smaller header lines, cookies for example.',
  } as const;
}

/** `20 MiB`, `64 KiB`, `10 bytes`. */
function formatSize(bytes: number): string {
  if (bytes >= 2 ** 20) {
    return `${Math.round(bytes / 2 ** 20)} MiB`;
  }
  return bytes >= 1024 ? `${Math.round(bytes / 1024)} KiB` : `${bytes} bytes`;
}
