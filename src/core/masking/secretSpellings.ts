/**
 * The strings that give a secret value away: itself, its UTF-8 bytes, and its base64 spellings.
 *
 * Percent, JSON and HTML escapes are not listed: they are undone in the text (see unescape.ts).
 * Base64 cannot be undone without knowing where it begins, so the value is encoded at its three
 * possible alignments, and the characters that depend on it alone are looked for: this finds it in
 * `Basic dXNlcjpwYXNz` and in the middle of an encoded document alike.
 */

/** One string to look for; what stands around it may hold some bits of the value as well. */
export interface SecretSpelling {
  readonly text: string;
  /** The value it gives away. */
  readonly value: string;
  /** Base64 characters before and after `text` that share bits with the value. */
  readonly before: 0 | 1;
  readonly after: 0 | 1;
}

/** All spellings of `value`, distinct. */
export function secretSpellings(value: string): readonly SecretSpelling[] {
  const spellings = new Map<string, SecretSpelling>();
  const add = (spelling: SecretSpelling): void => {
    if (!spellings.has(spelling.text)) {
      spellings.set(spelling.text, spelling);
    }
  };
  for (const text of [value, value.replaceAll(' ', '+'), utf8AsBinary(value)]) {
    add({ text, value, before: 0, after: 0 });
  }
  for (const inner of encodedInside(value)) {
    for (const shift of [0, 1, 2]) {
      base64Spellings(utf8AsBinary(inner), shift, value).forEach(add);
    }
  }
  return [...spellings.values()];
}

/** The UTF-8 bytes of a text, one character each: how a body or a header looks before decoding. */
export function utf8AsBinary(text: string): string {
  return isAscii(text) ? text : bytesAsBinary(new TextEncoder().encode(text));
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) > 0x7f) {
      return false;
    }
  }
  return true;
}

/** One character for each byte (ISO 8859-1). */
function bytesAsBinary(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let start = 0; start < bytes.length; start += 8192) {
    pieces.push(String.fromCharCode(...bytes.subarray(start, start + 8192)));
  }
  return pieces.join('');
}

/**
 * What base64 usually wraps: the value, the value in a JSON string, and the value as a form field
 * (client credentials in a `Basic` header, RFC 6749 §2.3.1).
 */
function encodedInside(value: string): ReadonlySet<string> {
  const wellFormed = new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(value));
  const percent = encodeURIComponent(wellFormed);
  return new Set([value, JSON.stringify(value).slice(1, -1), percent, percent.replaceAll('%20', '+')]);
}

function base64Spellings(bytes: string, shift: number, value: string): readonly SecretSpelling[] {
  const encoded = btoa('\0'.repeat(shift) + bytes);
  const first = Math.ceil((shift * 8) / 6);
  const end = Math.floor(((shift + bytes.length) * 8) / 6);
  const text = encoded.slice(first, end);
  const around = {
    value,
    before: shift === 0 ? 0 : 1,
    after: (shift + bytes.length) % 3 === 0 ? 0 : 1,
  } as const;
  return [
    { text, ...around },
    { text: text.replaceAll('+', '-').replaceAll('/', '_'), ...around },
  ];
}
