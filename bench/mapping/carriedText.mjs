/** What a text carries inside, and what texts are of one run alone, read without the program that is measured by it. */

/** Ids, numbers and moments are other ones in each run. */
export const VOLATILE = /^(?=.*\d)[^ ]{8,}$|^[\d.:,+-]*$|^\d{4}-\d\d-\d\d/;

/**
 * The text that is inside: the claims of a token (`jwt`, RFC 7519), a text in base64 or base64url or with percent signs,
 * the digits of a hexadecimal number without their `0x`, or, of JSON in a text, the text itself.
 *
 * @param {'jwt' | 'base64' | 'percent' | 'hex' | 'json'} as
 */
export function carriedText(text, as) {
  switch (as) {
    case 'jwt':
      return Buffer.from(text.split('.')[1] ?? '', 'base64url').toString();
    case 'base64':
      return Buffer.from(text, 'base64').toString();
    case 'percent':
      return percentDecoded(text);
    case 'hex':
      return text.replace(/^0x/, '');
    default:
      return text;
  }
}

/** A text with its percent signs decoded; one that cannot be decoded is left unchanged. */
function percentDecoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A header as a whole, and what addresses and lists in it are made of, as written and as read. */
export function headerParts(line) {
  const inner = line
    .split(/[^\w.~+/=%@:-]|(?<=\/)|(?=\/)/)
    .flatMap((part) => [part, part.replace(/^[\w.-]+=/, '')]);
  return [line, ...inner, ...inner.filter((part) => part.includes('%')).map(percentDecoded)];
}
