/**
 * Parsing URLs of strangers without throwing.
 *
 * `URL.canParse` is not used: once it is called often, Node 20 takes texts with letters such as `ü` for invalid
 * (its fast path reads Latin-1 as UTF-8).
 */

/** The URL that a text represents; absent when it is not a URL. */
export function parsedUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
