/** Places of a request that hold credentials, by what they are and by their names. */
import type { Location } from '../model';
import { isCredentialHeader, isCredentialName } from './credentialNames';

/** Members of an authentication that are credentials and do not say so; one without a name is the whole. */
const AUTH_MEMBERS: ReadonlySet<string> = new Set(['', 'value', 'verifier']);

/** Whether a value in this place of a request is a credential. */
export function isCredentialPlace({ in: kind, name = '' }: Location): boolean {
  switch (kind) {
    case 'auth':
      return AUTH_MEMBERS.has(name) || isCredentialName(name);
    case 'cookie':
    case 'header':
      return isCredentialHeader(kind === 'cookie' ? kind : name);
    case 'query':
    case 'variables':
      return isCredentialName(name);
    case 'body':
      return isCredentialName(name.slice(name.lastIndexOf('/') + 1));
    case 'path':
    case 'expect':
    case 'flow':
      return false;
  }
}

/**
 * Whether a value in this place says who sends the request. A password in a body is what signs in; a CSRF token says nothing of
 * who sends it.
 */
export function authenticates(location: Location): boolean {
  const isForged = /csrf|xsrf/i.test(location.name ?? '');
  return location.in !== 'body' && isCredentialPlace(location) && !isForged;
}
