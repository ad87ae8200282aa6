/** Variables that requests of an import use and that nothing gives a value, and the environment in which they get one. */
import type { JsonObject } from '../../../core/json/json';
import { isCredentialName } from '../../../core/masking/credentialNames';
import { askedSecrets, credentialsIn } from '../secrets/replaceCredentials';
import { extractedVariables, variablesIn, variablesNeededBy } from '../shape/chainNames';
import type {
  ImportedCollection,
  ImportedMembers,
  ImportedRequest,
  ImportedVariable,
  ReadSource,
} from '../shape/imported';

/** Variables that requests use and that neither they, the collection nor an environment gives a value. */
export function missingVariables(
  { requests, required = [], variables, auth }: ImportedCollection,
  ofEnvironments: ReadonlySet<string>,
): readonly string[] {
  const kept = [...required, ...requests].flatMap((request) =>
    request.kind === 'kept' ? [request.request] : [],
  );
  const known = new Set([
    ...variables.map(({ name }) => name),
    ...kept.flatMap(extractedVariables),
    ...ofEnvironments,
  ]);
  const values = [auth ?? {}, ...variables.map(({ value }) => value)];
  const needed = [...kept.flatMap(variablesNeededBy), ...values.flatMap(variablesIn)];
  return [...new Set(needed)].filter((name) => !known.has(name));
}

/**
 * The sources without conditions on what becomes a secret, about which no condition may ask, and without empty values of
 * variables that conditions ask for: to the scripts these have no value.
 */
export function withSoundConditions(sources: readonly ReadSource[]): readonly ReadSource[] {
  const collections = sources.map(({ collection }) => collection);
  const kept = collections.flatMap(({ requests }) =>
    requests.flatMap((one) => (one.kind === 'kept' ? [one.request] : [])),
  );
  if (kept.every(({ when }) => when === undefined)) {
    return sources;
  }
  const given = collections
    .flatMap(({ variables, environments }) => [variables, ...environments.map((one) => one.variables)])
    .flat()
    .flatMap(({ name, value, isSecret }) =>
      value !== '' && (isSecret || isCredentialName(name)) ? [name] : [],
    );
  const [secret, extracted] = [new Set(given), new Set(kept.flatMap(extractedVariables))];
  const isSecret = (name: string): boolean =>
    secret.has(name) || (isCredentialName(name) && !extracted.has(name));
  const asked = new Set(kept.flatMap(askedFor));
  const filled = (variables: readonly ImportedVariable[]): readonly ImportedVariable[] =>
    variables.filter(({ name, value }) => value !== '' || !asked.has(name));
  return sources.map((source) => {
    const { variables, environments, requests, ...rest } = source.collection;
    const all = environments.map((one) => ({ ...one, variables: filled(one.variables) }));
    const sound = requests.map((one) => withoutCondition(one, isSecret));
    return {
      ...source,
      collection: { ...rest, variables: filled(variables), environments: all, requests: sound },
    };
  });
}

function withoutCondition(request: ImportedRequest, isSecret: (name: string) => boolean): ImportedRequest {
  const { when, ...members } = request.kind === 'kept' ? request.request : {};
  const name = when === undefined ? undefined : variablesIn({ when }).find(isSecret);
  if (request.kind === 'left-out' || name === undefined) {
    return request;
  }
  const { method, url } = request.request;
  const remark = `Its condition asks for ${name}, which is a secret here and cannot be asked for: it is always sent.`;
  return { ...request, request: { ...members, method, url }, remarks: [...request.remarks, remark] };
}

function askedFor({ when = [] }: ImportedMembers): readonly string[] {
  const comparisons = 'any' in when ? (when.any ?? []) : [when].flat();
  return comparisons.flatMap((one) => ('exists' in one ? variablesIn(one) : []));
}

/** Names of the variables that the environments of an import define. */
export function definedVariables(sources: readonly ReadSource[]): ReadonlySet<string> {
  const environments = sources.flatMap(({ collection }) => collection.environments);
  return new Set(environments.flatMap(({ variables }) => variables.map(({ name }) => name)));
}

/**
 * The sources with an environment for what has no value, where they bring none. What has the name or the place of a
 * credential is a secret there: nobody is asked to write a password into a file.
 */
export function withEnvironment(sources: readonly ReadSource[]): readonly ReadSource[] {
  const complete = withOwnEnvironment(sources);
  const known = definedVariables(complete);
  const missing = complete.flatMap(({ collection }) => missingVariables(collection, known));
  const inPlaces = new Set(complete.flatMap(({ collection }) => placedCredentials(collection)));
  const credentials = [...new Set(missing)].filter((name) => isCredentialName(name) || inPlaces.has(name));
  return credentials.length === 0 ? complete : complete.map((source) => withSecrets(source, credentials));
}

/** Variables that are in the place of a credential, such as a password or an API key. */
function placedCredentials({ auth, requests, required = [] }: ImportedCollection): readonly string[] {
  const parts = [...required, ...requests].flatMap((one): readonly JsonObject[] => {
    if (one.kind !== 'kept') {
      return [];
    }
    const { auth: own, ...others } = one.request;
    return [own ?? {}, others];
  });
  return [auth ?? {}, ...parts].flatMap(credentialsIn).flatMap(variablesIn);
}

function withSecrets(source: ReadSource, credentials: readonly string[]): ReadSource {
  const { secrets = [], environments } = source.collection;
  const waiting = credentials.map((name) => ({ name, value: '', isSecret: true }));
  const added = environments.map((one) => ({ ...one, variables: [...one.variables, ...waiting] }));
  const { asked, secrets: own } = askedSecrets(added, secrets);
  return {
    ...source,
    collection: { ...source.collection, environments: asked, secrets: [...secrets, ...own] },
  };
}

function withOwnEnvironment(sources: readonly ReadSource[]): readonly ReadSource[] {
  if (sources.some(({ collection }) => collection.environments.length > 0)) {
    return sources;
  }
  const first = sources.find(({ collection }) => missingVariables(collection, new Set()).length > 0);
  return sources.map((source) => {
    const { collection } = source;
    const environment = { name: collection.name.trim() || 'imported', variables: [], remarks: [] };
    return source === first
      ? { ...source, collection: { ...collection, environments: [environment] } }
      : source;
  });
}

/** How the line of a variable that waits for a value begins in an environment. */
export function withoutValue(name: string): string {
  return `// ${JSON.stringify(name)}:`;
}
