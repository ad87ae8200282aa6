/**
 * User names and passwords in addresses (RFC 3986 §3.2.1), which other tools send as basic authentication. Chains
 * do the same, because an address is shown everywhere and keeps nothing secret. Of an empty name
 * without a password (`https://@host`) tools send nothing.
 */
import type { WrittenAuth } from '../../../core/files/writtenChain';
import type { ImportedMembers, ImportedCollection, KeptRequest } from '../shape/imported';
import { withAuth } from '../shape/inheritedAuth';
import { decodedWhereEscaped } from '../shape/urlencodedFields';

/** The collection with authentications in place of users in the addresses of its requests. */
export function withoutUrlUsers(collection: ImportedCollection): ImportedCollection {
  return {
    ...collection,
    requests: collection.requests.map((request) =>
      request.kind === 'kept' ? withoutUrlUser(request, collection.auth) : request,
    ),
  };
}

function withoutUrlUser(kept: KeptRequest, inherited: WrittenAuth | undefined): KeptRequest {
  const split = splitUser(kept.request.url);
  if (split === undefined) {
    return kept;
  }
  const { url, user } = split;
  const request = { ...kept.request, url };
  if (/^:?$/.test(user)) {
    return { ...kept, request };
  }
  if (isAuthenticated(request, inherited)) {
    return { ...kept, request, remarks: [...kept.remarks, USER_LEFT_OUT] };
  }
  return { ...kept, request: withAuth(request, basicAuth(user)) };
}

/** What the report says of a request that authenticates otherwise. */
export const USER_LEFT_OUT = 'The user in its URL is left out, for it has another authentication.';

/** An address without its user, and that user as written there; absent when there is none. */
export function splitUser(address: string): { readonly url: string; readonly user: string } | undefined {
  const [, scheme, user, rest] = USER.exec(address) ?? [];
  return scheme === undefined || user === undefined || rest === undefined
    ? undefined
    : { url: scheme + rest, user };
}

/** The last `@` before the path ends the user; references may hold anything. */
const USER = /^([a-z][a-z0-9+.-]*:\/\/)((?:\{\{[^{}]*\}\}|[^/?#{]|\{(?!\{[^{}]*\}\}))*)@(.*)$/is;

/** Whether a request has an authentication, its own or `inherited`. */
export function isAuthenticated(request: ImportedMembers, inherited: WrittenAuth | undefined): boolean {
  const { auth = inherited, headers = [] } = request;
  const inHeader = headers.some(({ name, disabled }) => /^authorization$/i.test(name) && disabled !== true);
  return inHeader || (auth !== undefined && auth.type !== 'none');
}

/** Authentication with a user name and a password. */
export interface BasicAuth {
  readonly type: 'basic';
  readonly username: string;
  readonly password: string;
}

/** The authentication that a user in an address is. */
export function basicAuth(user: string): BasicAuth {
  const [, username = '', password = ''] = /^((?:\{\{[^{}]*\}\}|[^:])*)(?::(.*))?$/s.exec(user) ?? [];
  return {
    type: 'basic',
    username: decodedWhereEscaped(username),
    password: decodedWhereEscaped(password),
  };
}
