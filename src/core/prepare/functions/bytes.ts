/** Bytes as text and text as bytes, in the encodings that functions know. */
import { base64OfBytes, base64UrlOfBytes, bytesOfBase64 } from '../../base64';
import { hex } from '../../hex';
import type { byteEncodings, inputEncodings } from './signatures';

/** How bytes are written. */
export type ByteEncoding = (typeof byteEncodings)[number];

/** How a key or another input is written. */
export type InputEncoding = (typeof inputEncodings)[number];

/** Bytes in an encoding. */
export function encodeBytes(bytes: Uint8Array, encoding: ByteEncoding): string {
  switch (encoding) {
    case 'hex':
      return hex(bytes);
    case 'base64':
      return base64OfBytes(bytes);
    case 'base64url':
      return base64UrlOfBytes(bytes);
  }
}

/** The bytes that a text encodes; absent when it is not in that encoding. */
export function decodeBytes(text: string, encoding: InputEncoding): Uint8Array | undefined {
  switch (encoding) {
    case 'utf8':
      return new TextEncoder().encode(text);
    case 'hex':
      return hexBytes(text);
    case 'base64':
    case 'base64url':
      return bytesOfBase64(text);
    case 'base32':
      return base32Bytes(text);
  }
}

function hexBytes(text: string): Uint8Array | undefined {
  return /^(?:[0-9a-f]{2})*$/i.test(text)
    ? Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
    : undefined;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 §6; in any case, padded or not, and with the spaces that authenticator apps show keys with. */
function base32Bytes(text: string): Uint8Array | undefined {
  const digits = text.replace(/[\s-]/g, '').replace(/=+$/, '').toUpperCase();
  if (!/^[A-Z2-7]*$/.test(digits) || [1, 3, 6].includes(digits.length % 8)) {
    return undefined;
  }
  const bytes = new Uint8Array(Math.floor((digits.length * 5) / 8));
  let bits = 0;
  let count = 0;
  let end = 0;
  for (const digit of digits) {
    bits = ((bits << 5) | BASE32.indexOf(digit)) & 0xfff;
    count += 5;
    if (count >= 8) {
      count -= 8;
      bytes[end++] = (bits >> count) & 0xff;
    }
  }
  return bytes;
}
