/** Authentication as Bruno states it, as a chain states it. */
import type { JsonObject } from '../../../core/json/json';
import { isReservedName } from '../chainWords';
import { awsAuth, oauth2Auth } from '../statedAuth';
import type { BrunoAuth } from './brunoTree';

/** An authentication, and what of it could not be carried over. */
export interface ReadAuth {
  /** Absent when the surroundings decide. */
  readonly auth?: JsonObject;
  readonly remark?: string;
}

type Field = (name: string) => string;

const NONE: JsonObject = { type: 'none' };

/** Reads one; `read` makes texts those of a chain. */
export function readAuth(stated: BrunoAuth | undefined, read: (text: string) => string): ReadAuth {
  if (stated === undefined || stated.type === 'inherit') {
    return {};
  }
  const field: Field = (name) => read(stated.fields.get(name) ?? '');
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
      return aws(field);
    case 'oauth2':
      return oauth2(field);
    default:
      return lost(`Authentication of the type ${JSON.stringify(stated.type)} cannot be carried over.`);
  }
}

function lost(remark: string): ReadAuth {
  return { auth: NONE, remark };
}

function apiKey(field: Field): ReadAuth {
  const name = field('key');
  if (name === '' || isReservedName(name)) {
    return lost('The API key has no usable name and is left out.');
  }
  const place = field('placement').startsWith('query') ? 'query' : 'header';
  return { auth: { type: 'apiKey', in: place, name, value: field('value') } };
}

function aws(field: Field): ReadAuth {
  const auth = awsAuth({
    accessKeyId: field('accessKeyId'),
    secretAccessKey: field('secretAccessKey'),
    sessionToken: field('sessionToken'),
    region: field('region'),
    service: field('service'),
  });
  return { auth };
}

const GRANTS: ReadonlyMap<string, string> = new Map([
  ['client_credentials', 'clientCredentials'],
  ['password', 'password'],
  ['resource_owner_password', 'password'],
  ['authorization_code', 'authorizationCode'],
]);

function oauth2(field: Field): ReadAuth {
  const auth = oauth2Auth({
    grant: GRANTS.get(field('grantType')),
    tokenUrl: field('accessTokenUrl'),
    authorizationUrl: field('authorizationUrl'),
    clientId: field('clientId'),
    clientSecret: field('clientSecret'),
    isInBody: field('credentialsPlacement') === 'body',
    scope: field('scope'),
    username: field('username'),
    password: field('password'),
    redirectUri: field('callbackUrl'),
  });
  const grant = JSON.stringify(field('grantType'));
  return auth === undefined
    ? lost(`OAuth 2.0 is not complete, or its grant ${grant} is not supported. It is left out.`)
    : { auth };
}
