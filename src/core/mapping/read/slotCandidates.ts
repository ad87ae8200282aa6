/** What of a slot's value can come from an answer: the whole, what proves behind a scheme, and parts of longer values. */
import { textOfBase64 } from '../../base64';
import { decoded } from './urlValue';
import { withoutFormat } from '../../language/placeName';

/** Where in a request. */
export type SlotLocation = 'path' | 'query' | 'header' | 'auth' | 'body';

/** RFC 9110 §11.4: a scheme, then what proves. */
const SCHEME = /^([A-Za-z][A-Za-z0-9-]{1,20}) +(\S.*)$/s;
/** RFC 7617 §2: the name has no colon. */
const BASIC = /^basic +([\w+/-]+={0,2})$/i;

/** RFC 3986 §3.3: a segment with parameters, `cart;sid=9f3c`. */
const PARAMETERS = /^[^;=]+(?:;[^;=]+=[^;=]+)+$/;

/** The texts to look for in answers, the whole value first; none for a name with its password. */
export function candidatesOf(location: SlotLocation, value: string): readonly string[] {
  if (location === 'auth') {
    const proof = SCHEME.exec(value)?.[2] ?? value;
    return /^basic /i.test(value) ? [] : [proof];
  }
  if (location === 'path' && PARAMETERS.test(value)) {
    return value.match(/(?<==)[^;=]+/g) ?? [];
  }
  const unquoted = location === 'header' ? /^(?:W\/)?"(.*)"$/s.exec(value)?.[1] : undefined;
  const decodedOnce = value.includes('%') ? decoded(value) : value;
  const named = location === 'path' ? withoutFormat(value) : value;
  return [
    ...new Set([value, ...(unquoted === undefined ? [] : [unquoted]), decodedOnce, named, ...partsOf(value)]),
  ].filter((candidate) => candidate !== '');
}

/** What a longer value is joined from: `order:9f3c…` or a list of ids. */
function partsOf(value: string): readonly string[] {
  const parts = value.length > 1000 ? [] : value.split(/[^\w.~+=-]+/);
  return parts.length > 1 ? parts.filter((part) => part.length >= 8 && /\d/.test(part)) : [];
}

/** The name that is sent with a password; absent when the header proves otherwise. */
export function basicUser(value: string): string | undefined {
  const pair = textOfBase64(BASIC.exec(value)?.[1] ?? '');
  return pair?.includes(':') === true ? pair.replace(/:.*$/s, '') : undefined;
}
