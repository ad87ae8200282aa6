/** The kinds of authentication as the form offers them, and the fields of each. */
import { defined } from '../../src/core/defined';
import type { WrittenAuth } from '../../src/core/files/writtenChain';
import type { StepIn } from '../../src/core/files/writtenPath';
import type { JsonValue } from '../../src/core/json/json';
import { t } from '../ui/l10n';
import { choicesOf, type Choice } from './choice';
import { withMembers } from './fieldEdits';
import type { Loose } from './formValue';

/** A field of an authentication. */
export interface AuthField {
  readonly member: StepIn<WrittenAuth>;
  readonly label: string;
  /** Whether it stays when it is empty. */
  readonly isNeeded?: boolean;
  /** Whether it is best a reference to a secret. */
  readonly isSecret?: boolean;
  /** What can be chosen; the first one is the default where the field is not needed. */
  readonly choices?: readonly Choice[];
  readonly placeholder?: string;
}

/** The kinds, and what they are called. */
export const AUTH_TYPES = choicesOf<WrittenAuth['type']>({
  inherit: () => t('As the chain says'),
  none: () => t('None'),
  bearer: () => t('Bearer token'),
  basic: () => t('Basic'),
  apiKey: () => t('API key'),
  digest: () => t('Digest'),
  oauth1: () => t('OAuth 1.0'),
  oauth2: () => t('OAuth 2.0'),
  awsSigV4: () => t('AWS Signature v4'),
});

type OAuth1 = Extract<WrittenAuth, { readonly type: 'oauth1' }>;
type OAuth2 = Extract<WrittenAuth, { readonly type: 'oauth2' }>;

/** The grants of OAuth 2.0. */
export const GRANTS = choicesOf<OAuth2['grant']>({
  clientCredentials: () => t('Client credentials'),
  password: () => t('User name and password'),
  refreshToken: () => t('Refresh token'),
  authorizationCode: () => t('Sign in in a browser (authorization code with PKCE)'),
});

/** The fields of each kind; a grant brings further ones. */
const FIELDS: {
  readonly [Type in WrittenAuth['type']]: (grant: JsonValue | undefined) => readonly AuthField[];
} = {
  inherit: () => [],
  none: () => [],
  bearer: () => [{ member: 'token', label: t('Token'), isNeeded: true, isSecret: true }],
  basic: userFields,
  digest: userFields,
  apiKey: () => [
    {
      member: 'in',
      label: t('Sent in'),
      isNeeded: true,
      choices: choicesOf<Extract<WrittenAuth, { readonly type: 'apiKey' }>['in']>({
        header: () => t('a header'),
        query: () => t('the query'),
        cookie: () => t('a cookie'),
      }),
    },
    { member: 'name', label: t('Name'), isNeeded: true, placeholder: 'X-Api-Key' },
    { member: 'value', label: t('Key'), isNeeded: true, isSecret: true },
  ],
  oauth1: oauth1Fields,
  oauth2: oauthFields,
  awsSigV4: () => [
    { member: 'accessKeyId', label: t('Access key id'), isNeeded: true, isSecret: true },
    { member: 'secretAccessKey', label: t('Secret access key'), isNeeded: true, isSecret: true },
    { member: 'sessionToken', label: t('Session token'), isSecret: true },
    { member: 'region', label: t('Region'), isNeeded: true, placeholder: 'eu-central-1' },
    { member: 'service', label: t('Service'), isNeeded: true, placeholder: 'execute-api' },
  ],
};

/** The fields of an authentication, in their order. */
export function authFields({ type, grant }: Loose<WrittenAuth>): readonly AuthField[] {
  const known = AUTH_TYPES.find(([kind]) => kind === type)?.[0];
  return known === undefined ? [] : FIELDS[known](grant);
}

function userFields(): readonly AuthField[] {
  return [
    { member: 'username', label: t('User name'), isNeeded: true },
    { member: 'password', label: t('Password'), isNeeded: true, isSecret: true },
  ];
}

function oauth1Fields(): readonly AuthField[] {
  return [
    { member: 'consumerKey', label: t('Consumer key'), isNeeded: true },
    { member: 'consumerSecret', label: t('Consumer secret'), isNeeded: true, isSecret: true },
    { member: 'token', label: t('Token'), isSecret: true },
    { member: 'tokenSecret', label: t('Token secret'), isSecret: true },
    {
      member: 'signatureMethod',
      label: t('Signature method'),
      choices: choicesOf<Required<OAuth1>['signatureMethod']>({
        'HMAC-SHA1': String,
        'HMAC-SHA256': String,
        'RSA-SHA1': String,
        PLAINTEXT: String,
      }),
    },
    { member: 'privateKey', label: t('RSA private key'), isSecret: true },
    {
      member: 'in',
      label: t('Sent in'),
      choices: choicesOf<Required<OAuth1>['in']>({
        header: () => t('a header'),
        query: () => t('the query'),
      }),
    },
    { member: 'realm', label: t('Realm') },
    { member: 'callback', label: t('Callback address') },
    { member: 'verifier', label: t('Verifier'), isSecret: true },
  ];
}

function grantFields(grant: JsonValue | undefined): readonly AuthField[] {
  switch (grant) {
    case 'password':
      return userFields();
    case 'refreshToken':
      return [{ member: 'refreshToken', label: t('Refresh token'), isNeeded: true, isSecret: true }];
    case 'authorizationCode':
      return [
        { member: 'authorizationUrl', label: t('Sign-in page'), isNeeded: true },
        { member: 'redirectUri', label: t('Redirect address'), placeholder: t("the editor's own") },
      ];
    default:
      return [];
  }
}

function oauthFields(grant: JsonValue | undefined): readonly AuthField[] {
  const ofGrant = grantFields(grant);
  return [
    { member: 'grant', label: t('Grant'), isNeeded: true },
    ...ofGrant.filter(({ member }) => member === 'authorizationUrl'),
    {
      member: 'tokenUrl',
      label: t('Token endpoint'),
      isNeeded: true,
      placeholder: '{{baseUrl}}/oauth/token',
    },
    { member: 'clientId', label: t('Client id'), isNeeded: true },
    { member: 'clientSecret', label: t('Client secret'), isSecret: true },
    {
      member: 'clientAuth',
      label: t('Client proves itself'),
      choices: choicesOf<Required<OAuth2>['clientAuth']>({
        basic: () => t('in the Authorization header'),
        body: () => t('in the form body'),
      }),
    },
    { member: 'scope', label: t('Scope'), placeholder: 'orders.read orders.write' },
    ...ofGrant.filter(({ member }) => member !== 'authorizationUrl'),
  ];
}

/**
 * The authentication after another kind, or another grant, was chosen: what both have stays, what the new one
 * needs is there, empty or as its first choice.
 */
export function authAfter(
  before: Loose<WrittenAuth>,
  chosen: { readonly type: WrittenAuth['type']; readonly grant?: OAuth2['grant'] },
): WrittenAuth {
  const grant = chosen.type === 'oauth2' ? (chosen.grant ?? 'clientCredentials') : undefined;
  const head = { type: chosen.type, ...defined({ grant }) };
  const fields = authFields(head).filter(({ member }) => member !== 'grant');
  const members = fields.map(({ member, isNeeded = false, choices }) => {
    const empty = isNeeded ? (choices?.[0]?.[0] ?? '') : undefined;
    const written = Object.hasOwn(before, member) ? before[member] : undefined;
    // "in" is a member of two kinds, which do not have the same choices.
    const canStay = choices === undefined || choices.some(([choice]) => choice === written);
    return [member, (canStay ? written : undefined) ?? empty] as const;
  });
  return withMembers<WrittenAuth>(head, Object.fromEntries(members));
}
