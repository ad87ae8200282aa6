/**
 * The files of an import: collections as the texts of chains and environments, laid out as people write them.
 *
 * The same sources give the same bytes. All that are imported together share one naming of files and of
 * secrets; paths are relative to the folder that the user chose, and every part of them is a plain name.
 */
import { defined } from '../../../core/defined';
import { replaceCredentials } from '../secrets/replaceCredentials';
import {
  literalDestinations,
  originsIn,
  secretDestinations,
  withOrigins,
  type ImportedSecret,
  type SecretDestination,
} from '../secrets/secretOrigins';
import { createFileNames, draftChains, type ChainDraft, type NextId } from './draftChains';
import { groupRequests, type FolderStyle } from './folderGroups';
import type { ImportedCollection, ReadSource } from '../shape/imported';
import {
  composeChains,
  composeEnvironments,
  heldSecrets,
  withFreeEnvironmentNames,
  withoutRepeatedEnvironments,
  type ComposedChain,
  type ComposedEnvironment,
} from './composeFiles';
import { reportOf, type ImportedSource } from './importReport';
import { definedVariables, exampleValues, missingVariables, withSoundConditions } from './missingVariables';
import { recordingOf, type ChainRecording } from './recordedResult';

/** A file to be written. */
export interface ComposedFile {
  /** Relative to the chosen folder, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** What the user chose, and what is there already. */
export interface ComposeOptions {
  readonly folders: FolderStyle;
  /** File names that are in use, so new files get other names; none when absent. */
  readonly taken?: readonly string[];
  /** Values of secrets that are kept already, by name; none when absent. */
  readonly known?: ReadonlyMap<string, string>;
  /** Gives the requests of all chains ids that they share; absent when each chain has its own. */
  readonly nextId?: NextId;
  /** Whether somebody takes the recorded responses; when absent, the reports say that they are left. */
  readonly responses?: boolean;
}

/** What an import consists of. */
export interface ComposedImport {
  readonly files: readonly ComposedFile[];
  /** One for each source, in order. */
  readonly reports: readonly ImportedSource[];
  /** Credentials that became secrets. */
  readonly secrets: readonly ImportedSecret[];
  readonly run: ImportedRun;
  /** What the requests of each chain were answered; none when nobody takes them. */
  readonly recordings: readonly ChainRecording[];
}

/** What a run of the imported chains needs in addition to the values of their secrets. */
export interface ImportedRun {
  /** The only environment, or the first of several; absent without one. */
  readonly environment?: {
    readonly path: string;
    /** What to choose it by; absent when the chains name it. */
    readonly name?: string;
    /** Origins that it names. */
    readonly origins: readonly string[];
  };
  /** The first environment with variables that wait for a value; absent without any. */
  readonly toFillIn?: Pick<ComposedEnvironment, 'path' | 'missing'>;
  /** All secrets that the chains refer to, and where they go in this environment. */
  readonly secrets: readonly SecretDestination[];
  /** Paths of the chains that others require, which run with those. */
  readonly required: readonly string[];
}

/**
 * Composes the files of all sources, in passes over all of them: chains are drafted, credentials are replaced, chains
 * and then environments are written, and the report is made of all that.
 */
export function composeImport(
  read: readonly ReadSource[],
  { folders, taken = [], known = new Map(), nextId, responses = false }: ComposeOptions,
): ComposedImport {
  const named = withFreeEnvironmentNames(withSoundConditions(read), taken);
  const sources = withoutRepeatedEnvironments(named);
  const names = createFileNames(taken);
  const drafted = sources.map(({ source, collection }) => ({
    ...{ source, collection },
    chains: draftChains(collection, { folders, names, nextId }),
  }));
  const typed = new Set(sources.flatMap(({ collection }) => collection.typedVariables));
  const replaced = replaceCredentials(drafted, { known, typed });
  const environments = sources.flatMap(({ collection }) => collection.environments);
  // A single environment is the one of all chains.
  const environment = environments.length === 1 ? environments[0]?.name : undefined;
  const held = heldSecrets(replaced.sources.flatMap(({ values }) => values.environments));
  const withChains = replaced.sources.map(({ chains: drafts, ...source }) => ({
    ...source,
    chains: composeChains(drafts, source, { environment, held }),
  }));
  const ofEnvironments = definedVariables(sources);
  const examples = exampleValues(sources, [...replaced.secrets.values()]);
  const missing = withChains.map(({ collection }) => missingVariables(collection, ofEnvironments));
  const isShared = environment !== undefined || sources.some((source, index) => source !== named[index]);
  const ofAll = withChains.flatMap(({ chains }) => chains);
  const written = withChains.map(({ values, ...source }, index) => ({
    ...source,
    environments: composeEnvironments(source.collection.environments, values.environments, {
      names,
      chains: isShared ? ofAll : source.chains,
      missing: isShared ? [...new Set(missing.flat())] : (missing[index] ?? []),
      examples,
      literal: literalDestinations(withChains),
    }),
  }));
  return {
    files: written.flatMap((one) =>
      [...one.chains, ...one.environments].map(({ path, text }) => ({ path, text })),
    ),
    reports: written.map((one, index) => ({
      ...reportOf(one, { responses, ofEnvironments }),
      ...(folders === 'size' ? divisionOf(drafted[index]) : {}),
      ...(folders === 'tags' ? proposedDivision(one.collection) : {}),
    })),
    secrets: withOrigins(replaced.secrets, written, environments),
    run: {
      ...runOf(written, environment),
      required: drafted.flatMap(({ chains }) => chains.flatMap(({ requires }) => requires)),
    },
    recordings: responses
      ? written.flatMap(({ source, chains }) => chains.flatMap((chain) => recordingOf(chain, source) ?? []))
      : [],
  };
}

/** That the folders of a source became chains because there would be too much in one; empty where they did not. */
function divisionOf(
  source: { readonly collection: ImportedCollection; readonly chains: readonly ChainDraft[] } | undefined,
): Pick<ImportedSource, 'division'> {
  const { required = [], chains: stated } = source?.collection ?? {};
  const ofFolders = (source?.chains ?? []).slice(required.length === 0 ? 0 : 1);
  const shared = ofFolders.find(({ isShared }) => isShared)?.path;
  return stated !== undefined || ofFolders.length < 2
    ? {}
    : { division: { chains: ofFolders.length, ...defined({ shared }) } };
}

/** That a long chain can be divided by its folders; empty for others. */
function proposedDivision({
  requests,
  chains: stated,
}: ImportedCollection): Pick<ImportedSource, 'division'> {
  const kept = requests.filter(({ kind }) => kind === 'kept');
  const chains = stated === undefined ? groupRequests(kept, 'size').length : 1;
  return chains > 1 ? { division: { chains, isProposed: true } } : {};
}

/** A source with its files. */
interface WrittenSource extends ReadSource {
  readonly chains: readonly ComposedChain[];
  readonly environments: readonly ComposedEnvironment[];
}

/** @param ofAll name of the environment that all chains name */
function runOf(sources: readonly WrittenSource[], ofAll: string | undefined): Omit<ImportedRun, 'required'> {
  const files = sources.flatMap(({ environments }) => environments);
  const [file] = files;
  const toFillIn = files.find(({ missing }) => missing.length > 0);
  const [first] = sources.flatMap(({ collection }) => collection.environments);
  return {
    ...(file === undefined || first === undefined
      ? {}
      : {
          environment: {
            path: file.path,
            ...(ofAll === undefined ? { name: file.name } : {}),
            origins: originsIn(first),
          },
        }),
    ...(toFillIn === undefined ? {} : { toFillIn: { path: toFillIn.path, missing: toFillIn.missing } }),
    secrets: secretDestinations(sources, first),
  };
}
