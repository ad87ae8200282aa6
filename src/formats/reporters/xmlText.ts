/**
 * Text in XML 1.0. Characters that XML cannot hold even as references (control characters, halves of
 * surrogate pairs, U+FFFE and U+FFFF) are left out, so that any text makes a document that opens.
 */

/** The content of an element. */
export function xmlText(text: string): string {
  return withoutIllegal(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Attributes in the given order, each with a space before it; line breaks in values survive. */
export function xmlAttributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => {
      const escaped = xmlText(value)
        .replaceAll('"', '&quot;')
        .replace(/[\t\r\n]/g, (whitespace) => `&#${whitespace.charCodeAt(0)};`);
      return ` ${name}="${escaped}"`;
    })
    .join('');
}

/** XML 1.0 §2.2 (Char). */
function withoutIllegal(text: string): string {
  return text.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
}
