/**
 * The one pass of an import that replaces credentials by references to secrets. What comes before it works on the
 * collections that were read, what comes after it sees no credential.
 *
 * The order decides the names: all chains first (constants, authentication, requests), then all environments.
 */
import type { WrittenAuth } from '../../../core/files/writtenChain';
import type { JsonObject } from '../../../core/json/json';
import type { ImportedCollection, ImportedMembers, KeptRequest } from '../shape/imported';
import { typedValues } from '../shape/typedValues';
import { createImportSecrets, type ImportSecrets } from './importSecrets';

/** A source and the chains that it becomes, each a list of requests. */
interface CredentialSource {
  readonly collection: ImportedCollection;
  readonly chains: readonly { readonly requests: readonly { readonly source: KeptRequest }[] }[];
}

/** Members of a chain file without credentials. */
export interface ChainValues {
  readonly variables: JsonObject;
  readonly auth: WrittenAuth | undefined;
  /** In the order of the chain. */
  readonly requests: readonly ImportedMembers[];
}

/** What the files of a source are made of. */
export interface SourceValues {
  readonly chains: readonly ChainValues[];
  /** The constants of each environment. */
  readonly environments: readonly JsonObject[];
}

/** What replacing credentials starts from. */
export interface CredentialContext {
  /** Values of secrets that are kept already, by name. */
  readonly known: ReadonlyMap<string, string>;
  /** Constants that are written with the type that their text has. */
  readonly typed: ReadonlySet<string>;
}

/** An import without credentials. */
export interface ReplacedCredentials<Source> {
  readonly sources: readonly (Source & { readonly values: SourceValues })[];
  /** The credentials by the names of their secrets. */
  readonly secrets: ReadonlyMap<string, string>;
}

/** Replaces the credentials of all sources, which share their secrets. */
export function replaceCredentials<Source extends CredentialSource>(
  sources: readonly Source[],
  { known, typed }: CredentialContext,
): ReplacedCredentials<Source> {
  const named = sources.flatMap(({ collection }) => collection.secrets ?? []);
  const secrets = createImportSecrets(known, named);
  const inChains = sources.map((source) => ({ source, chains: chainValues(source, secrets, typed) }));
  return {
    sources: inChains.map(({ source, chains }) => ({
      ...source,
      values: {
        chains,
        environments: source.collection.environments.map(({ variables }) =>
          secrets.inVariables(typedValues(variables, typed)),
        ),
      },
    })),
    secrets: secrets.values(),
  };
}

function chainValues(
  { collection: { variables: constants, auth: shared }, chains }: CredentialSource,
  secrets: ImportSecrets,
  typed: ReadonlySet<string>,
): readonly ChainValues[] {
  if (chains.length === 0) {
    return [];
  }
  const variables = secrets.inVariables(typedValues(constants, typed));
  const auth = shared === undefined ? undefined : secrets.inAuth(shared);
  return chains.map(({ requests }) => ({
    variables,
    auth,
    requests: requests.map(({ source }) => secrets.inRequest(source.request)),
  }));
}
