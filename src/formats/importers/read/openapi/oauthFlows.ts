/** OAuth 2.0 in a specification: the first of its flows that needs no person, else the one in which a person signs in. */
import type { WrittenAuth } from '../../../../core/files/writtenChain';
import { escapeReferences } from '../../../../core/prepare/template';
import { memberOf, textOf, type Foreign } from '../../shape/externalJson';
import type { SchemeReading } from './schemeReading';
import type { SpecSecrets } from './specSecrets';

/** What reading a scheme needs besides it. */
export interface OauthContext {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly secrets: SpecSecrets;
  readonly absolute: (url: string) => string;
}

/** Reads `flows`, or in Swagger 2 the one `flow`. */
export function readOauth2(scheme: Foreign, context: OauthContext): SchemeReading {
  const grants = GRANTS.map(([grant, flow, old]) => {
    const isOld = memberOf(scheme, 'flow') === old;
    return { grant, flow: isOld ? scheme : memberOf(memberOf(scheme, 'flows'), flow) };
  });
  const usable = grants.find(({ grant, flow }) => lacksNothing(grant, flow));
  return usable === undefined ? withToken(context) : { auth: authOf(usable.grant, usable.flow, context) };
}

/** The grants of a chain, with their names in OpenAPI 3 and in Swagger 2. */
const GRANTS = [
  ['clientCredentials', 'clientCredentials', 'application'],
  ['password', 'password', 'password'],
  ['authorizationCode', 'authorizationCode', 'accessCode'],
] as const;

type Grant = (typeof GRANTS)[number][0];

function lacksNothing(grant: Grant, flow: Foreign): boolean {
  const has = (name: string): boolean => (textOf(memberOf(flow, name)) ?? '') !== '';
  return has('tokenUrl') && (grant !== 'authorizationCode' || has('authorizationUrl'));
}

function authOf(grant: Grant, flow: Foreign, { name, scopes, secrets, absolute }: OauthContext): WrittenAuth {
  const address = (member: string): string =>
    absolute(escapeReferences(textOf(memberOf(flow, member)) ?? ''));
  return {
    type: 'oauth2',
    grant,
    ...(grant === 'authorizationCode' ? { authorizationUrl: address('authorizationUrl') } : {}),
    tokenUrl: address('tokenUrl'),
    clientId: secrets.refer(`${name} client id`),
    clientSecret: secrets.refer(`${name} client secret`),
    ...(scopes.length === 0 ? {} : { scope: escapeReferences(scopes.join(' ')) }),
    ...(grant === 'password'
      ? { username: secrets.refer(`${name} username`), password: secrets.refer(`${name} password`) }
      : {}),
  };
}

/** The implicit flow, which clients no longer use (RFC 9700 §2.1.2), and flows that are not complete. */
function withToken({ name, secrets }: OauthContext): SchemeReading {
  const shown = JSON.stringify(name);
  return {
    auth: { type: 'bearer', token: secrets.refer(name) },
    remark: `The flow of the authentication ${shown} cannot be carried over. Enter a token that was obtained elsewhere.`,
  };
}
