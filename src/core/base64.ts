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

/** The UTF-8 text that base64 of either alphabet stands for (RFC 4648 §4, §5), padded or not; absent when it is none. */
export function textOfBase64(base64: string): string | undefined {
  try {
    const binary = atob(base64.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Neither alphabet, or bytes that are no text.
    return undefined;
  }
}

/** Base64 of a text's UTF-8 bytes (RFC 7617 §2.1). */
export function base64OfText(text: string): string {
  return base64OfBytes(new TextEncoder().encode(text));
}
