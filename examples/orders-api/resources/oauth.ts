/**
 * The OAuth 2.0 token endpoint (RFC 6749): client credentials, password and refresh token, the
 * client proving itself with Basic or in the body. A token of the password grant is a bearer token
 * of that user; one of client credentials opens /partner/oauth only.
 */
import type { Api, Call } from '../api';
import { issueToken } from '../access/sessions';
import { PARTNER } from '../data/seed';
import type { User } from '../data/store';
import { json, type Reply } from '../http/reply';
import { formOf } from '../http/request';
import { basicCredentials } from './basic';
import { checkPassword } from './login';

/** POST /oauth/token */
export function issueAccessToken(call: Call): Reply {
  const form = formOf(call.request);
  if (!isClient(call, form)) {
    return oauthError(401, 'invalid_client');
  }
  switch (form.get('grant_type')) {
    case 'client_credentials':
      return clientToken(call.api, form.get('scope') ?? 'stock:read');
    case 'password':
      return userTokens(
        call.api,
        checkPassword(call.api, form.get('username') ?? '', form.get('password') ?? ''),
      );
    case 'refresh_token':
      return userTokens(call.api, refreshedUser(call.api, form.get('refresh_token') ?? ''));
    default:
      return oauthError(400, 'unsupported_grant_type');
  }
}

/** Whether this is a live token of the client credentials grant. */
export function isClientToken(api: Api, token: string): boolean {
  const expiresAt = api.clientTokens.get(token);
  return expiresAt !== undefined && expiresAt > api.now();
}

function isClient(call: Call, form: URLSearchParams): boolean {
  const basic = basicCredentials(call);
  const name = basic === undefined ? form.get('client_id') : basic.name;
  const secret = basic === undefined ? form.get('client_secret') : basic.password;
  return name === PARTNER.name && secret === PARTNER.password;
}

function clientToken(api: Api, scope: string): Reply {
  const token = `client-${api.ids.next('client-token').slice(0, 32)}`;
  api.clientTokens.set(token, api.now() + api.tokenLifetimeMs);
  return tokenReply(api, { access_token: token, scope });
}

function userTokens(api: Api, user: User | undefined): Reply {
  if (user === undefined) {
    return oauthError(400, 'invalid_grant');
  }
  const refreshToken = `refresh-${api.ids.next('refresh-token').slice(0, 32)}`;
  api.refreshTokens.set(refreshToken, user.id);
  return tokenReply(api, { access_token: issueToken(api, user).credential, refresh_token: refreshToken });
}

// A refresh token is good for one use (RFC 9700 §4.14.2, rotation).
function refreshedUser(api: Api, refreshToken: string): User | undefined {
  const userId = api.refreshTokens.get(refreshToken);
  api.refreshTokens.delete(refreshToken);
  return userId === undefined ? undefined : api.store.users.get(userId);
}

function tokenReply(api: Api, members: Readonly<Record<string, string>>): Reply {
  return json(200, { ...members, token_type: 'Bearer', expires_in: Math.floor(api.tokenLifetimeMs / 1000) }, [
    ['Cache-Control', 'no-store'],
  ]);
}

function oauthError(status: number, error: string): Reply {
  return json(
    status,
    { error },
    status === 401 ? [['WWW-Authenticate', 'Basic realm="oauth", charset="UTF-8"']] : [],
  );
}
