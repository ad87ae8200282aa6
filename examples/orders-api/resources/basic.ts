/** HTTP Basic authentication (RFC 7617). */
import type { Call } from '../api';
import { headerOf } from '../http/request';

/** Name and password of an `Authorization: Basic` header, if there is a well-formed one. */
export function basicCredentials(
  call: Call,
): { readonly name: string; readonly password: string } | undefined {
  const encoded = /^Basic\s+([A-Za-z0-9+/=]+)$/i.exec(headerOf(call.request, 'authorization') ?? '')?.[1];
  const text = Buffer.from(encoded ?? '', 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? undefined : { name: text.slice(0, colon), password: text.slice(colon + 1) };
}
