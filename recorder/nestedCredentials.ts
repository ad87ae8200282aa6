/**
 * Credentials in a list or an object that has the name of one: `"token": {"type": "jwt", "value": "…"}`. Its
 * texts are credentials at any depth, but for those whose own name says that they are about it.
 */
import { isCredentialName } from '../src/core/masking/credentialNames';
import { valueAt, type MemberValue } from './memberValue';

/** What was found, and up to where that was looked for. */
export interface NestedValues {
  readonly values: readonly MemberValue[];
  readonly end: number;
}

/** Whether what is inside a list or an object of this name are credentials: a session has more than those. */
export function containsCredentials(name: string): boolean {
  return isCredentialName(name) && !/(?:auth|authorization|pin|session|signature)$/.test(plainName(name));
}

/** Characters of a list or an object that are searched; lists of credentials need less. */
const MAX_LENGTH = 100_000;

/** Finds the credentials in the list or object at a place; nothing where there is none. */
export function nestedValues(text: string, at: number): NestedValues {
  const values: MemberValue[] = [];
  const around: string[] = [];
  let name = '';
  let end = at;
  do {
    const token = tokenAt(text, end);
    end = token.end;
    switch (token.kind) {
      case 'opening':
        around.push(name);
        break;
      case 'closing':
        name = around.pop() ?? '';
        break;
      case 'name':
        name = token.name;
        break;
      case 'value':
        values.push(...(isCredential(name, token.isText) ? [token.value] : []));
        break;
      case 'other':
        break;
    }
  } while (around.length > 0 && end < Math.min(text.length, at + MAX_LENGTH));
  return /^[[{]/.test(text.slice(at, at + 1)) ? { values, end } : { values: [], end: at };
}

/** Numbers are counts and times, unless the list or their own name says otherwise. */
function isCredential(name: string, isText: boolean): boolean {
  return isText ? !isAboutCredential(name) : name === '' || isCredentialName(name);
}

/** Whether a member next to a credential, of this name, only tells something about it. */
function isAboutCredential(name: string): boolean {
  return !isCredentialName(name) && ABOUT.test(plainName(name));
}

/** The owner of a credential, its purpose, lifetime, and description for people. */
const ABOUT =
  /^(?:username|user|email|login|role|roles|scope|scopes|iss|issuer|aud|audience|alg|algorithm|format|description|title|label|placeholder|message|error|errors|code|pattern|status)$|(?:at|date|time|type|expires|expiresin|expiry|lifetime|timeout|ttl|count|length|url|uri|endpoint|methods?|policy|hint|state|name)$|(?:page|cursor|continuation|next|previous|sync|max|min|total|prompt|completion|input|output)tokens?$/;

function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** A piece of a text; `end` is behind it. */
type Token = { readonly end: number } & (
  | { readonly kind: 'opening' | 'closing' | 'other' }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'value'; readonly value: MemberValue; readonly isText: boolean }
);

function tokenAt(text: string, at: number): Token {
  const mark = text[at] ?? '';
  if ('[{'.includes(mark) || ']}'.includes(mark)) {
    return { kind: '[{'.includes(mark) ? 'opening' : 'closing', end: at + 1 };
  }
  const value = valueAt(text, at);
  if (value === undefined) {
    const [word = mark, name] = matchAt(WORD, text, at) ?? [];
    const end = at + Math.max(word.length, 1);
    return name === undefined ? { kind: 'other', end } : { kind: 'name', name, end };
  }
  const quote = value.start - at;
  const colon = quote === 0 ? undefined : matchAt(COLON, text, value.end)?.[0];
  return colon === undefined
    ? { kind: 'value', value, isText: quote > 0, end: value.end + quote }
    : { kind: 'name', name: value.credential, end: value.end + colon.length };
}

function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | null {
  expression.lastIndex = at;
  return expression.exec(text);
}

/** An empty text, or a word, which is a name in front of a colon. */
const WORD = /(?:([A-Za-z_$][\w.$-]{0,100})\s{0,100}:|[\w.$-]{1,100}|(\\{0,7}")\2)/y;
/** What follows a name between quotes. */
const COLON = /\\{0,7}"\s{0,100}:/y;
