/**
 * A kind of hostile answer: what a server writes to the wire instead of an answer, and the required outcome.
 */
import type { Socket } from 'node:net';
import { defined } from '../../../src/core/defined';

/** A connection on which a request arrived that is to be answered. */
interface Wire {
  readonly socket: Socket;
  /** Origin of the server itself. */
  readonly origin: string;
}

/** Writes a hostile answer. */
export type Answer = (wire: Wire) => void;

/** A kind of answer. */
export interface HostileKind {
  readonly name: string;
  /** What the request comes to that extracts `$.id` and expects status 200. */
  readonly outcome: 'passed' | 'failed';
  readonly answer: Answer;
  /** More members of the request, such as its own extraction. */
  readonly request?: object;
}

/** A row of a table of kinds. */
export type KindRow = readonly [
  name: string,
  outcome: HostileKind['outcome'],
  answer: Answer,
  request?: object,
];

/** Kinds from their rows. */
export function kindsOf(rows: readonly KindRow[]): readonly HostileKind[] {
  return rows.map(([name, outcome, answer, request]) => ({
    name,
    outcome,
    answer,
    ...defined({ request }),
  }));
}

/** The body of an honest answer. */
export const HONEST = '{"id":7}';

/** More than the program reads of any body, and still bounded: the most that a flood writes, bytes. */
const FLOOD_BYTES = 64 * 2 ** 20;

/** Writes bytes and keeps the connection open. */
export function writes(...pieces: readonly (string | Uint8Array)[]): Answer {
  const bytes = pieces.map(bytesOf);
  return ({ socket }) => {
    bytes.forEach((piece) => socket.write(piece));
  };
}

/** Writes bytes and closes the connection. */
export function ends(...pieces: readonly (string | Uint8Array)[]): Answer {
  return (wire) => {
    writes(...pieces)(wire);
    wire.socket.end();
  };
}

/** Writes bytes and resets the connection. */
export function resets(text = ''): Answer {
  return ({ socket }) => {
    if (text === '') {
      socket.resetAndDestroy();
    } else {
      socket.write(text, () => socket.resetAndDestroy());
    }
  };
}

/** Writes bytes, and then a piece again and again until the connection closes or the bound is reached. */
export function floods(begin: string, piece: string | Uint8Array): Answer {
  return ({ socket }) => {
    const chunk = bytesOf(piece);
    let left = FLOOD_BYTES;
    const pour = (): void => {
      while (left > 0 && !socket.destroyed) {
        left -= chunk.length;
        if (!socket.write(chunk)) {
          socket.once('drain', pour);
          return;
        }
      }
      socket.end();
    };
    socket.write(bytesOf(begin));
    pour();
  };
}

/** Writes a byte now and then until the connection closes. */
export function drips(begin: string, rest: string): Answer {
  return ({ socket }) => {
    socket.write(begin);
    let at = 0;
    const timer = setInterval(() => socket.write(rest.charAt(at++ % rest.length)), 50);
    socket.once('close', () => {
      clearInterval(timer);
    });
  };
}

/** An answer with a status line, header lines as they are, and a body. */
export function answer(
  lines: readonly string[],
  body: string | Uint8Array = HONEST,
  status = '200 OK',
): Answer {
  const bytes = bytesOf(body);
  const head = [`HTTP/1.1 ${status}`, ...lines, `Content-Length: ${bytes.length}`];
  return writes(`${head.join('\r\n')}\r\n\r\n`, bytes);
}

/** An honest status and header with a hostile body of a type. */
export function body(content: string | Uint8Array, type = 'application/json'): Answer {
  return answer([`Content-Type: ${type}`], content);
}

/** Bytes as they are; characters of texts as Latin-1, so that a table can write any byte. */
function bytesOf(piece: string | Uint8Array): Uint8Array {
  return typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece;
}
