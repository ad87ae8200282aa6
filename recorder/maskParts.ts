/** Fields of a multipart body (RFC 7578), found by their names. The boundary is not needed: a body can be cut off. */
import { isCredentialName } from '../src/core/masking/credentialNames';
import type { Replace } from './maskText';

/** The text with its parts of credential names replaced. Each character is read once. */
export function maskParts(text: string, replace: Replace): string {
  let masked = '';
  let copied = 0;
  DISPOSITION.lastIndex = 0;
  for (let line = DISPOSITION.exec(text); line !== null; line = DISPOSITION.exec(text)) {
    BLANK_LINE.lastIndex = DISPOSITION.lastIndex;
    const start = BLANK_LINE.test(text) ? BLANK_LINE.lastIndex : text.length;
    PART_END.lastIndex = start;
    const end = PART_END.exec(text)?.index ?? text.length;
    const names = [...line[0].matchAll(/[ ;]name="([^"]{1,200})"/gi)];
    if (end > start && names.some(([, name = '']) => isCredentialName(name))) {
      masked += text.slice(copied, start) + replace(text.slice(start, end));
      copied = end;
    }
    DISPOSITION.lastIndex = end;
  }
  return masked + text.slice(copied);
}

const DISPOSITION = /content-disposition:[^\r\n]{0,2000}/gi;
const BLANK_LINE = /\r?\n\r?\n/g;
const PART_END = /\r?\n--/g;
