/**
 * The secrets that files of an import refer to, and where they belong: the origins of the requests that they are used
 * in, as far as the source itself says where these go. They are proposed to the user, who decides.
 */
import { isArray, isObject, type JsonValue } from '../../../core/json/json';
import { originsOf } from '../../../core/permission/origin';
import { secretNamesIn } from '../../../core/permission/secretNames';
import { plainText, resolveTemplate } from '../../../core/prepare/template';
import { textOf } from '../shape/externalJson';
import type {
  ImportedCollection,
  ImportedEnvironment,
  ImportedVariable,
  KeptRequest,
} from '../shape/imported';

/** A credential of a source that became a secret. */
export interface ImportedSecret {
  readonly name: string;
  readonly value: string;
  /** Where its requests go, in comparable form; empty when the source does not say. */
  readonly origins: readonly string[];
}

/** A source with its chains. */
interface SourceChains {
  readonly collection: ImportedCollection;
  readonly chains: readonly ChainSecrets[];
}

/** Names of the secrets that a chain and each of its requests refer to. */
interface ChainSecrets {
  readonly secrets: readonly string[];
  readonly requests: readonly {
    readonly source: KeptRequest;
    readonly secrets: readonly string[];
    readonly token?: TokenSecrets;
  }[];
  readonly token?: TokenSecrets;
}

/** The secrets of an OAuth 2.0 authentication: they go to its token endpoint, and the token to the requests. */
export interface TokenSecrets {
  readonly url: string;
  readonly secrets: readonly string[];
}

/** A secret that a run needs, and where it goes, in comparable form; no origin when the source does not say. */
export interface SecretDestination {
  readonly name: string;
  readonly origins: readonly string[];
}

/** Where the secrets of an import go in a run in one environment; in none when it is absent. */
export function secretDestinations(
  sources: readonly SourceChains[],
  environment: ImportedEnvironment | undefined,
): readonly SecretDestination[] {
  const names = sources.flatMap(({ chains }) => chains.flatMap(({ secrets }) => secrets));
  return destinationsOf([...new Set(names)], sources, environment === undefined ? [] : [environment]);
}

/** The secrets that go only to addresses which their requests spell out, so that no variable changes where they go. */
export function literalDestinations(sources: readonly SourceChains[]): readonly SecretDestination[] {
  const uses = sources.flatMap(({ chains }) => chains.flatMap((chain) => usesIn(chain, new Map())));
  const names = new Set(uses.flatMap(({ secrets }) => [...secrets]));
  return [...names].flatMap((name) => {
    const own = uses.filter(({ secrets }) => secrets.has(name));
    return own.every(({ isKnown }) => isKnown)
      ? [{ name, origins: [...new Set(own.flatMap(({ origins }) => origins))] }]
      : [];
  });
}

/** The origins that an environment names. */
export function originsIn({ variables }: ImportedEnvironment): readonly string[] {
  const constants = constantsOf(variables);
  return originsOf([...constants.values()].map((value) => resolved(value, constants)));
}

/** Secrets by name with the origins of the requests that use them. */
export function withOrigins(
  values: ReadonlyMap<string, string>,
  sources: readonly SourceChains[],
  environments: readonly ImportedEnvironment[],
): readonly ImportedSecret[] {
  return destinationsOf([...values.keys()], sources, environments).map(({ name, origins }) => ({
    name,
    value: values.get(name) ?? '',
    origins,
  }));
}

function destinationsOf(
  names: readonly string[],
  sources: readonly SourceChains[],
  environments: readonly ImportedEnvironment[],
): readonly SecretDestination[] {
  const outer = environments.flatMap(({ variables }) => variables);
  const uses = sources.flatMap(({ collection, chains }) => {
    const constants = constantsOf([...outer, ...collection.variables]);
    return chains.flatMap((chain) => usesIn(chain, constants));
  });
  const everywhere = uses.flatMap(({ origins }) => origins);
  return names.map((name) => {
    const own = uses.filter(({ secrets }) => secrets.has(name));
    // A credential that is only in an environment can go wherever its chains go.
    const origins = own.length === 0 ? everywhere : own.flatMap((use) => use.origins);
    return { name, origins: [...new Set(origins)] };
  });
}

/** Secrets that are sent to the same origins. */
interface SecretUse {
  readonly secrets: ReadonlySet<string>;
  readonly origins: readonly string[];
  /** Whether the origins are all there are. */
  readonly isKnown: boolean;
}

/**
 * What a request names goes where it goes, and what only its chain names goes where all requests go. A token may go where
 * the secrets may that it is obtained with, so these are for its endpoint and for its requests.
 */
function usesIn({ secrets: all, requests, token }: ChainSecrets, constants: Constants): readonly SecretUse[] {
  const useAt = (secrets: readonly string[], url: string): SecretUse => {
    const origins = originsOf([resolved(url, constants)]);
    return { secrets: new Set(secrets), origins, isKnown: origins.length > 0 };
  };
  const ofTokens = [...requests.map((request) => request.token), token]
    .filter((one) => one !== undefined)
    .map(({ secrets, url }) => useAt(secrets, url));
  const uses = requests.map(({ source, secrets }) => useAt(secrets, textOf(source.request['url']) ?? ''));
  const known = new Set([...uses, ...ofTokens].flatMap(({ secrets }) => [...secrets]));
  const ofChain = all.filter((name) => !known.has(name) || token?.secrets.includes(name) === true);
  return [
    ...uses,
    ...ofTokens,
    {
      secrets: new Set(ofChain),
      origins: uses.flatMap(({ origins }) => origins),
      isKnown: uses.every(({ isKnown }) => isKnown),
    },
  ];
}

type Constants = ReadonlyMap<string, string>;

function constantsOf(variables: readonly ImportedVariable[]): Constants {
  return new Map(variables.map(({ name, value }) => [name, plainText(value)]));
}

/** UTF-16 code units in which an address says its origin; what constants would make of more is not looked at. */
const MAX_LENGTH = 500;

/** With constants in place of references, and those inside them: an address is often made of two. */
function resolved(text: string, constants: Constants): string {
  const once = (written: string): string =>
    resolveTemplate(written.slice(0, MAX_LENGTH), ({ name }) => constants.get(name)?.slice(0, MAX_LENGTH))
      .text;
  return once(once(text));
}

/** Names in the `{{$secret NAME}}` of all strings and member names of a value, each once, in order. */
export function secretReferences(value: JsonValue): readonly string[] {
  const names = new Set<string>();
  const visit = (inner: JsonValue): void => {
    if (typeof inner === 'string') {
      secretNamesIn(inner).forEach((name) => names.add(name));
    } else if (isArray(inner)) {
      inner.forEach(visit);
    } else if (isObject(inner)) {
      for (const [name, member] of Object.entries(inner)) {
        visit(name);
        visit(member);
      }
    }
  };
  visit(value);
  return [...names];
}
