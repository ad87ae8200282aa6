/** The kinds of authentication as the form offers them, and the fields of each. */
import { isObject, type JsonObject, type JsonValue } from '../../src/core/json/json';
import type { Choice } from './choice';
import { withMembers } from './fieldEdits';

/** A field of an authentication. */
export interface AuthField {
  readonly member: string;
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
export const AUTH_TYPES: readonly Choice[] = [
  ['inherit', 'As the chain says'],
  ['none', 'None'],
  ['bearer', 'Bearer token'],
  ['basic', 'Basic'],
  ['apiKey', 'API key'],
  ['digest', 'Digest'],
  ['oauth2', 'OAuth 2.0'],
  ['awsSigV4', 'AWS Signature v4'],
];

const USER_NAME = { member: 'username', label: 'User name', isNeeded: true };
const PASSWORD = { member: 'password', label: 'Password', isNeeded: true, isSecret: true };

const GRANTS: readonly Choice[] = [
  ['clientCredentials', 'Client credentials'],
  ['password', 'User name and password'],
  ['refreshToken', 'Refresh token'],
  ['authorizationCode', 'Sign in in a browser (authorization code with PKCE)'],
];

const FIELDS: Readonly<Record<string, readonly AuthField[]>> = {
  bearer: [{ member: 'token', label: 'Token', isNeeded: true, isSecret: true }],
  basic: [USER_NAME, PASSWORD],
  digest: [USER_NAME, PASSWORD],
  apiKey: [
    {
      member: 'in',
      label: 'Sent in',
      isNeeded: true,
      choices: [
        ['header', 'a header'],
        ['query', 'the query'],
        ['cookie', 'a cookie'],
      ],
    },
    { member: 'name', label: 'Name', isNeeded: true, placeholder: 'X-Api-Key' },
    { member: 'value', label: 'Key', isNeeded: true, isSecret: true },
  ],
  awsSigV4: [
    { member: 'accessKeyId', label: 'Access key id', isNeeded: true, isSecret: true },
    { member: 'secretAccessKey', label: 'Secret access key', isNeeded: true, isSecret: true },
    { member: 'sessionToken', label: 'Session token', isSecret: true },
    { member: 'region', label: 'Region', isNeeded: true, placeholder: 'eu-central-1' },
    { member: 'service', label: 'Service', isNeeded: true, placeholder: 'execute-api' },
  ],
};

const GRANT_FIELDS: Readonly<Record<string, readonly AuthField[]>> = {
  password: [USER_NAME, PASSWORD],
  refreshToken: [{ member: 'refreshToken', label: 'Refresh token', isNeeded: true, isSecret: true }],
  authorizationCode: [
    { member: 'authorizationUrl', label: 'Sign-in page', isNeeded: true },
    { member: 'redirectUri', label: 'Redirect address', placeholder: "the editor's own" },
  ],
};

/** The fields of an authentication, in their order. */
export function authFields(auth: JsonObject): readonly AuthField[] {
  const { type, grant } = auth;
  if (type !== 'oauth2') {
    return typeof type === 'string' && Object.hasOwn(FIELDS, type) ? (FIELDS[type] ?? []) : [];
  }
  const ofGrant =
    typeof grant === 'string' && Object.hasOwn(GRANT_FIELDS, grant) ? (GRANT_FIELDS[grant] ?? []) : [];
  return [
    { member: 'grant', label: 'Grant', isNeeded: true, choices: GRANTS },
    ...ofGrant.filter(({ member }) => member === 'authorizationUrl'),
    { member: 'tokenUrl', label: 'Token endpoint', isNeeded: true, placeholder: '{{baseUrl}}/oauth/token' },
    { member: 'clientId', label: 'Client id', isNeeded: true },
    { member: 'clientSecret', label: 'Client secret', isSecret: true },
    {
      member: 'clientAuth',
      label: 'Client proves itself',
      choices: [
        ['basic', 'in the Authorization header'],
        ['body', 'in the form body'],
      ],
    },
    { member: 'scope', label: 'Scope', placeholder: 'orders.read orders.write' },
    ...ofGrant.filter(({ member }) => member !== 'authorizationUrl'),
  ];
}

/**
 * The authentication after another kind, or another grant, was chosen: what both have stays, what the new one
 * needs is there, empty or as its first choice.
 */
export function authAfter(
  auth: JsonValue | undefined,
  chosen: { readonly type: string; readonly grant?: string },
) {
  const before = auth !== undefined && isObject(auth) ? auth : {};
  const grant = chosen.type === 'oauth2' ? (chosen.grant ?? 'clientCredentials') : undefined;
  const head = withMembers({ type: chosen.type }, { grant });
  const fields = authFields(head).filter(({ member }) => member !== 'grant');
  const members = fields.map(({ member, isNeeded = false, choices }) => {
    const empty = isNeeded ? (choices?.[0]?.[0] ?? '') : undefined;
    const kept = Object.hasOwn(before, member) ? before[member] : undefined;
    return [member, kept ?? empty] as const;
  });
  return withMembers(head, Object.fromEntries(members));
}
