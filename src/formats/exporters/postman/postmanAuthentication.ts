/** Authentication as a collection of version 2.1 states it: a type, and a list of keys and values. */
import type { JsonObject } from '../../../core/json/json';
import type { Auth } from '../../../core/model';
import type { Remark } from '../exportLog';

/** The `auth` member; an authentication that Postman does not have is left out with a remark. */
export function writeAuth(auth: Auth, text: (text: string) => string, remark: Remark): JsonObject {
  const fields: WriteFields = (type, values) => ({
    type,
    [type]: Object.entries(values).flatMap(([key, value]) =>
      value === undefined
        ? []
        : [{ key, value: typeof value === 'string' ? text(value) : value, type: typeof value }],
    ),
  });
  switch (auth.type) {
    case 'none':
    case 'inherit':
      return { type: 'noauth' };
    case 'bearer':
      return fields('bearer', { token: auth.token });
    case 'basic':
    case 'digest':
      return fields(auth.type, { username: auth.username, password: auth.password });
    case 'apiKey':
      return fields('apikey', { key: auth.name, value: auth.value, in: auth.in });
    case 'awsSigV4':
      return fields('awsv4', {
        accessKey: auth.accessKeyId,
        secretKey: auth.secretAccessKey,
        sessionToken: auth.sessionToken,
        region: auth.region,
        service: auth.service,
      });
    case 'oauth1':
      return oauth1(auth, fields);
    case 'oauth2':
      return oauth2(auth, fields, remark);
  }
}

/** Writes an authentication of a type; what has no value is left out. */
type WriteFields = (
  type: string,
  values: Readonly<Record<string, string | boolean | undefined>>,
) => JsonObject;

function oauth1(auth: Extract<Auth, { type: 'oauth1' }>, fields: WriteFields): JsonObject {
  return fields('oauth1', {
    consumerKey: auth.consumerKey,
    consumerSecret: auth.consumerSecret,
    token: auth.token,
    tokenSecret: auth.tokenSecret,
    signatureMethod: auth.signatureMethod ?? 'HMAC-SHA1',
    privateKey: auth.privateKey,
    version: '1.0',
    realm: auth.realm,
    callback: auth.callback,
    verifier: auth.verifier,
    addParamsToHeader: auth.in !== 'query',
  });
}

/** With a person who signs in; other tokens are obtained by requests of their own. */
function oauth2(auth: Extract<Auth, { type: 'oauth2' }>, fields: WriteFields, remark: Remark): JsonObject {
  remark('Somebody signs in for its token in Postman; Newman gets none.');
  return fields('oauth2', {
    grant_type: 'authorization_code_with_pkce',
    accessTokenUrl: auth.tokenUrl,
    clientId: auth.clientId,
    clientSecret: auth.clientSecret,
    scope: auth.scope,
    client_authentication: auth.clientAuth === 'body' ? 'body' : 'header',
    addTokenTo: 'header',
    ...(auth.grant === 'authorizationCode'
      ? { authUrl: auth.authorizationUrl, redirect_uri: auth.redirectUri }
      : {}),
  });
}
