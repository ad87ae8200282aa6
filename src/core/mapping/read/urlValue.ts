/** Addresses among the values of an answer: a whole one, or the path of one; and what addresses and forms consist of. */
import type { HeaderLine } from '../../model';

/** An address, or the path of one. */
const ADDRESS = /^(?:https?:\/\/[^/\s]+)?\/[^\s]+$/i;
const MAX_ADDRESS_LENGTH = 2000;

/** Whether a text is an address; the first character rules out most. */
export function isAddress(text: string): boolean {
  return isAddressLead(text.charCodeAt(0)) && text.length <= MAX_ADDRESS_LENGTH && ADDRESS.test(text);
}

/** Whether the text of a link is an address, which may be relative to the page: `edit/5`, `?id=5` (RFC 3986 §4.2). */
export function isLink(text: string): boolean {
  return text.length <= MAX_ADDRESS_LENGTH && (isAddress(text) || RELATIVE.test(text));
}

const RELATIVE = /^(?!#|[a-z][a-z\d+.-]*:)\S+$/i;

/** Whether an address may begin with a character. */
export function isAddressLead(code: number): boolean {
  return code === SLASH || (code | LOWER_CASE) === LETTER_H;
}

const SLASH = 0x2f;
const LETTER_H = 0x68;
const LOWER_CASE = 0x20;

/** The path of an address. */
export function addressPath(address: string): string {
  return address.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
}

/** Percent-decoded; unchanged where that fails. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Segments of a path, decoded as far as they can be; empty ones are no segments. */
export function segmentsOf(path: string): readonly string[] {
  return path
    .split('/')
    .filter((segment) => segment !== '')
    .map(decoded);
}

/** Fields of a query or of a form's text, decoded: WHATWG URL, `application/x-www-form-urlencoded`. */
export function formFields(text: string): readonly HeaderLine[] {
  return text
    .split('&')
    .filter((field) => field !== '')
    .map((field) => {
      const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(field.replaceAll('+', ' ')) ?? [];
      return { name: decoded(name), value: decoded(value) };
    });
}
