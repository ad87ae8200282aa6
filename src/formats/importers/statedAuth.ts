/** Authentications of many fields, which every tool names in its own way, as a chain states them. */
import type { JsonObject } from '../../core/json/json';

/** OAuth 2.0; empty texts for what is not said. */
export interface StatedOauth {
  /** A grant of a chain; absent when the tool's has none there. */
  readonly grant: string | undefined;
  readonly tokenUrl: string;
  readonly authorizationUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The client proves itself in the body of the request for a token. */
  readonly isInBody: boolean;
  readonly scope: string;
  readonly username: string;
  readonly password: string;
  readonly redirectUri: string;
  readonly refreshToken?: string;
}

/** The authentication; absent when it lacks what its grant needs. */
export function oauth2Auth(stated: StatedOauth): JsonObject | undefined {
  const { grant, tokenUrl, authorizationUrl, refreshToken = '' } = stated;
  const isByPerson = grant === 'authorizationCode';
  if (grant === undefined || tokenUrl === '' || (isByPerson && authorizationUrl === '')) {
    return undefined;
  }
  return {
    type: 'oauth2',
    grant,
    ...(isByPerson ? { authorizationUrl } : {}),
    tokenUrl,
    clientId: stated.clientId,
    ...optional('clientSecret', stated.clientSecret),
    ...(stated.isInBody ? { clientAuth: 'body' } : {}),
    ...optional('scope', stated.scope),
    ...(grant === 'password' ? { username: stated.username, password: stated.password } : {}),
    ...(grant === 'refreshToken' ? { refreshToken } : {}),
    ...(isByPerson ? optional('redirectUri', stated.redirectUri) : {}),
  };
}

/** What stands for an OAuth 2.0 of this grant that no chain can have: the token that was obtained already, if one was. */
export function tokenInstead(
  grant: string,
  token: string,
): { readonly auth: JsonObject; readonly remarks: readonly string[] } {
  const remark = `OAuth 2.0 is not complete, or its grant ${JSON.stringify(grant)} is not supported.`;
  return token === ''
    ? { auth: { type: 'none' }, remarks: [`${remark} It is left out.`] }
    : { auth: { type: 'bearer', token }, remarks: [`${remark} Its token is used as it is.`] };
}

/** AWS Signature Version 4; empty texts for what is not said. */
export interface StatedAws {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
  readonly region: string;
  readonly service: string;
}

/** The authentication. */
export function awsAuth({ sessionToken, region, service, ...keys }: StatedAws): JsonObject {
  return { type: 'awsSigV4', ...keys, ...optional('sessionToken', sessionToken), region, service };
}

function optional(name: string, value: string): JsonObject {
  return value === '' ? {} : { [name]: value };
}
