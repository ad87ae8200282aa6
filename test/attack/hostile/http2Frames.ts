/** Frames of HTTP/2 (RFC 9113 §4.1) and header blocks (RFC 7541) as a server that keeps no rule writes them. */

/** Types of frames. */
export const FRAME = {
  data: 0,
  headers: 1,
  reset: 3,
  settings: 4,
  push: 5,
  ping: 6,
  goaway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;

/** Flags of frames. */
export const FLAG = { endStream: 1, ack: 1, endHeaders: 4 } as const;

/** A frame as it was received. */
export interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Buffer;
}

/** One frame. */
export function frame(
  type: number,
  flags: number,
  stream: number,
  payload: Uint8Array = Buffer.alloc(0),
): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** A number of 32 bits, as windows, error codes and stream identifiers are written. */
export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** One setting. */
export function setting(id: number, value: number): Buffer {
  return Buffer.concat([Buffer.from([0, id]), uint32(value)]);
}

/** A header block of literal fields without indexing, names and values without Huffman code. */
export function fields(...lines: readonly (readonly [name: string, value: string])[]): Buffer {
  return Buffer.concat(lines.flatMap(([name, value]) => [Buffer.from([0]), text(name), text(value)]));
}

/** A field that the receiver keeps in its table, where index 62 names it from then on. */
export function indexedField(name: string, value: string): Buffer {
  return Buffer.concat([Buffer.from([0x40]), text(name), text(value)]);
}

/** The frames at the beginning of some bytes, and how many bytes they are. */
export function framesIn(bytes: Buffer): { readonly frames: readonly Frame[]; readonly length: number } {
  const frames: Frame[] = [];
  let at = 0;
  while (bytes.length >= at + 9 && bytes.length >= at + 9 + bytes.readUIntBE(at, 3)) {
    const end = at + 9 + bytes.readUIntBE(at, 3);
    frames.push({
      type: bytes.readUInt8(at + 3),
      flags: bytes.readUInt8(at + 4),
      stream: bytes.readUInt32BE(at + 5) & 0x7fffffff,
      payload: bytes.subarray(at + 9, end),
    });
    at = end;
  }
  return { frames, length: at };
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value, 'latin1');
  return Buffer.concat([integer(bytes.length, 7), bytes]);
}

/** An integer with a prefix of so many bits (RFC 7541 §5.1). */
function integer(value: number, bits: number): Buffer {
  const limit = 2 ** bits - 1;
  if (value < limit) {
    return Buffer.from([value]);
  }
  const bytes = [limit];
  let rest = value - limit;
  for (; rest >= 128; rest = Math.floor(rest / 128)) {
    bytes.push((rest % 128) + 128);
  }
  return Buffer.from([...bytes, rest]);
}
