/**
 * Finds credentials in texts by the names next to them, and replaces them in place: everything else keeps its
 * bytes, numbers of any size included. Texts are read as what they look like, never parsed as a whole, so that
 * broken and cut ones are masked as well. Every search is bounded: texts come from anywhere.
 */
import { isCredentialName } from '../src/core/masking/credentialNames';
import { maskKeys } from './maskKeys';
import { maskMembers } from './maskMembers';
import { textInBase64 } from './valueForms';

/** What to write in place of a credential. */
export type Replace = (credential: string) => string;

/** A URL with its user information and its credentials in path parameters, query and fragment replaced. */
export function maskUrl(url: string, replace: Replace): string {
  const [head = '', fragment] = splitAt(url, '#');
  const [address = '', query] = splitAt(head, '?');
  const named = (part: string | undefined, mark: string): string =>
    part === undefined ? '' : `${mark}${maskForm(part, replace)}`;
  return `${maskPath(maskUser(address, replace), replace)}${named(query, '?')}${named(fragment, '#')}`;
}

/** The URLs in the value of a header field, such as `Link`, likewise. */
export function maskUrls(text: string, replace: Replace): string {
  return text.replace(/[^\s"'<>]+/g, (word) => (/[?#;]|:\/\//.test(word) ? maskUrl(word, replace) : word));
}

/**
 * A form (`application/x-www-form-urlencoded`) or query with its credentials replaced. `code` is one where it is an
 * authorization code (RFC 6749 §4.1.2, §4.1.3), and an ordinary word elsewhere.
 */
export function maskForm(form: string, replace: Replace): string {
  const isGrant = /(?:^|&)(?:state|grant_type)=/.test(form);
  return form
    .split('&')
    .map((pair) => {
      const [name = '', value = ''] = splitAt(pair, '=');
      const isCredential = isCredentialName(decoded(name)) || (isGrant && name === 'code');
      const masked = isCredential
        ? value === ''
          ? value
          : replace(decoded(value))
        : maskStructure(value, replace);
      return masked === undefined ? pair : `${name}=${encodeURIComponent(masked)}`;
    })
    .join('&');
}

/** JSON in a field; absent where it is none, or holds no credential. */
function maskStructure(value: string, replace: Replace): string | undefined {
  const text = /^(?:\s|%20|\+)*(?:[[{]|%5B|%7B)/i.test(value) ? decoded(value) : undefined;
  const masked = text === undefined ? undefined : maskText(text, replace);
  return masked === text ? undefined : masked;
}

/** The value of a `Cookie` header field, every cookie replaced; `cover` replaces those of other names. */
export function maskCookies(value: string, replace: Replace, cover: Replace): string {
  return value
    .split(';')
    .map((cookie) => maskCookie(cookie, replace, cover))
    .join(';');
}

/** The value of a `Set-Cookie` header field, likewise; its attributes stay. */
export function maskSetCookie(value: string, replace: Replace, cover: Replace): string {
  const [cookie = '', attributes] = splitAt(value, ';');
  return `${maskCookie(cookie, replace, cover)}${attributes === undefined ? '' : `;${attributes}`}`;
}

/** The value of an `Authorization` field or one like it; the scheme stays. */
export function maskAuthorization(value: string, replace: Replace): string {
  const scheme = /^[A-Za-z][\w-]*\s+(?=\S)/.exec(value)?.[0] ?? '';
  const credential = value.slice(scheme.length);
  const password = /^basic\s/i.test(scheme) ? textInBase64(credential)?.replace(/^[^:]*:?/, '') : undefined;
  if (password !== undefined && password !== '') {
    replace(password); // is written nowhere here, and found wherever else it is sent
  }
  return `${scheme}${replace(credential)}`;
}

/** Any text with the credentials in it replaced: JSON, also inside a string, GraphQL, XML, HTML. */
export function maskText(text: string, replace: Replace): string {
  return [maskMembers, maskPairs, maskElements, maskTags, maskKeys].reduce(
    (masked, mask) => mask(masked, replace),
    text,
  );
}

function maskCookie(cookie: string, replace: Replace, cover: Replace): string {
  const [name = '', value = ''] = splitAt(cookie, '=');
  const mask = isCredentialName(name.trim()) || /sess|sid$/i.test(name) ? replace : cover;
  const [, before = '', plain = '', after = ''] = /^(\s*"?)(.*?)("?\s*)$/s.exec(value) ?? [];
  return plain === '' ? cookie : `${name}=${before}${mask(decoded(plain))}${after}`;
}

function maskUser(address: string, replace: Replace): string {
  const [, scheme = '', user = ''] = /^([a-z][a-z0-9+.-]{0,20}:\/\/)([^/@\s]{1,2000})@/i.exec(address) ?? [];
  return user === ''
    ? address
    : `${scheme}${user
        .split(':')
        .map((part) => replace(decoded(part.replaceAll('+', '%2B'))))
        .join(':')}${address.slice(scheme.length + user.length)}`;
}

/** `/orders;jsessionid=…`. */
function maskPath(address: string, replace: Replace): string {
  return address.replace(/;([^=;/]{1,200})=([^;/]{1,4000})/g, (parameter, name: string, value: string) =>
    isCredentialName(decoded(name)) ? `;${name}=${encodeURIComponent(replace(decoded(value)))}` : parameter,
  );
}

/** The texts before and after the first mark; the latter is absent without a mark. */
function splitAt(text: string, mark: string): readonly [string, string?] {
  const at = text.indexOf(mark);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + mark.length)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text; // not percent-encoded: the text is literal
  }
}

/** `{"name": "password", "value": "…"}`, as lists of fields have it, in either order. */
function maskPairs(text: string, replace: Replace): string {
  const masked = text.replace(
    NAME_FIRST,
    (pair: string, head: string, _quote: string, name: string, value: string) =>
      isCredentialName(name) ? `${head}${replace(value)}` : pair,
  );
  return masked.replace(
    VALUE_FIRST,
    (pair: string, head: string, _quote: string, value: string, between: string, name: string) =>
      isCredentialName(name) ? `${head}${replace(value)}${between}${name}` : pair,
  );
}

/** Values without quotes and escapes: others would have to be written in another way. */
const NAME_FIRST =
  /((\\{0,7}")(?:name|key|field)\2\s{0,9}:\s{0,9}\2([\w.[\]-]{1,100})\2\s{0,9},\s{0,9}\2value\2\s{0,9}:\s{0,9}\2)([^"\\]{1,4000})(?=\2)/g;
const VALUE_FIRST =
  /((\\{0,7}")value\2\s{0,9}:\s{0,9}\2)([^"\\]{1,4000})(\2\s{0,9},\s{0,9}\2(?:name|key|field)\2\s{0,9}:\s{0,9}\2)([\w.[\]-]{1,100})(?=\2)/g;

/** `<password>…</password>`. */
function maskElements(text: string, replace: Replace): string {
  return text.replace(
    /<([A-Za-z_][\w.:-]{0,100})([^<>]{0,1000})>([^<>]{1,4000})<\/\1>/g,
    (element: string, name: string, attributes: string, value: string) =>
      isCredentialName(name.slice(name.indexOf(':') + 1))
        ? `<${name}${attributes}>${replace(value)}</${name}>`
        : element,
  );
}

/** `<input name="_csrf" value="…">` and `<meta name="csrf-token" content="…">`. */
function maskTags(text: string, replace: Replace): string {
  return text.replace(/<(?:input|meta)\b[^<>]{0,2000}>/gi, (tag) => {
    const name = /\bname\s{0,5}=\s{0,5}["']?([^"'\s>]+)/i.exec(tag)?.[1] ?? '';
    return isCredentialName(name)
      ? tag.replace(
          /(\b(?:value|content)\s{0,5}=\s{0,5})(["'])([^"']+)\2/i,
          (_, before: string, quote: string, value: string) => `${before}${quote}${replace(value)}${quote}`,
        )
      : tag;
  });
}
