/** Bodies and moments of other tools in the form in which results keep them. */
import type { RecordedBody } from '../../../core/result/result';

/** A body that a source holds as text. */
export function recordText(text: string, mediaType: string): RecordedBody {
  return { encoding: 'utf8', content: text, size: utf8Length(text), mediaType };
}

/** Bytes of a text in UTF-8. */
function utf8Length(text: string): number {
  // Most bodies are ASCII, and checking that is many times faster than encoding.
  return BEYOND_ASCII.test(text) ? new TextEncoder().encode(text).length : text.length;
}

const BEYOND_ASCII = /[^\0-\x7f]/;

/** Decodes base64; absent when the text is not valid. */
export function bytesOfBase64(text: string): Uint8Array | undefined {
  let binary: string;
  try {
    binary = atob(text);
  } catch {
    return undefined;
  }
  const bytes = new Uint8Array(binary.length);
  // A loop: going through the characters of a text takes 25 times as long, and recordings hold megabytes.
  for (let index = 0; index < bytes.length; index += 1) {
    bytes[index] = binary.charCodeAt(index);
  }
  return bytes;
}

/** Names of results are times, of four digits for the year. */
const LATEST = Date.UTC(9999, 11, 31);

/** Milliseconds since 1970 of an ISO 8601 time; absent for what is none, or no time that a recorder could have run at. */
export function recordedMoment(text: string | undefined): number | undefined {
  const moment = Date.parse(text ?? '');
  return moment >= 0 && moment < LATEST ? moment : undefined;
}
