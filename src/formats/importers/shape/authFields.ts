/** Authentications of many fields, which every tool names in its own way, as a chain states them. */
import type { WrittenAuth } from '../../../core/files/writtenChain';
import { isReservedName } from './chainNames';

/** A grant of a chain. */
export type OauthGrant = Extract<WrittenAuth, { readonly type: 'oauth2' }>['grant'];

/** OAuth 2.0; empty texts for what is not said. */
export interface StatedOauth {
  /** Absent when chains have no such grant. */
  readonly grant: OauthGrant | undefined;
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

/** A field of an authentication by the name that a tool gives it; empty when nothing is said. */
export type AuthField = (name: string) => string;

/** What all tools call the same of OAuth 2.0. */
export function commonOauth(
  field: AuthField,
): Pick<StatedOauth, 'tokenUrl' | 'clientId' | 'clientSecret' | 'scope' | 'username' | 'password'> {
  return {
    tokenUrl: field('accessTokenUrl'),
    clientId: field('clientId'),
    clientSecret: field('clientSecret'),
    scope: field('scope'),
    username: field('username'),
    password: field('password'),
  };
}

/** The authentication; absent when it lacks what its grant needs. */
export function oauth2Auth(stated: StatedOauth): WrittenAuth | undefined {
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
    ...unlessEmpty({ clientSecret: stated.clientSecret }),
    ...(stated.isInBody ? { clientAuth: 'body' as const } : {}),
    ...unlessEmpty({ scope: stated.scope }),
    ...(grant === 'password' ? { username: stated.username, password: stated.password } : {}),
    ...(grant === 'refreshToken' ? { refreshToken } : {}),
    ...(isByPerson ? unlessEmpty({ redirectUri: stated.redirectUri }) : {}),
  };
}

/** A token of OAuth 2.0 that was obtained already, and how it is sent. */
export interface ObtainedToken {
  readonly token: string;
  /** In the query as `access_token`, not in `Authorization`. */
  readonly isInQuery: boolean;
  /** What is in front of it in `Authorization`; empty for nothing. */
  readonly prefix: string;
}

/** The secret that holds the token of an implicit grant, which a browser gets (RFC 6749 §4.2). */
export const implicitToken = 'IMPLICIT_TOKEN';

/**
 * Replaces an OAuth 2.0 grant that no chain supports by the token that was obtained already, if any; an implicit grant
 * by a secret for the token, which a command line cannot ask a browser for. A token without a grant is all that there
 * is, and nothing is lost.
 */
export function tokenInstead(
  grant: string,
  obtained: ObtainedToken,
): { readonly auth: WrittenAuth; readonly remarks: readonly string[] } {
  if (obtained.token === '' && grant === 'implicit') {
    return {
      auth: tokenAuth({ ...obtained, token: `{{$secret ${implicitToken}}}` }),
      remarks: [
        `OAuth 2.0 with the grant "implicit" needs a browser. Get a token there, and enter it as the secret ${implicitToken}.`,
      ],
    };
  }
  const remark = `OAuth 2.0 is not complete, or its grant ${JSON.stringify(grant)} is not supported.`;
  return obtained.token === ''
    ? { auth: { type: 'none' }, remarks: [`${remark} It is left out.`] }
    : { auth: tokenAuth(obtained), remarks: grant === '' ? [] : [`${remark} Its token is used unchanged.`] };
}

function tokenAuth({ token, isInQuery, prefix }: ObtainedToken): WrittenAuth {
  if (isInQuery) {
    return { type: 'apiKey', in: 'query', name: 'access_token', value: token };
  }
  return prefix === 'Bearer'
    ? { type: 'bearer', token }
    : { type: 'apiKey', in: 'header', name: 'Authorization', value: `${prefix} ${token}`.trimStart() };
}

type OAuth1 = Extract<WrittenAuth, { readonly type: 'oauth1' }>;

const SIGNATURE_METHODS: ReadonlySet<string> = new Set<Required<OAuth1>['signatureMethod']>([
  'HMAC-SHA1',
  'HMAC-SHA256',
  'RSA-SHA1',
  'PLAINTEXT',
]);

/** OAuth 1.0, with remarks on what is left out; tools differ in the name of the token and in where they send it. */
export function oauth1Auth(
  field: AuthField,
  { token, isInQuery }: { readonly token: string; readonly isInQuery: boolean },
): { readonly auth: WrittenAuth; readonly remarks: readonly string[] } {
  const method = field('signatureMethod') || 'HMAC-SHA1';
  if (!isSignatureMethod(method)) {
    const remark = `OAuth 1.0 with the signature method ${JSON.stringify(method)} is not supported. It is left out.`;
    return { auth: { type: 'none' }, remarks: [remark] };
  }
  return {
    auth: {
      type: 'oauth1',
      consumerKey: field('consumerKey'),
      consumerSecret: field('consumerSecret'),
      ...unlessEmpty({ token: field(token) }),
      ...unlessEmpty({ tokenSecret: field('tokenSecret') }),
      ...(method === 'HMAC-SHA1' ? {} : { signatureMethod: method }),
      ...(method === 'RSA-SHA1' ? unlessEmpty({ privateKey: field('privateKey') }) : {}),
      ...unlessEmpty({ realm: field('realm') }),
      ...unlessEmpty({ callback: field('callback') }),
      ...unlessEmpty({ verifier: field('verifier') }),
      ...(isInQuery ? { in: 'query' as const } : {}),
    },
    remarks: field('includeBodyHash') === 'true' ? ['The body hash of OAuth 1.0 is left out.'] : [],
  };
}

function isSignatureMethod(method: string): method is Required<OAuth1>['signatureMethod'] {
  return SIGNATURE_METHODS.has(method);
}

/** AWS Signature Version 4; tools differ in how they call the two keys. */
export function awsAuth(
  field: AuthField,
  keys: { readonly accessKeyId: string; readonly secretAccessKey: string },
): WrittenAuth {
  return {
    type: 'awsSigV4',
    accessKeyId: field(keys.accessKeyId),
    secretAccessKey: field(keys.secretAccessKey),
    ...unlessEmpty({ sessionToken: field('sessionToken') }),
    region: field('region'),
    service: field('service'),
  };
}

/** An API key; absent when no request can have one of its name. */
export function apiKeyAuth(
  name: string,
  place: 'query' | 'header' | 'cookie',
  value: string,
): WrittenAuth | undefined {
  return name === '' || isReservedName(name) ? undefined : { type: 'apiKey', in: place, name, value };
}

/** What a report says where there is none. */
export const LOST_API_KEY = 'The API key has no usable name and is left out.';

/** A member that a chain has only with a text. */
function unlessEmpty<Member extends Readonly<Record<string, string>>>(member: Member): Partial<Member> {
  return Object.values(member).includes('') ? {} : member;
}
