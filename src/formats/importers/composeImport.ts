/**
 * The files of an import: collections as the texts of chains and environments, laid out as people write them.
 *
 * The same sources give the same bytes. All that are imported together share one naming of files and of
 * secrets; paths are relative to the folder that the user chose, and every part of them is a plain name.
 */
import { jsonTexts, referencedVariables } from '../../core/references';
import { secretNamesIn } from '../../core/secretNames';
import { composeChains, extractedVariables } from './composeChains';
import type { ComposedChain } from './composeChains';
import { layOutFile, typedValues } from './composedText';
import type { FolderStyle } from './chainGroups';
import { createFileNames } from './fileNames';
import type { ImportedCollection, ImportedEnvironment } from './imported';
import type { ImportedSource } from './importReport';
import { createImportSecrets } from './importSecrets';
import type { ImportSecrets } from './importSecrets';

/** A file to be written. */
export interface ComposedFile {
  /** Relative to the chosen folder, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** What the user chose. */
export interface ComposeOptions {
  readonly folders: FolderStyle;
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
}

/** Composes the files of all sources. A single environment among them is the one of all their chains. */
export function composeImport(sources: readonly ReadSource[], { folders }: ComposeOptions): ComposedImport {
  const names = createFileNames();
  const secrets = createImportSecrets();
  const typed = new Set(sources.flatMap(({ collection }) => collection.typedVariables));
  const environments = sources.flatMap(({ collection }) => collection.environments);
  const environment = environments.length === 1 ? environments[0]?.name : undefined;
  const withChains = sources.map(({ source, collection }) => ({
    source,
    collection,
    chains: composeChains(collection, { folders, names, secrets, typed, environment }),
  }));
  const ofChains = environment === undefined ? [] : secrets.names();
  const defined = new Set(environments.flatMap(({ variables }) => variables.map(({ name }) => name)));
  const composed = withChains.map(({ source, collection, chains }) => {
    const written = collection.environments.map((one) => ({
      name: one.name,
      path: names.free(one.name, 'environment', '.environment.json'),
      text: environmentText(one, { secrets, typed, ofChains }),
    }));
    return {
      files: [...chains, ...written],
      report: {
        ...reportOf(source, collection, chains, written),
        undefinedVariables: undefinedVariables(collection, defined),
      },
    };
  });
  return {
    files: composed.flatMap(({ files }) => files.map(({ path, text }) => ({ path, text }))),
    reports: composed.map(({ report }) => report),
  };
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

function reportOf(
  source: string,
  collection: ImportedCollection,
  chains: readonly ComposedChain[],
  environments: readonly WrittenEnvironment[],
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
        return { name, leftOut: request.reason };
      }
      const { path: file = '', id = '', secrets = [] } = placed.get(request) ?? {};
      return { name, file, id, secrets, remarks: request.remarks };
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
  const used = values.flatMap((value) => jsonTexts(value).flatMap(({ text }) => referencedVariables(text)));
  return [...new Set(used)].filter((name) => !known.has(name));
}
