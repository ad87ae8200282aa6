/**
 * The text of a file that other tools wrote: UTF-8, or UTF-16 where its byte order mark says so, as Windows
 * PowerShell writes what is sent to a file with `>`.
 */

/** Decodes a file; its byte order mark is not part of the text. */
export function sourceText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

/** Encoding Standard, "BOM sniff". */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) {
    return 'utf-16le';
  }
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
