/**
 * Authentication as Postman states it, as a chain states it.
 *
 * Version 2.1 writes its fields as a list of keys and values, version 2.0 as an object; either may lack them.
 */
import type { JsonObject } from '../../../core/json/json';
import { itemsOf, memberOf, objectOf, scalarText, textOf } from '../foreignJson';
import type { Foreign } from '../foreignJson';
import { awsAuth, oauth2Auth, tokenInstead } from '../statedAuth';
import type { TextReader } from './postmanText';

/** An authentication, and what of it could not be carried over. */
export interface PostmanAuth {
  /** Absent when nothing is said, so that the surroundings decide. */
  readonly auth?: JsonObject;
  readonly remarks: readonly string[];
}

type Field = (name: string) => string;

/** Reads the `auth` member of a collection, a folder or a request. */
export function readAuth(auth: Foreign, reader: TextReader): PostmanAuth {
  const type = textOf(memberOf(auth, 'type'));
  if (type === undefined) {
    return { remarks: [] };
  }
  const fields = fieldsOf(memberOf(auth, type));
  const field: Field = (name) => reader.read(fields.get(name) ?? '');
  switch (type) {
    case 'noauth':
      return { auth: { type: 'none' }, remarks: [] };
    case 'inherit':
      return { remarks: [] };
    case 'bearer':
      return { auth: { type: 'bearer', token: field('token') }, remarks: [] };
    case 'basic':
    case 'digest':
      return { auth: { type, username: field('username'), password: field('password') }, remarks: [] };
    case 'apikey':
      return apiKey(field);
    case 'awsv4':
      return aws(field);
    case 'oauth2':
      return oauth2(field);
    default:
      return {
        auth: { type: 'none' },
        remarks: [`Authentication of the type ${JSON.stringify(type)} cannot be carried over.`],
      };
  }
}

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

function apiKey(field: Field): PostmanAuth {
  const name = field('key');
  if (name === '') {
    return { auth: { type: 'none' }, remarks: ['The API key has no name and is left out.'] };
  }
  const place = field('in') === 'query' ? 'query' : 'header';
  return { auth: { type: 'apiKey', in: place, name, value: field('value') }, remarks: [] };
}

function aws(field: Field): PostmanAuth {
  const auth = awsAuth({
    accessKeyId: field('accessKey'),
    secretAccessKey: field('secretKey'),
    sessionToken: field('sessionToken'),
    region: field('region'),
    service: field('service'),
  });
  return { auth, remarks: [] };
}

const GRANTS: ReadonlyMap<string, string> = new Map([
  ['client_credentials', 'clientCredentials'],
  ['password_credentials', 'password'],
  ['password', 'password'],
  ['authorization_code', 'authorizationCode'],
  ['authorization_code_with_pkce', 'authorizationCode'],
]);

function oauth2(field: Field): PostmanAuth {
  const auth = oauth2Auth({
    grant: GRANTS.get(field('grant_type') || 'authorization_code'),
    tokenUrl: field('accessTokenUrl'),
    authorizationUrl: field('authUrl'),
    clientId: field('clientId'),
    clientSecret: field('clientSecret'),
    isInBody: field('client_authentication') === 'body',
    scope: field('scope'),
    username: field('username'),
    password: field('password'),
    redirectUri: field('redirect_uri'),
  });
  return auth === undefined ? tokenInstead(field('grant_type'), field('accessToken')) : { auth, remarks: [] };
}
