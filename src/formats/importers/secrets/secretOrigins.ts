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
  readonly requests: readonly { readonly source: KeptRequest; readonly secrets: readonly string[] }[];
}

/** Secrets by name with the origins of the requests that use them. */
export function withOrigins(
  values: ReadonlyMap<string, string>,
  sources: readonly SourceChains[],
  environments: readonly ImportedEnvironment[],
): readonly ImportedSecret[] {
  const outer = environments.flatMap(({ variables }) => variables);
  const uses = sources.flatMap(({ collection, chains }) => {
    const constants = constantsOf([...outer, ...collection.variables]);
    return chains.flatMap((chain) => usesIn(chain, constants));
  });
  const everywhere = uses.flatMap(({ origins }) => origins);
  return [...values].map(([name, value]) => {
    const own = uses.filter(({ secrets }) => secrets.has(name)).flatMap(({ origins }) => origins);
    // A credential that is only in an environment can go wherever its chains go.
    return { name, value, origins: [...new Set(own.length === 0 ? everywhere : own)] };
  });
}

/** Secrets that are sent to the same origins. */
interface SecretUse {
  readonly secrets: ReadonlySet<string>;
  readonly origins: readonly string[];
}

/** What a request names goes where it goes; what only its chain names goes where all of them go. */
function usesIn({ secrets: all, requests }: ChainSecrets, constants: Constants): readonly SecretUse[] {
  const uses = requests.map(({ source, secrets }): SecretUse => {
    const url = textOf(source.request['url']) ?? '';
    return { secrets: new Set(secrets), origins: originsOf([resolved(url, constants)]) };
  });
  const ofRequests = new Set(uses.flatMap(({ secrets }) => [...secrets]));
  const ofChain = all.filter((name) => !ofRequests.has(name));
  return [...uses, { secrets: new Set(ofChain), origins: uses.flatMap(({ origins }) => origins) }];
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
