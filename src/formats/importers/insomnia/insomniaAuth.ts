/** Authentication as Insomnia states it, as a chain states it. */
import type { JsonObject } from '../../../core/json/json';
import { isReservedName } from '../chainWords';
import { isTrue, memberOf, scalarText, textOf } from '../foreignJson';
import type { Foreign } from '../foreignJson';
import type { ScriptTexts } from '../scripts/postmanApi';
import { awsAuth, oauth2Auth, tokenInstead } from '../statedAuth';

/** An authentication, and what of it could not be carried over. */
export interface InsomniaAuth {
  /** Absent when nothing is said, so that the folder decides. */
  readonly auth?: JsonObject;
  readonly remarks: readonly string[];
}

type Field = (name: string) => string;

const NONE: JsonObject = { type: 'none' };

/** Reads the `authentication` of a request or a folder. */
export function readAuth(authentication: Foreign, reader: ScriptTexts): InsomniaAuth {
  const type = textOf(memberOf(authentication, 'type'))?.toLowerCase() ?? '';
  switch (type) {
    case '':
    case 'inherit':
      return { remarks: [] };
    case 'none':
      return said(NONE);
    default:
      return isTrue(authentication, 'disabled')
        ? lost('Its authentication is switched off and left out.')
        : readEnabled(type, authentication, reader);
  }
}

function readEnabled(type: string, authentication: Foreign, reader: ScriptTexts): InsomniaAuth {
  const field: Field = (name) => reader.read(scalarText(memberOf(authentication, name)) ?? '');
  switch (type) {
    case 'basic':
    case 'digest':
      return said({ type, username: field('username'), password: field('password') });
    case 'bearer':
    case 'singletoken':
      return bearer(field);
    case 'apikey':
      return apiKey(field);
    case 'iam':
      return said(
        awsAuth({
          accessKeyId: field('accessKeyId'),
          secretAccessKey: field('secretAccessKey'),
          sessionToken: field('sessionToken'),
          region: field('region'),
          service: field('service'),
        }),
      );
    case 'oauth2':
      return oauth2(authentication, field);
    default:
      return lost(`Authentication of the type ${JSON.stringify(type)} cannot be carried over.`);
  }
}

function said(auth: JsonObject): InsomniaAuth {
  return { auth, remarks: [] };
}

function lost(remark: string): InsomniaAuth {
  return { auth: NONE, remarks: [remark] };
}

function bearer(field: Field): InsomniaAuth {
  const [token, prefix] = [field('token'), field('prefix').trim()];
  return prefix === '' || /^bearer$/i.test(prefix)
    ? said({ type: 'bearer', token })
    : said({ type: 'apiKey', in: 'header', name: 'Authorization', value: `${prefix} ${token}` });
}

function apiKey(field: Field): InsomniaAuth {
  const name = field('key');
  if (name === '' || isReservedName(name)) {
    return lost('The API key has no usable name and is left out.');
  }
  const places: Readonly<Record<string, string>> = { queryParams: 'query', cookie: 'cookie' };
  const place = places[field('addTo')] ?? 'header';
  return said({ type: 'apiKey', in: place, name, value: field('value') });
}

const GRANTS: ReadonlyMap<string, string> = new Map([
  ['client_credentials', 'clientCredentials'],
  ['password', 'password'],
  ['refresh_token', 'refreshToken'],
  ['authorization_code', 'authorizationCode'],
]);

function oauth2(authentication: Foreign, field: Field): InsomniaAuth {
  const auth = oauth2Auth({
    grant: GRANTS.get(field('grantType') || 'authorization_code'),
    tokenUrl: field('accessTokenUrl'),
    authorizationUrl: field('authorizationUrl'),
    clientId: field('clientId'),
    clientSecret: field('clientSecret'),
    isInBody: isTrue(authentication, 'credentialsInBody'),
    scope: field('scope'),
    username: field('username'),
    password: field('password'),
    redirectUri: field('redirectUrl'),
    refreshToken: field('refreshToken'),
  });
  return auth === undefined ? tokenInstead(field('grantType'), field('accessToken')) : said(auth);
}
