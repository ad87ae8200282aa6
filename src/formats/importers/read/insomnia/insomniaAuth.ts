/** Authentication as Insomnia states it, as a chain states it. */
import type { WrittenAuth } from '../../../../core/files/writtenChain';
import { isTrue, memberOf, scalarText, textOf, type Foreign } from '../../shape/externalJson';
import type { ScriptTexts } from '../scripts/postmanApi';
import {
  apiKeyAuth,
  awsAuth,
  commonOauth,
  LOST_API_KEY,
  oauth1Auth,
  oauth2Auth,
  tokenInstead,
  type AuthField,
  type OauthGrant,
} from '../../shape/authFields';

/** An authentication, and what could not be carried over. */
export interface InsomniaAuth {
  /** Absent when nothing is said, so that the folder decides. */
  readonly auth?: WrittenAuth;
  readonly remarks: readonly string[];
}

const NONE: WrittenAuth = { type: 'none' };

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
  const field: AuthField = (name) => reader.read(scalarText(memberOf(authentication, name)) ?? '');
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
      return said(awsAuth(field, { accessKeyId: 'accessKeyId', secretAccessKey: 'secretAccessKey' }));
    case 'oauth1':
      return oauth1Auth(field, { token: 'tokenKey', isInQuery: false });
    case 'oauth2':
      return oauth2(authentication, field);
    default:
      return lost(`Authentication of the type ${JSON.stringify(type)} cannot be carried over.`);
  }
}

function said(auth: WrittenAuth): InsomniaAuth {
  return { auth, remarks: [] };
}

function lost(remark: string): InsomniaAuth {
  return { auth: NONE, remarks: [remark] };
}

function bearer(field: AuthField): InsomniaAuth {
  const [token, prefix] = [field('token'), field('prefix').trim()];
  return prefix === '' || /^bearer$/i.test(prefix)
    ? said({ type: 'bearer', token })
    : said({ type: 'apiKey', in: 'header', name: 'Authorization', value: `${prefix} ${token}` });
}

function apiKey(field: AuthField): InsomniaAuth {
  const places: ReadonlyMap<string, 'query' | 'cookie'> = new Map([
    ['queryParams', 'query'],
    ['cookie', 'cookie'],
  ]);
  const auth = apiKeyAuth(field('key'), places.get(field('addTo')) ?? 'header', field('value'));
  return auth === undefined ? lost(LOST_API_KEY) : said(auth);
}

const GRANTS: ReadonlyMap<string, OauthGrant> = new Map([
  ['client_credentials', 'clientCredentials'],
  ['password', 'password'],
  ['refresh_token', 'refreshToken'],
  ['authorization_code', 'authorizationCode'],
]);

function oauth2(authentication: Foreign, field: AuthField): InsomniaAuth {
  const auth = oauth2Auth({
    grant: GRANTS.get(field('grantType') || 'authorization_code'),
    ...commonOauth(field),
    authorizationUrl: field('authorizationUrl'),
    isInBody: isTrue(authentication, 'credentialsInBody'),
    redirectUri: field('redirectUrl'),
    refreshToken: field('refreshToken'),
  });
  return auth === undefined
    ? tokenInstead(field('grantType'), {
        token: field('accessToken'),
        isInQuery: false,
        prefix: field('tokenPrefix').trim() || 'Bearer',
      })
    : said(auth);
}
