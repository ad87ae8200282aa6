/**
 * The texts of chains and environments, laid out as people write them: drafts with what their sources say, credentials
 * replaced by references to secrets. Environments list the secrets that their chains need.
 */
import { defined } from '../../../core/defined';
import { writeJson } from '../../../core/edit/jsonText';
import { fileStem, freeId } from '../../../core/edit/plainNames';
import { chainFrom } from '../../../core/files/chainShape';
import { laterInChain, laterInEnvironment } from '../../../core/files/laterFeatures';
import type { WrittenAuth, WrittenChain, WrittenRequest } from '../../../core/files/writtenChain';
import { oneLine, shorten } from '../../../core/shownText';
import { stringifyJson, type JsonObject, type JsonValue } from '../../../core/json/json';
import type { ChainValues, SourceValues } from '../secrets/replaceCredentials';
import { secretReferences, type SecretDestination, type TokenSecrets } from '../secrets/secretOrigins';
import { variablesIn } from '../shape/chainNames';
import { objectOf } from '../shape/externalJson';
import type { ImportedCollection, ImportedEnvironment, ImportedMembers, ReadSource } from '../shape/imported';
import type { ChainDraft, DraftRequest, FileNames } from './draftChains';
import { withoutValue, type ExampleValue } from './missingVariables';

/** A chain file. */
export interface ComposedChain {
  readonly path: string;
  readonly name: string;
  readonly text: string;
  readonly requests: readonly ComposedRequest[];
  /** Names of the secrets that it refers to, those of its requests included. */
  readonly secrets: readonly string[];
  /** What its authentication sends to a token endpoint; absent when there is none. */
  readonly token?: TokenSecrets;
}

/** A request as it went into a chain. */
interface ComposedRequest extends DraftRequest {
  /** Names of the secrets that it refers to. */
  readonly secrets: readonly string[];
  readonly token?: TokenSecrets;
}

/** What all chains of an import say alike. */
interface ChainContext {
  /** Name of the environment that the chains are meant for. */
  readonly environment: string | undefined;
  /** Names of secrets by the variables of environments that hold them. */
  readonly held: ReadonlyMap<string, readonly string[]>;
}

/** Composes the chains of a source from their drafts and values, which are in the same order. */
export function composeChains(
  drafts: readonly ChainDraft[],
  { collection, values }: { readonly collection: ImportedCollection; readonly values: SourceValues },
  context: ChainContext,
): readonly ComposedChain[] {
  const { description } = collection;
  return values.chains.flatMap((chain, index) => {
    const draft = drafts[index];
    return draft === undefined ? [] : [composeChain(draft, chain, { ...context, description })];
  });
}

function composeChain(
  { path, name, description: own, requires, requests: drafts }: ChainDraft,
  { variables, auth, requests: values }: ChainValues,
  { environment, held, description: ofAll }: ChainContext & { readonly description: string | undefined },
): ComposedChain {
  const requests = values.flatMap((members, index) => {
    const draft = drafts[index];
    return draft === undefined ? [] : [requestOf(draft, members)];
  });
  const written: WrittenChain = {
    formatVersion: 1,
    name,
    ...defined({ description: own ?? ofAll }),
    status: 'draft',
    ...defined({ environment }),
    ...(requires.length === 0 ? {} : { requires }),
    ...(Object.keys(variables).length === 0 ? {} : { variables }),
    ...defined({ auth }),
    requests,
  };
  const chain: WrittenChain =
    laterInChain(chainFrom(written)) === undefined ? written : { ...written, formatVersion: 2 };
  const secretsOf = (value: JsonValue): readonly string[] => {
    const inVariables = variablesIn(value).flatMap((name) =>
      Object.hasOwn(variables, name) ? [] : (held.get(name) ?? []),
    );
    return [...new Set([...secretReferences(value), ...inVariables])];
  };
  const tokenOf = (of: WrittenAuth | undefined): TokenSecrets | undefined =>
    of?.type === 'oauth2' ? { url: of.tokenUrl, secrets: secretsOf(of) } : undefined;
  return {
    path,
    name,
    text: layOutFile(chain),
    requests: drafts.map((request, index) => ({
      ...request,
      secrets: secretsOf(requests[index] ?? null),
      ...defined({ token: tokenOf(requests[index]?.auth) }),
    })),
    secrets: secretsOf(chain),
    ...defined({ token: tokenOf(auth) }),
  };
}

/** Names of secrets by the variables that hold them. */
export function heldSecrets(environments: readonly JsonObject[]): ReadonlyMap<string, readonly string[]> {
  const pairs = environments.flatMap(Object.entries<JsonValue>);
  return new Map(
    pairs.flatMap(([name, value]) => {
      const secrets = secretReferences(value);
      return secrets.length === 0 ? [] : [[name, secrets]];
    }),
  );
}

function requestOf({ source, id, folders }: DraftRequest, members: ImportedMembers): WrittenRequest {
  const { name, description, tags: words = [] } = source;
  const tags = [...new Set([...folders, ...words].filter((word) => word.trim() !== ''))];
  return {
    id,
    ...(name.trim() === '' || name === id ? {} : { name }),
    ...defined({ description }),
    ...(tags.length === 0 ? {} : { tags }),
    ...members,
  };
}

/** An environment file. */
export interface ComposedEnvironment {
  readonly name: string;
  readonly path: string;
  readonly text: string;
  /** Names of the secrets that its values refer to. */
  readonly secrets: readonly string[];
  /** Names of the variables that wait for a value in it. */
  readonly missing: readonly string[];
}

/** What the environments of a source are written with. */
interface EnvironmentContext {
  readonly names: FileNames;
  /** The chains that run in them. */
  readonly chains: readonly Pick<ComposedChain, 'secrets'>[];
  /** Variables that their requests use and nothing gives a value. */
  readonly missing: readonly string[];
  /** Values that examples show for them. */
  readonly examples: ReadonlyMap<string, ExampleValue>;
  /** Where secrets go that go only to addresses which requests spell out. */
  readonly literal: readonly SecretDestination[];
}

/** Composes environments from their values, which are in the same order. */
export function composeEnvironments(
  environments: readonly ImportedEnvironment[],
  values: readonly JsonObject[],
  { names, chains, missing, examples, literal }: EnvironmentContext,
): readonly ComposedEnvironment[] {
  const ofChains = chains.flatMap(({ secrets }) => secrets);
  return environments.map(({ name }, index) => {
    const variables = values[index] ?? {};
    const own = secretReferences(variables);
    const secrets = [...new Set([...ofChains, ...own])];
    const formatVersion = laterInEnvironment({ variables }) === undefined ? 1 : 2;
    return {
      name,
      path: names.free(name, 'environment', ENVIRONMENT_ENDING),
      text: layOutFile(
        {
          formatVersion,
          name,
          variables,
          secrets,
          ...secretOrigins(literal.filter((one) => secrets.includes(one.name))),
        },
        missing.map((name) => ({ name, example: examples.get(name) })),
      ),
      secrets: own,
      missing,
    };
  });
}

function secretOrigins(literal: readonly SecretDestination[]): JsonObject {
  return literal.length === 0
    ? {}
    : { secretOrigins: Object.fromEntries(literal.map(({ name, origins }) => [name, origins])) };
}

/** Files that lie side by side bring the same environments; the first of them is kept. */
export function withoutRepeatedEnvironments(sources: readonly ReadSource[]): readonly ReadSource[] {
  const seen = new Set<string>();
  return sources.map((one) => {
    const { environments } = one.collection;
    const kept = environments.filter(({ name, variables }) => {
      const key = stringifyJson([name, variables.map((variable) => ({ ...variable }))]);
      const isNew = !seen.has(key);
      seen.add(key);
      return isNew;
    });
    return kept.length === environments.length
      ? one
      : { ...one, collection: { ...one.collection, environments: kept } };
  });
}

/** Environments named apart from those whose files are there: chains choose an environment by its name. */
export function withFreeEnvironmentNames(
  sources: readonly ReadSource[],
  there: readonly string[],
): readonly ReadSource[] {
  const stems = there
    .map((file) => file.toLowerCase())
    .filter((file) => file.endsWith(ENVIRONMENT_ENDING))
    .map((file) => file.slice(0, -ENVIRONMENT_ENDING.length));
  const freeName = (name: string): string => {
    const stem = fileStem(name, 'environment');
    const free = freeId(stem, stems);
    return free === stem ? name : `${name} ${free.slice(free.lastIndexOf('-') + 1)}`;
  };
  return sources.map((source) => {
    const environments = source.collection.environments.map((one) => ({ ...one, name: freeName(one.name) }));
    return { ...source, collection: { ...source.collection, environments } };
  });
}

const ENVIRONMENT_ENDING = '.environment.json';

const LAYOUT = { unit: '  ', lineBreak: '\n' } as const;

/**
 * A file of ours: its members one below the other, and so the members of the requests.
 *
 * @param missing variables without a value
 */
function layOutFile(file: JsonObject, missing: readonly MissingVariable[] = []): string {
  const lines = Object.entries(file).map(([name, value]) => {
    const before = `  ${JSON.stringify(name)}: `;
    const isIncomplete = name === 'variables' && missing.length > 0;
    return (
      before +
      (name === 'requests'
        ? layOutRequests(value)
        : isIncomplete
          ? layOutVariables(objectOf(value) ?? {}, missing)
          : layOut(value, '  ', before.length))
    );
  });
  return `{\n${lines.join(',\n')}\n}\n`;
}

/** A variable without a value, and one that an example shows. */
interface MissingVariable {
  readonly name: string;
  readonly example: ExampleValue | undefined;
}

/** Names of requests are cut here. */
const MAX_NAME = 60;

/** Variables without a value are comments: as members they would be sent, empty. */
function layOutVariables(variables: JsonObject, missing: readonly MissingVariable[]): string {
  const members = Object.entries(variables).map(([name, value]) => {
    const before = `    ${JSON.stringify(name)}: `;
    return before + layOut(value, '    ', before.length);
  });
  return [
    '{',
    '    // Remove the // and set a value. Requests that use these variables are not sent before.',
    ...missing.map(({ name, example }) => {
      const from =
        example === undefined ? '' : ` // in an example of ${shorten(oneLine(example.request), MAX_NAME)}`;
      return `    ${withoutValue(name)} ${JSON.stringify(example?.value ?? '')},${from}`;
    }),
    ...(members.length === 0 ? [] : [members.join(',\n')]),
    '  }',
  ].join('\n');
}

function layOutRequests(requests: JsonValue): string {
  if (!Array.isArray(requests) || requests.length === 0) {
    return '[]';
  }
  const items = (requests as readonly JsonValue[]).map(
    (request) => `    ${writeJson(request, LAYOUT, { indent: '    ', column: 4 }, 'spread')}`,
  );
  return `[\n${items.join(',\n')}\n  ]`;
}

function layOut(value: JsonValue, indent: string, column: number): string {
  return writeJson(value, LAYOUT, { indent, column });
}
