/**
 * The texts that give a secret value away: itself, and what it becomes when escapes in it are undone.
 *
 * Escapes, base64 and other encodings are not listed: they are undone in the text that is searched (see
 * readings.ts). A value that itself looks escaped (`50%25`) is decoded with them, so it is looked for decoded, too.
 */
import { escapeMarks } from './escapes';
import { unescaped } from './unescape';

/** All variants of `value`, distinct, itself first. */
export function secretVariants(value: string): readonly string[] {
  const variants = new Set<string>([value]);
  if (value.includes('\n')) {
    variants.add(value.replace(/\r?\n/g, '\n'));
    // Forms are sent with these line breaks (https://html.spec.whatwg.org/#constructing-the-form-data-set).
    variants.add(value.replace(/\r?\n/g, '\r\n'));
  }
  if (HALVES.test(value)) {
    variants.add(new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(value)));
  }
  // Iterating a Set also visits members that are added meanwhile.
  for (const variant of variants) {
    if (variants.size < MAX_VARIANTS) {
      variants.add(unescaped(variant, ESCAPES));
    }
  }
  for (const variant of [...variants]) {
    const certain = variant.replace(PARTIAL_ESCAPE, '');
    if (certain.length >= MIN_CERTAIN) {
      variants.add(certain);
    }
  }
  return [...variants];
}

/** Escapes of escapes of escapes of three ways to write a value. */
const MAX_VARIANTS = 20;
const ESCAPES = escapeMarks(['%', '\\', '&', 'bytes']);

/** Halves of a character, which UTF-8 cannot write. */
const HALVES = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** The beginning of an escape at the end of a value: what follows it in a text may complete it. */
const PARTIAL_ESCAPE = /(?:%[0-9A-Fa-f]?|\\(?:[xuU][0-9A-Fa-f]{0,7})?|&#?[0-9A-Za-z]{0,8})$/;

/** Code units of a beginning that is as telling as the whole value. */
const MIN_CERTAIN = 12;
