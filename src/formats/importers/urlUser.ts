/**
 * User names and passwords in addresses (RFC 3986 §3.2.1), which other tools send as basic authentication. Chains
 * state them so, for what stands in an address is shown everywhere and is no secret there. Of an empty name
 * without a password (`https://@host`) tools send nothing.
 */
import type { JsonObject } from '../../core/json/json';
import { itemsOf, memberAt, memberOf, textOf } from './foreignJson';
import type { ImportedCollection, KeptRequest } from './imported';
import { withAuth } from './inheritedAuth';
import { decodedWhereEscaped } from './urlencodedFields';

/** The collection with authentications in place of users in the addresses of its requests. */
export function withoutUrlUsers(collection: ImportedCollection): ImportedCollection {
  return {
    ...collection,
    requests: collection.requests.map((request) =>
      request.kind === 'kept' ? withoutUrlUser(request, collection.auth) : request,
    ),
  };
}

function withoutUrlUser(kept: KeptRequest, inherited: JsonObject | undefined): KeptRequest {
  const [, scheme, user, rest] = USER.exec(textOf(kept.request['url']) ?? '') ?? [];
  if (scheme === undefined || user === undefined || rest === undefined) {
    return kept;
  }
  const request = { ...kept.request, url: scheme + rest };
  if (/^:?$/.test(user)) {
    return { ...kept, request };
  }
  if (isAuthenticated(request, inherited)) {
    const remark = 'The user in its URL is left out, for it has another authentication.';
    return { ...kept, request, remarks: [...kept.remarks, remark] };
  }
  return { ...kept, request: withAuth(request, basicAuth(user)) };
}

/** The last `@` before the path ends the user; references may hold anything. */
const USER = /^([a-z][a-z0-9+.-]*:\/\/)((?:\{\{[^{}]*\}\}|[^/?#{]|\{(?!\{[^{}]*\}\}))*)@(.*)$/is;

function isAuthenticated(request: JsonObject, inherited: JsonObject | undefined): boolean {
  const auth = request['auth'] ?? inherited;
  const inHeader = itemsOf(request['headers']).some(
    (header) =>
      /^authorization$/i.test(textOf(memberOf(header, 'name')) ?? '') &&
      memberOf(header, 'disabled') !== true,
  );
  return inHeader || (textOf(memberAt(auth, 'type')) ?? 'none') !== 'none';
}

function basicAuth(user: string): JsonObject {
  const [, username = '', password = ''] = /^((?:\{\{[^{}]*\}\}|[^:])*)(?::(.*))?$/s.exec(user) ?? [];
  return {
    type: 'basic',
    username: decodedWhereEscaped(username),
    password: decodedWhereEscaped(password),
  };
}
