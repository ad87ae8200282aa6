/**
 * Credentials in members: `"password": "…"`, `"tokens": ["…"]` and `"token": {"value": "…"}` in JSON,
 * `\"password\":\"…\"` in JSON inside a string, `password: "…"` in GraphQL. Only the text between the quotes is
 * replaced.
 */
import { isCredentialName } from '../src/core/masking/credentialNames';
import { nestedValues, containsCredentials } from './nestedCredentials';
import { valueAt, type MemberValue } from './memberValue';
import type { Replace } from './maskText';

/** The text with its members of credential names replaced. */
export function maskMembers(text: string, replace: Replace): string {
  let masked = '';
  let copied = 0;
  NAME.lastIndex = 0;
  for (let name = NAME.exec(text); name !== null; name = NAME.exec(text)) {
    const found = credentialsAt(text, withoutEscapes(name[1] ?? ''), NAME.lastIndex);
    for (const { start, end, credential, write } of found.values) {
      masked += text.slice(copied, start) + write(replace(credential));
      copied = end;
    }
    NAME.lastIndex = found.end;
  }
  return masked + text.slice(copied);
}

/** A name, the quote that ends it if it has one, and the colon; a name never begins inside a word. */
const NAME =
  /(?<![\w$])([A-Za-z_$](?:[\w.$-]|\\{1,7}u[\da-fA-F]{4}){0,100})\]?(?:\\{0,7}")?\s{0,100}:\s{0,100}/g;

/** `pass\u0077ord` is `password`. */
function withoutEscapes(name: string): string {
  return name.replace(/\\+u([\da-fA-F]{4})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** What the member of a name holds of credentials, and up to where that was looked at. */
function credentialsAt(
  text: string,
  name: string,
  at: number,
): { readonly values: readonly MemberValue[]; readonly end: number } {
  const value = isCredentialName(name) ? valueAt(text, at) : undefined;
  if (value !== undefined) {
    return { values: [value], end: value.end };
  }
  return containsCredentials(name) ? nestedValues(text, at) : { values: [], end: at };
}
