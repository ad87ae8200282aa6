/**
 * How operations are authenticated: the first alternative that a chain can state, with a secret for everything
 * that a person has to know, named the same for the same thing. Alternatives that are not used get a remark. Where a chain
 * can state none of them as a whole, it is as much of the first as it can.
 *
 * Of OAuth 2.0 it is the first flow that needs no person, else the one in which a person signs in.
 */
import type { WrittenAuth, WrittenField } from '../../../../core/files/writtenChain';
import type { JsonObject } from '../../../../core/json/json';
import { proposeSecretName } from '../../../../core/permission/secretNames';
import { escapeReferences } from '../../../../core/prepare/template';
import { isReservedName } from '../../shape/chainNames';
import { itemsOf, memberOf, objectOf, textOf, type Foreign } from '../../shape/externalJson';
import type { Operation } from './operations';
import type { Place, Spec } from './spec';
import { documentation, remarkText, type Remark } from '../../shape/remark';

/** What reading schemes needs besides them. */
interface SecurityContext {
  readonly spec: Spec;
  readonly secrets: SpecSecrets;
  /** An address that may be relative to the server. */
  readonly absolute: (url: string) => string;
}

/** How an operation is authenticated. */
export interface OperationSecurity {
  readonly auth: WrittenAuth;
  /** Further keys, because a chain has one authentication. */
  readonly headers: readonly WrittenField[];
  readonly query: readonly WrittenField[];
}

/** The authentication of all operations of a specification. */
interface SpecSecurity {
  readonly of: (operation: Operation, remark: (remark: Remark) => void) => OperationSecurity;
  /** What is to be known about the schemes that were used so far, a sentence each. */
  readonly remarks: () => readonly Remark[];
}

/** Creates it. A remark on the whole specification appears once, one on an operation at the operation. */
export function createSecurity(context: SecurityContext, operations: readonly Operation[]): SpecSecurity {
  const { spec } = context;
  const scopes = scopesOf(spec, operations);
  const global = memberOf(spec.root.value, 'security');
  const ofAll = new Map<string, Remark>();
  const remarkOnAll = (one: Remark): void => {
    ofAll.set(remarkText(one), one);
  };
  return {
    remarks: () => [...ofAll.values()],
    of({ operation }, remark) {
      const own = memberOf(operation.value, 'security');
      const stated = itemsOf(own ?? global).map((one) => objectOf(one) ?? {});
      for (const requirement of stated.filter((one) => Object.keys(one).length > 0)) {
        const read = Object.keys(requirement).map((name) => schemeOf(name, scopes.get(name) ?? [], context));
        read.forEach(({ remark: sentence }) => sentence !== undefined && remarkOnAll(sentence));
        const joined = joinSchemes(read);
        if (joined !== undefined) {
          remarkOnOthers(requirement, stated, own === undefined ? remarkOnAll : remark);
          return joined;
        }
      }
      return partOf(stated, (name) => schemeOf(name, scopes.get(name) ?? [], context), remark);
    },
  };
}

const NONE: WrittenAuth = { type: 'none' };

/** Of several schemes that are needed together, those that a chain can state: of the first alternative that has one. */
function partOf(
  stated: readonly JsonObject[],
  read: (name: string) => SchemeReading,
  remark: (remark: Remark) => void,
): OperationSecurity {
  const left: string[] = [];
  for (const requirement of stated.filter((one) => Object.keys(one).length > 0)) {
    const schemes = Object.keys(requirement).map((name) => ({ name, ...read(name) }));
    const main = schemes.find(({ auth }) => auth !== undefined && !isFurtherKey(auth));
    const used = schemes.filter((one) => one === main || (one.auth !== undefined && isFurtherKey(one.auth)));
    const joined = joinSchemes(used);
    if (joined !== undefined) {
      const others = schemes.filter((one) => !used.includes(one)).map(({ name }) => name);
      const names = used.map(({ name }) => name).join(', ');
      remark(
        `A request has one authentication. Of ${namesOf(requirement)}, it has ${names}. Left out: ${others.join(', ')}.`,
      );
      return joined;
    }
    left.push(`Its authentication with ${namesOf(requirement)} is left out.`);
  }
  left.forEach((sentence) => {
    remark(sentence);
  });
  return { auth: NONE, headers: [], query: [] };
}

/** Whether it can be a row in addition to another authentication. */
function isFurtherKey(auth: WrittenAuth): boolean {
  return auth.type === 'apiKey' && auth.in !== 'cookie';
}

/** The scheme that a requirement names. */
export function findScheme(spec: Spec, name: string): Place {
  const isSwagger = memberOf(spec.root.value, 'swagger') !== undefined;
  const path = isSwagger ? ['securityDefinitions'] : ['components', 'securitySchemes'];
  return spec.at(spec.root, ...path, name);
}

function schemeOf(
  name: string,
  scopes: readonly string[],
  { spec, secrets, absolute }: SecurityContext,
): SchemeReading {
  const { value: scheme } = findScheme(spec, name);
  const type = textOf(memberOf(scheme, 'type'))?.toLowerCase();
  const shown = JSON.stringify(name);
  switch (type) {
    case 'basic':
      return httpScheme('basic', name, secrets);
    case 'http':
      return httpScheme(textOf(memberOf(scheme, 'scheme'))?.toLowerCase() ?? '', name, secrets);
    case 'apikey':
      return apiKey(scheme, name, secrets);
    case 'oauth2':
      return readOauth2(scheme, { name, scopes, secrets, absolute });
    case 'openidconnect':
      return {
        auth: { type: 'bearer', token: secrets.refer(name) },
        remark: `The authentication ${shown} is OpenID Connect, which is not discovered here. Enter a token.`,
      };
    case undefined:
      return { remark: `The authentication ${shown} is not defined in the file and left out.` };
    default:
      return {
        remark: `The authentication ${shown} of the type ${JSON.stringify(type)} cannot be carried over.`,
      };
  }
}

function httpScheme(scheme: string, name: string, secrets: SpecSecrets): SchemeReading {
  switch (scheme) {
    case 'bearer':
      return { auth: { type: 'bearer', token: secrets.refer(name) } };
    case 'basic':
    case 'digest':
      return {
        auth: {
          type: scheme,
          username: secrets.refer(`${name} username`),
          password: secrets.refer(`${name} password`),
        },
      };
    default:
      return { remark: `The HTTP authentication ${JSON.stringify(scheme)} cannot be carried over.` };
  }
}

function apiKey(scheme: Foreign, name: string, secrets: SpecSecrets): SchemeReading {
  const key = textOf(memberOf(scheme, 'name')) ?? '';
  const place = KEY_PLACES.find((one) => one === memberOf(scheme, 'in'));
  if (key === '' || isReservedName(key) || place === undefined) {
    return { remark: `The API key ${JSON.stringify(name)} has no usable name or place and is left out.` };
  }
  return { auth: { type: 'apiKey', in: place, name: escapeReferences(key), value: secrets.refer(name) } };
}

const KEY_PLACES = ['header', 'query', 'cookie'] as const;

/** Schemes that are needed together: one authentication, and further keys. Absent when not possible. */
function joinSchemes(schemes: readonly SchemeReading[]): OperationSecurity | undefined {
  const auths = schemes.map(({ auth }) => auth).filter((auth) => auth !== undefined);
  const [main = auths[0], ...others] = auths.filter((auth) => !isFurtherKey(auth));
  if (main === undefined || auths.length < schemes.length || others.length > 0) {
    return undefined;
  }
  const inPlace = (place: 'header' | 'query'): readonly WrittenField[] =>
    auths.flatMap((auth) =>
      auth !== main && auth.type === 'apiKey' && auth.in === place
        ? [{ name: auth.name, value: auth.value }]
        : [],
    );
  return { auth: main, headers: inPlace('header'), query: inPlace('query') };
}

function remarkOnOthers(
  chosen: JsonObject,
  stated: readonly JsonObject[],
  remark: (remark: Remark) => void,
): void {
  const others = stated.filter((one) => one !== chosen).map((one) => namesOf(one) || 'no authentication');
  if (others.length > 0) {
    remark(
      documentation(
        `Of its authentications ${namesOf(chosen)} is used; ${others.join(', or ')} would do as well.`,
      ),
    );
  }
}

function namesOf(requirement: JsonObject): string {
  return Object.keys(requirement).join(' with ');
}

/** Scopes that operations ask of each scheme: one token serves them all. */
function scopesOf(spec: Spec, operations: readonly Operation[]): ReadonlyMap<string, readonly string[]> {
  const scopes = new Map<string, string[]>();
  const stated = [spec.root, ...operations.map(({ operation }) => operation)];
  for (const requirement of stated.flatMap(({ value }) => itemsOf(memberOf(value, 'security')))) {
    for (const [name, list] of Object.entries(objectOf(requirement) ?? {})) {
      const known = scopes.get(name) ?? [];
      const added = itemsOf(list).flatMap((scope) => textOf(scope) ?? []);
      scopes.set(name, [...known, ...added.filter((scope) => !known.includes(scope))]);
    }
  }
  return scopes;
}

/** What reading a scheme needs besides it. */
interface OauthContext {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly secrets: SpecSecrets;
  readonly absolute: (url: string) => string;
}

/** Reads `flows`, or in Swagger 2 the one `flow`. */
function readOauth2(scheme: Foreign, context: OauthContext): SchemeReading {
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

/** A scheme as a chain states it. */
interface SchemeReading {
  /** Absent when a chain cannot state it. */
  readonly auth?: WrittenAuth;
  /** What has to be known about it, a sentence. */
  readonly remark?: string;
}

/** The secrets of one specification. */
export interface SpecSecrets {
  /** A reference to the secret with this label: `{{$secret BEARER_AUTH}}` for `bearerAuth`. */
  readonly refer: (label: string) => string;
  readonly names: () => readonly string[];
}

/** Begins without secrets. */
export function createSpecSecrets(): SpecSecrets {
  const names = new Map<string, string>();
  return {
    refer(label) {
      const name = names.get(label) ?? proposeSecretName([], label, new Set(names.values()));
      names.set(label, name);
      return `{{$secret ${name}}}`;
    },
    names: () => [...names.values()],
  };
}
