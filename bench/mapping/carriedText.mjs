/** What a text carries inside, read without the program that is measured by it. */

/**
 * The text that is inside: the claims of a token (`jwt`, RFC 7519), a text in base64 or base64url, or, of JSON in a
 * text, the text itself.
 *
 * @param {'jwt' | 'base64' | 'json'} as
 */
export function carriedText(text, as) {
  switch (as) {
    case 'jwt':
      return Buffer.from(text.split('.')[1] ?? '', 'base64url').toString();
    case 'base64':
      return Buffer.from(text, 'base64').toString();
    default:
      return text;
  }
}
