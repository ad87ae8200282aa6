/** Hostile answers over HTTP/2. */
import type { Socket } from 'node:net';
import { fields, FLAG, frame, FRAME, indexedField, setting, uint32 } from './http2Frames';
import { floods, HONEST } from './kind';

/** Writes what follows the header of a request on a stream. */
type Http2Answer = (socket: Socket, stream: number) => void;

/** A kind of answer over HTTP/2. */
export interface Http2Kind {
  readonly name: string;
  readonly outcome: 'passed' | 'failed';
  readonly answer: Http2Answer;
  /** Payload of the server's first SETTINGS. */
  readonly settings?: Uint8Array;
  readonly request?: object;
}

const { endStream, endHeaders } = FLAG;
const ok = fields([':status', '200'], ['content-type', 'application/json']);
const headers = (stream: number, block = ok, flags: number = endHeaders): Buffer =>
  frame(FRAME.headers, flags, stream, block);
const data = (stream: number, text = HONEST, flags: number = endStream): Buffer =>
  frame(FRAME.data, flags, stream, Buffer.from(text));
const honest = (stream: number): readonly Buffer[] => [headers(stream), data(stream)];
const goaway = (last: number): Buffer => frame(FRAME.goaway, 0, 0, Buffer.concat([uint32(last), uint32(0)]));
const reset = (stream: number): Buffer => frame(FRAME.reset, 0, stream, uint32(2));

/** Writes the frames of a stream. */
const sends =
  (frames: (stream: number) => readonly Buffer[]): Http2Answer =>
  (socket, stream) => {
    socket.write(Buffer.concat(frames(stream)));
  };

/** Writes frames, and then others without end. */
const sendsForever =
  (begin: (stream: number) => readonly Buffer[], more: (stream: number) => Buffer): Http2Answer =>
  (socket, stream) => {
    const wire = { socket, origin: '' };
    floods(Buffer.concat(begin(stream)).toString('latin1'), more(stream))(wire);
  };

const many = (count: number, one: (at: number) => Buffer): Buffer =>
  Buffer.concat(Array.from({ length: count }, (_, at) => one(at)));

/** Indexed field 62, the first of the receiver's own table. */
const REPEATED = 0xbe;

/** All of them. */
export const http2Kinds: readonly Http2Kind[] = [
  { name: 'goes away at once', outcome: 'failed', answer: sends(() => [goaway(0)]) },
  { name: 'goes away in the answer', outcome: 'failed', answer: sends((id) => [headers(id), goaway(0)]) },
  { name: 'resets the stream at once', outcome: 'failed', answer: sends((id) => [reset(id)]) },
  {
    name: 'resets the stream in the body',
    outcome: 'failed',
    answer: sends((id) => [headers(id), data(id, '{"id"', 0), reset(id)]),
  },
  {
    name: 'closes the connection in the body',
    outcome: 'failed',
    answer: (socket, id) => {
      socket.write(Buffer.concat([headers(id), data(id, '{"id"', 0)]));
      socket.destroy();
    },
  },
  {
    name: 'resets 10,000 streams that nobody opened',
    outcome: 'failed',
    answer: sends((id) => [many(10_000, (at) => reset(id + 2 + 2 * at)), ...honest(id)]),
  },
  {
    name: 'continues its header without end',
    outcome: 'failed',
    answer: sendsForever(
      (id) => [headers(id, ok, 0)],
      (id) => frame(FRAME.continuation, 0, id, fields(['x-more', 'x'.repeat(4000)])),
    ),
  },
  {
    name: 'sends settings without end',
    outcome: 'failed',
    answer: sendsForever(
      () => [],
      () => many(1000, (at) => frame(FRAME.settings, 0, 0, setting(3, 100 + at))),
    ),
  },
  {
    name: 'sends pings without end',
    outcome: 'failed',
    answer: sendsForever(
      () => [],
      () => many(1000, () => frame(FRAME.ping, 0, 0, Buffer.alloc(8))),
    ),
  },
  {
    name: 'has header lines of 200 KB',
    outcome: 'failed',
    answer: sends((id) => [
      headers(id, ok, 0),
      many(12, () => frame(FRAME.continuation, 0, id, fields(['x-more', 'x'.repeat(16_000)]))),
      frame(FRAME.continuation, endHeaders, id, fields(['x-last', '1'])),
      data(id),
    ]),
  },
  {
    name: 'has pseudo-headers of a request',
    outcome: 'failed',
    answer: sends((id) => [headers(id, fields([':status', '200'], [':path', '/'])), data(id)]),
  },
  {
    name: 'pushes what nobody asked for',
    outcome: 'failed',
    answer: sends((id) => [
      frame(
        FRAME.push,
        endHeaders,
        id,
        Buffer.concat([uint32(2), fields([':method', 'GET'], [':path', '/'])]),
      ),
      ...honest(id),
    ]),
  },
  {
    name: 'never ends the stream',
    outcome: 'failed',
    answer: sends((id) => [headers(id), data(id, HONEST, 0)]),
  },
  {
    name: 'has a length that is too long',
    outcome: 'failed',
    answer: sends((id) => [headers(id, Buffer.concat([ok, fields(['content-length', '100'])])), data(id)]),
  },
  {
    name: 'has a status in its trailers',
    outcome: 'failed',
    answer: sends((id) => [
      headers(id),
      data(id, HONEST, 0),
      headers(id, fields([':status', '500']), endHeaders | endStream),
    ]),
  },
  {
    name: 'is an HPACK bomb',
    outcome: 'failed',
    answer: sends((id) => [
      headers(
        id,
        Buffer.concat([ok, indexedField('x-bomb', 'x'.repeat(4000)), Buffer.alloc(12_000, REPEATED)]),
      ),
      data(id),
    ]),
  },
  {
    name: 'never opens its window',
    outcome: 'failed',
    answer: () => undefined,
    settings: setting(4, 0),
    request: { method: 'POST', body: { text: 'never sent' } },
  },
];
