/**
 * Authentication as Postman states it, as a chain states it.
 *
 * Version 2.1 writes its fields as a list of keys and values, version 2.0 as an object; either may lack them.
 */
import type { WrittenAuth } from '../../../../core/files/writtenChain';
import { itemsOf, memberOf, objectOf, scalarText, textOf, type Foreign } from '../../shape/externalJson';
import {
  apiKeyAuth,
  type AuthField,
  awsAuth,
  commonOauth,
  LOST_API_KEY,
  oauth1Auth,
  oauth2Auth,
  type OauthGrant,
  tokenInstead,
} from '../../shape/authFields';
import type { TextReader } from './postmanText';
import { documentation, type Remark } from '../../shape/remark';

/** An authentication, and what could not be carried over. */
export interface PostmanAuth {
  /** Absent when nothing is said, so that the surroundings decide. */
  readonly auth?: WrittenAuth;
  readonly remarks: readonly Remark[];
}

/** Reads the `auth` member of a collection, a folder or a request. */
export function readAuth(auth: Foreign, reader: TextReader): PostmanAuth {
  const type = textOf(memberOf(auth, 'type'));
  if (type === undefined) {
    return { remarks: [] };
  }
  const fields = fieldsOf(memberOf(auth, type));
  const field: AuthField = (name) => reader.read(fields.get(name) ?? '');
  switch (type) {
    case 'noauth':
      return { auth: { type: 'none' }, remarks: [] };
    case 'inherit':
      return { remarks: [] };
    case 'bearer':
      return { auth: { type: 'bearer', token: field('token') }, remarks: [] };
    case 'basic':
    case 'digest':
      return {
        auth: { type, username: field('username'), password: field('password') },
        remarks: type === 'digest' && field('nonce') !== '' ? [STORED_NONCE] : [],
      };
    case 'apikey':
      return apiKey(field);
    case 'awsv4':
      return {
        auth: awsAuth(field, { accessKeyId: 'accessKey', secretAccessKey: 'secretKey' }),
        remarks: [],
      };
    case 'oauth1':
      return oauth1(field);
    case 'oauth2':
      return oauth2(field, fields.get('headerPrefix') ?? 'Bearer');
    default:
      return {
        auth: { type: 'none' },
        remarks: [`Authentication of the type ${JSON.stringify(type)} cannot be carried over.`],
      };
  }
}

const STORED_NONCE = documentation(
  'Its nonce for digest authentication is not used: the chain waits for the one of the server.',
);
const OWN_TOKEN = documentation(
  'The chain gets its OAuth 2.0 token by itself. Newman sends the token of the file, or none.',
);

function fieldsOf(value: Foreign): ReadonlyMap<string, string> {
  const object = objectOf(value);
  const pairs =
    object === undefined
      ? itemsOf(value).map((item) => [scalarText(memberOf(item, 'key')), memberOf(item, 'value')] as const)
      : Object.entries(object);
  return new Map(
    pairs.flatMap(([name, written]) => (name === undefined ? [] : [[name, scalarText(written) ?? '']])),
  );
}

function apiKey(field: AuthField): PostmanAuth {
  const auth = apiKeyAuth(field('key'), field('in') === 'query' ? 'query' : 'header', field('value'));
  return auth === undefined ? { auth: { type: 'none' }, remarks: [LOST_API_KEY] } : { auth, remarks: [] };
}

function oauth1(field: AuthField): PostmanAuth {
  const isInQuery = field('addParamsToHeader') !== 'true';
  const { auth, remarks } = oauth1Auth(field, { token: 'token', isInQuery });
  const inForm =
    'Postman adds the parameters of OAuth 1.0 to the form of a request that has one. They are sent in the query.';
  return { auth, remarks: isInQuery && auth.type === 'oauth1' ? [...remarks, inForm] : remarks };
}

const GRANTS: ReadonlyMap<string, OauthGrant> = new Map([
  ['client_credentials', 'clientCredentials'],
  ['password_credentials', 'password'],
  ['password', 'password'],
  ['authorization_code', 'authorizationCode'],
  ['authorization_code_with_pkce', 'authorizationCode'],
]);

/** @param prefix of a token that Postman holds, in `Authorization` */
function oauth2(field: AuthField, prefix: string): PostmanAuth {
  const auth = oauth2Auth({
    grant: GRANTS.get(field('grant_type') || 'authorization_code'),
    ...commonOauth(field),
    authorizationUrl: field('authUrl'),
    isInBody: field('client_authentication') === 'body',
    redirectUri: field('redirect_uri'),
  });
  return auth === undefined
    ? tokenInstead(field('grant_type'), {
        token: field('accessToken'),
        isInQuery: field('addTokenTo') === 'queryParams',
        prefix: prefix.trim(),
      })
    : { auth, remarks: [OWN_TOKEN] };
}
