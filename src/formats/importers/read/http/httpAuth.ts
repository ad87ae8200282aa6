/**
 * Authentication in the `Authorization` header of an `.http` file, as a chain states it. The tools take a user
 * and a password there as they are, and encode them when they send.
 */
import type { WrittenAuth } from '../../../../core/files/writtenChain';
import type { NamedText } from './httpLines';

/** Reads the value of the header; absent when it is best left a header. */
export function readAuthorization(value: string): WrittenAuth | undefined {
  const [, scheme = '', rest = ''] = /^(\S+)\s+(.*)$/s.exec(value) ?? [];
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return rest.trim() === '' ? undefined : { type: 'bearer', token: rest.trim() };
    case 'basic':
      return userAuth('basic', rest.trim());
    case 'digest':
      return userAuth('digest', rest.trim());
    case 'aws':
      return signature(rest.trim());
    default:
      return undefined;
  }
}

/** The headers without that which is stated as authentication. */
export function withoutAuthorization(headers: readonly NamedText[]): readonly NamedText[] {
  return headers.filter(({ name }) => name.toLowerCase() !== 'authorization');
}

/** `user password`, `user:password` (the user may be empty), or what both become when they are encoded. */
function userAuth(type: 'basic' | 'digest', text: string): WrittenAuth | undefined {
  const [, user, password] = /^((?:\{\{[^{}]*\}\}|[^\s:])*)(?:\s*:\s*|\s+)(.*)$/s.exec(text) ?? [];
  if (user !== undefined) {
    return { type, username: user, password: password ?? '' };
  }
  const [, username, encoded] = type === 'basic' ? (/^([^:]*):(.*)$/s.exec(decoded(text) ?? '') ?? []) : [];
  return username === undefined ? undefined : { type, username, password: encoded ?? '' };
}

/** REST Client's `AWS <key> <secret> token:<token> region:<region> service:<service>`. */
function signature(text: string): WrittenAuth | undefined {
  const [accessKeyId, secretAccessKey, ...others] = text.split(/\s+/);
  const setting = (name: string): string =>
    others.find((word) => word.startsWith(`${name}:`))?.slice(name.length + 1) ?? '';
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    return undefined;
  }
  const sessionToken = setting('token');
  return {
    type: 'awsSigV4',
    accessKeyId,
    secretAccessKey,
    ...(sessionToken === '' ? {} : { sessionToken }),
    region: setting('region'),
    service: setting('service'),
  };
}

/** Base64 (RFC 4648 §4) as UTF-8; absent when it is none, or no text. */
function decoded(text: string): string | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text) || text.length % 4 !== 0) {
    return undefined;
  }
  const plain = new TextDecoder().decode(Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0)));
  return /[\ufffd\u0000-\u001f]/.test(plain) ? undefined : plain;
}
