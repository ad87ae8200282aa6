/**
 * Content codings (RFC 9110 §8.4): a body as it came over the wire becomes the body that was meant.
 *
 * Decoding runs after the download, stream by stream, and counts what comes out: a bomb is stopped at
 * the limit, in memory bounded by it. What was decoded before a fault is kept, because the beginning of a
 * broken body is what people need to see.
 */
import type { Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { defined } from '../../core/defined';
import { headerValues } from '../../core/headers';
import type { HeaderLine } from '../../core/model';

/** A decoded body; `fault` says why it is not complete. */
export interface Decoded {
  readonly body: Uint8Array;
  readonly fault?: DecodingFault;
}

/** `coding` names the one that failed. */
export type DecodingFault =
  | { readonly kind: 'too-large' }
  | { readonly kind: 'corrupt' | 'unknown'; readonly coding: string }
  | { readonly kind: 'too-many' };

/** The codings that were applied to a body, in the order they were applied; `identity` left out. */
export function contentCodings(headers: readonly HeaderLine[]): readonly string[] {
  return headerValues(headers, 'content-encoding')
    .flatMap((value) => value.split(','))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
}

/** Undoes `codings`, last one first; neither the result nor a stage between exceeds `limit` bytes. */
export async function decodeBody(
  body: Uint8Array,
  codings: readonly string[],
  limit: number,
): Promise<Decoded> {
  if (codings.length > MOST_CODINGS) {
    return { body, fault: { kind: 'too-many' } };
  }
  let decoded: Decoded = { body };
  for (const coding of codings.toReversed()) {
    if (decoded.body.length === 0 || decoded.fault !== undefined) {
      return decoded;
    }
    const decoder = decoderFor(coding, decoded.body);
    if (decoder === undefined) {
      return { body: decoded.body, fault: { kind: 'unknown', coding } };
    }
    decoded = await pass(decoded.body, decoder, coding, limit);
  }
  return decoded;
}

/** What undoes a coding of a body with that beginning; absent for a coding that cannot be read here. */
export function decoderFor(coding: string, beginning: Uint8Array): Transform | undefined {
  return DECODERS.get(coding)?.(beginning);
}

/** As curl: nobody stacks more in earnest. */
const MOST_CODINGS = 5;

const DECODERS = new Map<string, (body: Uint8Array) => Transform>([
  ['gzip', () => zlib.createGunzip()],
  ['x-gzip', () => zlib.createGunzip()],
  ['deflate', (body) => (hasZlibHeader(body) ? zlib.createInflate() : zlib.createInflateRaw())],
  ['br', () => zlib.createBrotliDecompress()],
  ...zstd(),
]);

/** Zstandard came to Node with 22.15; older ones do without. */
function zstd(): readonly (readonly [string, () => Transform])[] {
  const { createZstdDecompress } = zlib as { readonly createZstdDecompress?: () => Transform };
  return createZstdDecompress === undefined ? [] : [['zstd', createZstdDecompress]];
}

/** RFC 9110 says zlib, some servers send the bare stream; RFC 1950 §2.2 tells them apart. */
function hasZlibHeader(body: Uint8Array): boolean {
  const [first = 0, second = 0] = body;
  return (first & 15) === 8 && (first * 256 + second) % 31 === 0;
}

function pass(body: Uint8Array, decoder: Transform, coding: string, limit: number): Promise<Decoded> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (fault?: DecodingFault) => {
      decoder.removeAllListeners('data').destroy();
      resolve({ body: Buffer.concat(chunks), ...defined({ fault }) });
    };
    decoder.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) {
        chunks.push(chunk.subarray(0, chunk.length - (size - limit)));
        finish({ kind: 'too-large' });
      } else {
        chunks.push(chunk);
      }
    });
    decoder.once('end', () => {
      finish();
    });
    decoder.on('error', () => {
      finish({ kind: 'corrupt', coding });
    });
    decoder.end(body);
  });
}
