/**
 * The files of an import: collections as the texts of chains and environments, laid out as people write them.
 *
 * The same sources give the same bytes. All that are imported together share one naming of files and of
 * secrets; paths are relative to the folder that the user chose, and every part of them is a plain name.
 */
import { replaceCredentials } from '../secrets/replaceCredentials';
import { withOrigins, type ImportedSecret } from '../secrets/secretOrigins';
import { createFileNames, draftChains, type FolderStyle, type NextId } from './draftChains';
import type { ReadSource } from '../shape/imported';
import { composeChains, composeEnvironments, withoutRepeatedEnvironments } from './composeFiles';
import { reportOf, type ImportedSource } from './importReport';
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
  /** What the requests of each chain were answered; none when nobody takes them. */
  readonly recordings: readonly ChainRecording[];
}

/**
 * Composes the files of all sources, in passes over all of them: chains are drafted, credentials are replaced, chains
 * and then environments are written, and the report is made of all that.
 */
export function composeImport(
  read: readonly ReadSource[],
  { folders, taken = [], known = new Map(), nextId, responses = false }: ComposeOptions,
): ComposedImport {
  const sources = withoutRepeatedEnvironments(read);
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
  const withChains = replaced.sources.map(({ chains: drafts, ...source }) => ({
    ...source,
    chains: composeChains(drafts, source, { environment }),
  }));
  const isShared = environment !== undefined || sources.some((source, index) => source !== read[index]);
  const ofAll = withChains.flatMap(({ chains }) => chains);
  const written = withChains.map(({ values, ...source }) => ({
    ...source,
    environments: composeEnvironments(source.collection.environments, values.environments, {
      names,
      chains: isShared ? ofAll : source.chains,
    }),
  }));
  const ofEnvironments = new Set(environments.flatMap((one) => one.variables.map(({ name }) => name)));
  return {
    files: written.flatMap((one) =>
      [...one.chains, ...one.environments].map(({ path, text }) => ({ path, text })),
    ),
    reports: written.map((one) => reportOf(one, { responses, ofEnvironments })),
    secrets: withOrigins(replaced.secrets, written, environments),
    recordings: responses
      ? written.flatMap(({ source, chains }) => chains.flatMap((chain) => recordingOf(chain, source) ?? []))
      : [],
  };
}
