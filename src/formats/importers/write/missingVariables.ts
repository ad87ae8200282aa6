/**
 * Variables that requests of an import use and that nothing gives a value: the environment in which they get one, and the
 * values that saved examples show for them.
 */
import { isArray, isObject, type JsonObject, type JsonValue } from '../../../core/json/json';
import { escapeRegex } from '../../../core/mapping/select/textRules';
import { isCredentialName } from '../../../core/masking/credentialNames';
import { createRedactor } from '../../../core/masking/redact';
import { findReferences } from '../../../core/prepare/template';
import type { RecordedExchange } from '../../../core/result/result';
import { askedSecrets, credentialsIn } from '../secrets/replaceCredentials';
import { extractedVariables, variablesIn, variablesNeededBy } from '../shape/chainNames';
import { memberOf, parsedJson } from '../shape/externalJson';
import type {
  ImportedCollection,
  ImportedMembers,
  ImportedRequest,
  ImportedVariable,
  KeptRequest,
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

/** A value of a variable, and the name of the request in whose example it is. */
export interface ExampleValue {
  readonly value: string;
  readonly request: string;
}

/**
 * The first value that saved examples show for each variable: the address that an example was asked at, laid over the address
 * of its request, has `42` where that has `{{orderId}}`. Nothing that can be a credential is shown.
 *
 * @param secrets values that are credentials
 */
export function exampleValues(
  sources: readonly ReadSource[],
  secrets: readonly string[],
): ReadonlyMap<string, ExampleValue> {
  const found = new Map<string, ExampleValue>();
  let hasCredential: ((text: string) => boolean) | undefined;
  for (const { collection } of sources) {
    const requests = collection.requests.filter((request) => request.kind === 'kept');
    const hidden = new Set([collection.auth ?? {}, ...requests.map(credentialsOf)].flatMap(variablesIn));
    for (const { name: request, request: members, recorded } of requests) {
      for (const [name, value] of recorded === undefined ? [] : shownIn(members, recorded.exchange)) {
        const isSecret =
          hidden.has(name) || isCredentialName(name) || secrets.some((secret) => value.includes(secret));
        if (!found.has(name) && !isSecret && isPlain(value)) {
          hasCredential ??= credentialsOfExamples(sources, secrets);
          if (!hasCredential(value)) {
            found.set(name, { value, request });
          }
        }
      }
    }
  }
  return found;
}

/** Tells whether a text has a key, a secret, or what is a credential by its place in any example. */
function credentialsOfExamples(
  sources: readonly ReadSource[],
  secrets: readonly string[],
): (text: string) => boolean {
  const redactor = createRedactor({ pseudonym: () => '' });
  secrets.forEach(redactor.learn);
  for (const { collection } of sources) {
    const requests = collection.requests.filter((request) => request.kind === 'kept');
    for (const { recorded, examples = [] } of requests) {
      for (const { exchange } of [...(recorded === undefined ? [] : [recorded]), ...examples]) {
        redactor.learnFromExchange(exchange);
      }
    }
  }
  return (text) => redactor.text(text) !== text;
}

/** The parts of a request that can be credentials by their place. */
function credentialsOf({ request: { auth, ...parts } }: KeptRequest): JsonObject {
  return { auth: auth ?? null, parts: credentialsIn(parts) };
}

/** Whether a text is a value, and neither a placeholder nor one that contains a user. */
function isPlain(value: string): boolean {
  return value !== '' && !/[{}<>@]|^:/.test(value);
}

type Shown = readonly (readonly [name: string, value: string])[];

/** Variables of a request, each with what an example has in its place. */
function shownIn({ url, query = [], body }: KeptRequest['request'], { request }: RecordedExchange): Shown {
  const [place = '', asked = ''] = request.url.split('?', 2);
  const rows = [...new URLSearchParams(asked)];
  const sent = body?.json === undefined ? undefined : parsedJson(request.body?.content ?? '');
  return [
    ...laidOver(url.split('?', 1)[0] ?? '', place),
    ...query.flatMap(({ name, value }) => laidOver(value, rows.find(([other]) => other === name)?.[1] ?? '')),
    ...(sent === undefined ? [] : shownInJson(body?.json ?? null, sent)),
  ];
}

function shownInJson(value: JsonValue, example: JsonValue): Shown {
  if (typeof value === 'string') {
    return example === null || typeof example === 'object' ? [] : laidOver(value, String(example));
  }
  if (isArray(value) && isArray(example)) {
    return value.flatMap((item, index) => shownInJson(item, example[index] ?? null));
  }
  return isObject(value) && isObject(example)
    ? Object.entries(value).flatMap(([name, member]) => shownInJson(member, memberOf(example, name) ?? null))
    : [];
}

/** UTF-16 code units of an example that is looked at. */
const MAX_LENGTH = 2000;

/** The texts in the places of the references of a text; none where the rest differs or a place is not clear. */
function laidOver(text: string, example: string): Shown {
  const references = findReferences(text);
  const between = references.map(({ start }, index) => text.slice(references[index - 1]?.end ?? 0, start));
  if (references.length === 0 || example.length > MAX_LENGTH || between.slice(1).includes('')) {
    return [];
  }
  // What a text begins with can be a whole origin; everything else is one segment.
  const pattern = between.map((part) => (part === '' ? '(.+?)' : `${escapeRegex(part)}([^/?#&]+)`)).join('');
  const rest = escapeRegex(text.slice(references.at(-1)?.end));
  const values = new RegExp(`^${pattern}${rest}$`).exec(example)?.slice(1) ?? [];
  return values.map((value, index) => [references[index]?.name ?? '', value] as const);
}
