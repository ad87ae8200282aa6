/** Credentials that are handed out in base64 but used later as the decoded text. */
import { textOfBase64 } from '../base64';

/** Longer ones are documents; UTF-16 code units. */
const MAX_LENGTH = 8192;

/** A credential, and its decoded text if it is base64; without the trailing line break of that. */
export function withDecoded(value: string): readonly string[] {
  const text = value.length > MAX_LENGTH ? undefined : textOfBase64(value)?.trim();
  return text === undefined || !PRINTABLE.test(text) ? [value] : [value, text];
}

/** Bytes that only happen to be UTF-8 have control characters sooner or later. */
const PRINTABLE = /^[\P{C}\s]+$/u;
