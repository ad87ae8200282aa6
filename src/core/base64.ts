/** Base64 as messages carry it. */

/** Base64 of bytes. */
export function base64OfBytes(bytes: Uint8Array): string {
  const chunk = 0x8000;
  let binary = '';
  for (let start = 0; start < bytes.length; start += chunk) {
    binary += String.fromCharCode(...bytes.subarray(start, start + chunk));
  }
  return btoa(binary);
}

/** Base64 of a text's UTF-8 bytes (RFC 7617 §2.1). */
export function base64OfText(text: string): string {
  return base64OfBytes(new TextEncoder().encode(text));
}
