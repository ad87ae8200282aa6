/** Base64 as messages carry it. */

const DIGITS = new TextEncoder().encode('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/');
const PADDING = '='.charCodeAt(0);

/**
 * Base64 of bytes, padded (RFC 4648 §4). The digits are written as bytes: a response can have 20 MB, of which
 * `btoa` needs a text first.
 */
export function base64OfBytes(bytes: Uint8Array): string {
  const digits = new Uint8Array(Math.ceil(bytes.length / 3) * 4);
  let end = 0;
  for (let start = 0; start < bytes.length; start += 3) {
    const bits = ((bytes[start] ?? 0) << 16) | ((bytes[start + 1] ?? 0) << 8) | (bytes[start + 2] ?? 0);
    digits[end++] = DIGITS[bits >> 18] ?? 0;
    digits[end++] = DIGITS[(bits >> 12) & 63] ?? 0;
    digits[end++] = DIGITS[(bits >> 6) & 63] ?? 0;
    digits[end++] = DIGITS[bits & 63] ?? 0;
  }
  digits.fill(PADDING, end - ((3 - (bytes.length % 3)) % 3));
  return new TextDecoder().decode(digits);
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** The bytes that base64 of either alphabet encodes (RFC 4648 §4, §5), padded or not; absent when it is not base64. */
export function bytesOfBase64(base64: string): Uint8Array | undefined {
  try {
    const binary = atob(base64.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** The text of UTF-8 bytes; absent when they are not UTF-8. */
export function textOfBytes(bytes: Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes);
  } catch {
    return undefined;
  }
}

/** The UTF-8 text that base64 of either alphabet encodes; absent when it is not base64, or its bytes are no text. */
export function textOfBase64(base64: string): string | undefined {
  const bytes = bytesOfBase64(base64);
  return bytes === undefined ? undefined : textOfBytes(bytes);
}

/** Base64 of a text's UTF-8 bytes (RFC 7617 §2.1). */
export function base64OfText(text: string): string {
  return base64OfBytes(new TextEncoder().encode(text));
}

/** Base64 for URLs, without padding (RFC 4648 §5, RFC 7515 §2). */
export function base64UrlOfBytes(bytes: Uint8Array): string {
  return base64OfBytes(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
