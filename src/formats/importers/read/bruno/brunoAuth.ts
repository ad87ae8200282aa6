/** Authentication as Bruno states it, as a chain states it. */
import type { WrittenAuth } from '../../../../core/files/writtenChain';
import {
  apiKeyAuth,
  awsAuth,
  commonOauth,
  LOST_API_KEY,
  oauth2Auth,
  tokenInstead,
  type AuthField,
  type OauthGrant,
} from '../../shape/authFields';
import type { BrunoAuth } from './brunoTree';

/** An authentication, and what could not be carried over. */
export interface ReadAuth {
  /** Absent when the surroundings decide. */
  readonly auth?: WrittenAuth;
  readonly remark?: string;
}

const NONE: WrittenAuth = { type: 'none' };

/** Reads one; `read` makes texts those of a chain. */
export function readAuth(stated: BrunoAuth | undefined, read: (text: string) => string): ReadAuth {
  if (stated === undefined || stated.type === 'inherit') {
    return {};
  }
  const field: AuthField = (name) => read(stated.fields.get(name) ?? '');
  switch (stated.type) {
    case 'none':
      return { auth: NONE };
    case 'bearer':
      return { auth: { type: 'bearer', token: field('token') } };
    case 'basic':
    case 'digest':
      return { auth: { type: stated.type, username: field('username'), password: field('password') } };
    case 'apikey':
      return apiKey(field);
    case 'awsv4':
      return { auth: awsAuth(field, { accessKeyId: 'accessKeyId', secretAccessKey: 'secretAccessKey' }) };
    case 'oauth2':
      return oauth2(field);
    default:
      return lost(`Authentication of the type ${JSON.stringify(stated.type)} cannot be carried over.`);
  }
}

function lost(remark: string): ReadAuth {
  return { auth: NONE, remark };
}

function apiKey(field: AuthField): ReadAuth {
  const place = field('placement').startsWith('query') ? 'query' : 'header';
  const auth = apiKeyAuth(field('key'), place, field('value'));
  return auth === undefined ? lost(LOST_API_KEY) : { auth };
}

const GRANTS: ReadonlyMap<string, OauthGrant> = new Map([
  ['client_credentials', 'clientCredentials'],
  ['password', 'password'],
  ['resource_owner_password', 'password'],
  ['authorization_code', 'authorizationCode'],
]);

function oauth2(field: AuthField): ReadAuth {
  const auth = oauth2Auth({
    grant: GRANTS.get(field('grantType')),
    ...commonOauth(field),
    authorizationUrl: field('authorizationUrl'),
    isInBody: field('credentialsPlacement') === 'body',
    redirectUri: field('callbackUrl'),
  });
  if (auth !== undefined) {
    return { auth };
  }
  const { auth: bearer, remarks } = tokenInstead(field('grantType'), {
    token: '',
    isInQuery: field('tokenPlacement') === 'url',
    prefix: field('tokenHeaderPrefix').trim() || 'Bearer',
  });
  return { auth: bearer, remark: remarks.join(' ') };
}
