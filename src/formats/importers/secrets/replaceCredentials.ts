/**
 * The one pass of an import that replaces credentials by references to secrets, and forgets their values. What comes
 * before it works on the collections that were read, what comes after it sees no credential.
 *
 * What is a credential is decided as in the editor's warning about credentials that are written out, so that an
 * imported chain begins without that warning. One value has one name wherever it is used. The order decides the names:
 * all chains first (constants, authentication, requests), then all environments.
 */
import { visitCredentials, type Locate } from '../../../core/analysis/hardCodedCredentials';
import { authLocation, locationOf, pointerOf } from '../../../core/analysis/locationOf';
import { applyEdits } from '../../../core/edit/textEdit';
import type { WrittenAuth } from '../../../core/files/writtenChain';
import { isArray, isObject, type JsonObject, type JsonValue } from '../../../core/json/json';
import type { JsonPath } from '../../../core/json/jsonDocument';
import { treeOfObject, type ObjectNode } from '../../../core/json/jsonTree';
import { isCredentialHeader } from '../../../core/masking/credentialNames';
import { referToSecret, secretInString } from '../../../core/permission/secretLiteral';
import { proposeSecretName } from '../../../core/permission/secretNames';
import { findReferences } from '../../../core/prepare/template';
import { implicitToken } from '../shape/authFields';
import { memberOf, textOf } from '../shape/externalJson';
import type { ImportedCollection, ImportedMembers, ImportedVariable, KeptRequest } from '../shape/imported';
import { typedValues, withTypedVariables } from '../shape/typedValues';

/** A source and the chains that it becomes, each a list of requests. */
interface CredentialSource {
  readonly collection: ImportedCollection;
  readonly chains: readonly {
    readonly requests: readonly { readonly source: KeptRequest }[];
    readonly variables: readonly ImportedVariable[];
    readonly auth: WrittenAuth | undefined;
  }[];
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
interface CredentialContext {
  /** Values of secrets that are kept already, by name. */
  readonly known: ReadonlyMap<string, string>;
  /** Constants that are written with the type that their text has. */
  readonly typed: ReadonlySet<string>;
}

/** An import without credentials. */
interface ReplacedCredentials<Source> {
  readonly sources: readonly (Source & { readonly values: SourceValues })[];
  /** The credentials by the names of their secrets. */
  readonly secrets: ReadonlyMap<string, string>;
}

/** Replaces the credentials of all sources, which share their secrets. */
export function replaceCredentials<Source extends CredentialSource>(
  sources: readonly Source[],
  { known, typed }: CredentialContext,
): ReplacedCredentials<Source> {
  const named = [implicitToken, ...sources.flatMap(({ collection }) => collection.secrets ?? [])];
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
  { chains }: CredentialSource,
  secrets: ImportSecrets,
  typed: ReadonlySet<string>,
): readonly ChainValues[] {
  // Most chains of a source have the same constants.
  const constants = new Map<readonly ImportedVariable[], JsonObject>();
  const heads = chains.map(({ variables, auth }) => {
    const written = constants.get(variables) ?? secrets.inVariables(typedValues(variables, typed));
    constants.set(variables, written);
    return { variables: written, auth: auth === undefined ? undefined : secrets.inAuth(auth) };
  });
  return chains.map(({ requests }, index) => ({
    ...(heads[index] ?? { variables: {}, auth: undefined }),
    requests: requests.map(({ source }) => secrets.inRequest(withTypedVariables(source.request, typed))),
  }));
}

/** The secrets of one import. */
export interface ImportSecrets {
  /** A request with references in place of its credentials. */
  readonly inRequest: <Request extends JsonObject>(request: Request) => Request;
  /** The authentication of a chain, likewise. */
  readonly inAuth: (auth: WrittenAuth) => WrittenAuth;
  /** Constants as a chain or an environment states them. */
  readonly inVariables: (variables: readonly ImportedVariable[]) => JsonObject;
  /** Values by name so far, in order of their first use. */
  readonly values: () => ReadonlyMap<string, string>;
}

/**
 * Begins with secrets that are kept already: a value among them has its name there, another one has another.
 *
 * @param named secrets that sources refer to without a value
 */
export function createImportSecrets(
  known: ReadonlyMap<string, string>,
  named: readonly string[],
): ImportSecrets {
  const all = new Set([...known.keys(), ...named]);
  const byValue = new Map([...known].map(([name, value]) => [value, name]));
  const used = new Map<string, string>();
  const nameFor = (value: string, proposed: (taken: ReadonlySet<string>) => string): string => {
    const name = byValue.get(value) ?? proposed(all);
    byValue.set(value, name);
    used.set(name, value);
    all.add(name);
    return name;
  };
  const replace = <Value extends JsonObject>(value: Value, locate: (tree: ObjectNode) => Locate): Value =>
    withReferences(value, locate, nameFor);
  return {
    inRequest: (request) => replace(request, (tree) => (path) => locationOf(tree, path)),
    inAuth: (auth) => replace({ auth }, (tree) => (path) => authLocation(tree, path)).auth,
    inVariables: (variables) => {
      const said = variables.map(({ name, value, isSecret }): [string, JsonValue] => [
        name,
        isSecret && isLiteral(value)
          ? `{{$secret ${nameFor(value, (others) => proposeSecretName([name], undefined, others))}}}`
          : value,
      ]);
      return replace({ variables: Object.fromEntries(said) }, () => variableLocation).variables;
    },
    values: () => used,
  };
}

type NameSecret = (value: string, proposed: (taken: ReadonlySet<string>) => string) => string;

function withReferences<Value extends JsonObject>(
  value: Value,
  locate: (tree: ObjectNode) => Locate,
  nameFor: NameSecret,
): Value {
  const tree = treeOfObject(value);
  const texts = new Map<string, string>();
  visitCredentials(tree, [], locate(tree), (string, spans) => {
    const edits = spans.flatMap((span) => {
      const found = secretInString(string, span, tree);
      return found.ok
        ? [referToSecret(found.secret, nameFor(found.secret.value, found.secret.nameBeside))]
        : [];
    });
    texts.set(JSON.stringify(string.path), applyEdits(string.value, edits));
  });
  // Only texts are replaced, and by texts.
  return texts.size === 0 ? value : (withTexts(value, [], texts) as Value);
}

/** The value at a path with other texts, by their paths as JSON; in one pass, for there may be thousands. */
function withTexts(value: JsonValue, path: JsonPath, texts: ReadonlyMap<string, string>): JsonValue {
  if (typeof value === 'string') {
    return texts.get(JSON.stringify(path)) ?? value;
  }
  if (isArray(value)) {
    return value.map((item, index) => withTexts(item, [...path, index], texts));
  }
  return isObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, withTexts(member, [...path, name], texts)]),
      )
    : value;
}

/** Constants count as members of a body of their name. */
function variableLocation(path: JsonPath): ReturnType<Locate> {
  return path[0] === 'variables' ? { in: 'body', name: pointerOf(path.slice(1)) } : undefined;
}

function isLiteral(value: JsonValue): value is string {
  return typeof value === 'string' && value !== '' && findReferences(value).length === 0;
}

/** An environment or a collection. */
interface Holder {
  readonly variables: readonly ImportedVariable[];
}

/**
 * Puts references in place of missing values; a variable has the same secret everywhere.
 *
 * @param taken names of other secrets
 */
export function askedSecrets<One extends Holder>(
  holders: readonly One[],
  taken: readonly string[] = [],
): { readonly asked: readonly One[]; readonly secrets: readonly string[] } {
  const secrets = new Map<string, string>();
  const secretFor = (variable: string): string => {
    const others = new Set([...taken, ...secrets.values()]);
    const name = secrets.get(variable) ?? proposeSecretName([variable], undefined, others);
    secrets.set(variable, name);
    return name;
  };
  const asked = holders.map((holder) => ({
    ...holder,
    variables: holder.variables.map((variable) =>
      variable.isSecret && variable.value === ''
        ? { ...variable, value: `{{$secret ${secretFor(variable.name)}}}`, isSecret: false }
        : variable,
    ),
  }));
  return { asked, secrets: [...secrets.values()] };
}

/** What is a credential by its place, whatever it holds: members with such names, and rows that have such a name. */
export function credentialsIn(value: JsonValue): readonly JsonValue[] {
  if (isArray(value)) {
    return value.flatMap(credentialsIn);
  }
  if (!isObject(value)) {
    return [];
  }
  const row = textOf(memberOf(value, 'name'));
  return row !== undefined && isCredentialHeader(row)
    ? [value]
    : Object.entries(value).flatMap(([name, member]) =>
        isCredentialHeader(name) ? [member] : credentialsIn(member),
      );
}
