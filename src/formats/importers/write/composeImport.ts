/**
 * The files of an import: collections as the texts of chains and environments, laid out as people write them.
 *
 * The same sources give the same bytes. All that are imported together share one naming of files and of
 * secrets; paths are relative to the folder that the user chose, and every part of them is a plain name.
 */
import { stringifyJson } from '../../../core/json/json';
import { secretNamesIn } from '../../../core/permission/secretNames';
import {
  composeChains,
  extractedVariables,
  variablesIn,
  type ComposedChain,
  type NextId,
} from './composeChains';
import { layOutFile, typedValues } from './layOutFile';
import type { FolderStyle } from '../shape/chainGroups';
import { createFileNames } from './fileNames';
import type { ImportedCollection, ImportedEnvironment } from '../shape/imported';
import type { ImportedSource } from './importReport';
import { createImportSecrets, type ImportSecrets } from '../secrets/importSecrets';
import { recordingOf, type ChainRecording } from './recordedResult';
import { withOrigins, type ImportedSecret } from '../secrets/secretOrigins';

/** A file to be written. */
export interface ComposedFile {
  /** Relative to the chosen folder, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** What the user chose, and what is there already. */
export interface ComposeOptions {
  readonly folders: FolderStyle;
  /** Names of files that get other ones beside them; nothing is taken when absent. */
  readonly taken?: readonly string[];
  /** Values of secrets that are kept already, by name; none when absent. */
  readonly known?: ReadonlyMap<string, string>;
  /** Gives the requests of all chains ids that they share; absent when each chain has its own. */
  readonly nextId?: NextId;
  /** Whether somebody takes the recorded responses; when absent, the reports say that they are left. */
  readonly responses?: boolean;
}

/** A file that was read. */
export interface ReadSource {
  /** As the user named it. */
  readonly source: string;
  readonly collection: ImportedCollection;
}

/** What an import consists of. */
export interface ComposedImport {
  readonly files: readonly ComposedFile[];
  /** One for each source, in order. */
  readonly reports: readonly ImportedSource[];
  /** Credentials that became secrets. */
  readonly secrets: readonly ImportedSecret[];
  /** What the requests of each chain were answered; none when nobody takes them. */
  readonly recordings: readonly ChainRecording[];
}

/** Composes the files of all sources. A single environment among them is the one of all their chains. */
export function composeImport(
  read: readonly ReadSource[],
  { folders, taken = [], known = new Map(), nextId, responses = false }: ComposeOptions,
): ComposedImport {
  const sources = withoutRepeatedEnvironments(read);
  const isShared = sources.some((source, index) => source !== read[index]);
  const names = createFileNames(taken);
  const named = sources.flatMap(({ collection }) => collection.secrets ?? []);
  const secrets = createImportSecrets(known, named);
  const typed = new Set(sources.flatMap(({ collection }) => collection.typedVariables));
  const environments = sources.flatMap(({ collection }) => collection.environments);
  const environment = environments.length === 1 ? environments[0]?.name : undefined;
  const withChains = sources.map(({ source, collection }) => ({
    source,
    collection,
    chains: composeChains(collection, {
      ...{ folders, names, secrets, typed, environment },
      ...(nextId === undefined ? {} : { nextId }),
    }),
  }));
  const secretsOf = (chains: readonly ComposedChain[]): readonly string[] =>
    environments.length === 0 ? [] : chains.flatMap(({ text }) => secretNamesIn(text));
  const ofAll =
    environment === undefined && !isShared
      ? undefined
      : secretsOf(withChains.flatMap(({ chains }) => chains));
  const defined = new Set(environments.flatMap(({ variables }) => variables.map(({ name }) => name)));
  const composed = withChains.map(({ source, collection, chains }) => {
    const ofChains = ofAll ?? secretsOf(chains);
    const written = collection.environments.map((one) => ({
      name: one.name,
      path: names.free(one.name, 'environment', '.environment.json'),
      text: environmentText(one, { secrets, typed, ofChains }),
    }));
    return {
      files: [...chains, ...written],
      recordings: chains.flatMap((chain) => recordingOf(chain, source) ?? []),
      report: {
        ...reportOf(source, collection, { chains, environments: written, responses }),
        undefinedVariables: undefinedVariables(collection, defined),
      },
    };
  });
  return {
    files: composed.flatMap(({ files }) => files.map(({ path, text }) => ({ path, text }))),
    reports: composed.map((one) => (responses ? one.report : withoutResponses(one))),
    secrets: withOrigins(secrets.values(), withChains, environments),
    recordings: responses ? composed.flatMap(({ recordings }) => recordings) : [],
  };
}

/** The report of a source, and that its responses are left. */
function withoutResponses({
  report,
  recordings,
}: {
  readonly report: ImportedSource;
  readonly recordings: readonly ChainRecording[];
}): ImportedSource {
  return recordings.length === 0
    ? report
    : { ...report, remarks: [...report.remarks, 'Responses to its requests are not carried over.'] };
}

/** Files that lie side by side bring the same environments; the first of them is kept. */
function withoutRepeatedEnvironments(sources: readonly ReadSource[]): readonly ReadSource[] {
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

interface EnvironmentContext {
  readonly secrets: ImportSecrets;
  readonly typed: ReadonlySet<string>;
  /** Names of secrets that the chains of this environment refer to. */
  readonly ofChains: readonly string[];
}

function environmentText(
  { name, variables }: ImportedEnvironment,
  { secrets, typed, ofChains }: EnvironmentContext,
): string {
  const values = secrets.inVariables(typedValues(variables, typed));
  const named = new Set([...ofChains, ...secretNamesIn(JSON.stringify(values))]);
  return layOutFile({ formatVersion: 1, name, variables: values, secrets: [...named] });
}

/** An environment as it is written. */
interface WrittenEnvironment {
  readonly name: string;
  readonly path: string;
  readonly text: string;
}

/** What became of a source. */
interface WrittenSource {
  readonly chains: readonly ComposedChain[];
  readonly environments: readonly WrittenEnvironment[];
  /** Whether its responses are kept. */
  readonly responses: boolean;
}

function reportOf(
  source: string,
  collection: ImportedCollection,
  { chains, environments, responses }: WrittenSource,
): Omit<ImportedSource, 'undefinedVariables'> {
  const placed = new Map(
    chains.flatMap(({ path, requests }) => requests.map((request) => [request.source, { path, ...request }])),
  );
  const texts = [...chains, ...environments].map(({ text }) => text);
  return {
    kind: 'imported',
    source,
    format: collection.format,
    requests: collection.requests.map((request) => {
      const name = [...request.folders, request.name].join(' / ');
      if (request.kind === 'left-out') {
        const { reason, rule } = request;
        return { name, leftOut: reason, ...(rule === undefined ? {} : { rule }) };
      }
      const { path: file = '', id = '', secrets = [] } = placed.get(request) ?? {};
      const status = responses ? request.recorded?.exchange.response?.status : undefined;
      const response = status === undefined ? {} : { response: status };
      return { name, file, id, secrets, ...response, remarks: request.remarks };
    }),
    environments: environments.map(({ name, path }) => ({ name, file: path })),
    remarks: [
      ...collection.remarks,
      ...collection.environments.flatMap(({ name, remarks }) =>
        remarks.map((remark) => `Environment ${JSON.stringify(name)}: ${remark}`),
      ),
    ],
    renamed: collection.renamed,
    secrets: [...new Set(texts.flatMap(secretNamesIn))],
  };
}

/** Variables that requests use and that neither they, the collection nor an environment gives a value. */
function undefinedVariables(
  { requests, variables, auth }: ImportedCollection,
  defined: ReadonlySet<string>,
): readonly string[] {
  const kept = requests.flatMap((request) => (request.kind === 'kept' ? [request.request] : []));
  const known = new Set([
    ...variables.map(({ name }) => name),
    ...kept.flatMap(extractedVariables),
    ...defined,
  ]);
  const values = [...kept, auth ?? {}, ...variables.map(({ value }) => value)];
  return [...new Set(values.flatMap(variablesIn))].filter((name) => !known.has(name));
}
