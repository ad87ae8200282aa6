/**
 * One resource behind four more ways to authenticate: Basic (RFC 7617), an API key in header, query
 * or cookie, Digest (digest.ts) and an OAuth 2.0 access token (oauth.ts).
 */
import type { Call } from '../api';
import { bearerToken } from '../access/caller';
import { findSession } from '../access/sessions';
import { PARTNER } from '../data/seed';
import { failure, json, type HeaderLines, type Reply } from '../http/reply';
import { cookieOf, headerOf, queryOf } from '../http/request';
import { basicCredentials } from './basic';
import { checkDigest, digestChallenges } from './digest';
import { isClientToken } from './oauth';

/** GET /partner/basic */
export function withBasic(call: Call): Reply {
  const credentials = basicCredentials(call);
  return credentials?.name === PARTNER.name && credentials.password === PARTNER.password
    ? stock('basic')
    : unauthorized([['WWW-Authenticate', 'Basic realm="partner", charset="UTF-8"']]);
}

/** GET /partner/key with `X-Api-Key`, `?api_key=` or the cookie api_key. */
export function withApiKey(call: Call): Reply {
  const key =
    headerOf(call.request, 'x-api-key') ??
    queryOf(call.request).get('api_key') ??
    cookieOf(call.request, 'api_key');
  return key === PARTNER.apiKey
    ? stock('apiKey')
    : unauthorized([['WWW-Authenticate', 'ApiKey realm="partner"']]);
}

/** GET /partner/digest */
export function withDigest(call: Call): Reply {
  return checkDigest(call) ? stock('digest') : unauthorized(digestChallenges(call.api));
}

/** GET /partner/oauth, for a token of either grant. */
export function withOAuth(call: Call): Reply {
  const token = bearerToken(call);
  const known =
    token !== undefined && (isClientToken(call.api, token) || findSession(call.api, token) !== undefined);
  return known ? stock('oauth2') : unauthorized([['WWW-Authenticate', 'Bearer realm="partner"']]);
}

/** What the partner account may see. */
export function stock(authentication: string): Reply {
  return json(200, { partner: PARTNER.name, authentication, stock: { 'A-1': 120, 'B-2': 4, 'C-3': 9000 } });
}

/** A 401 with its challenges. */
export function unauthorized(headers: HeaderLines): Reply {
  return failure(401, 'not-authenticated', 'Send the credentials of the partner account.', headers);
}
