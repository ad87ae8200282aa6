/**
 * What the user named for an import, read: each a file, or a folder. Of a folder these are the collections that are
 * folders, and every other file that is in a known format by itself.
 */
import { UserError } from '../../core/errors';
import type { NamedSource, SourceFiles } from '../../core/ports';
import {
  folderImporters,
  readImportFile,
  UnknownFormatError,
  type FolderImporter,
  type ImportOptions,
} from './importers';
import { withoutConstantUsers, withoutUrlUsers } from './secrets/urlUsers';
import type { ImportedCollection, ImportFolder, ReadSource } from './shape/imported';
import { createExampleRoom, type RecordedRules } from './shape/recordedResponses';
import { withQuotedValues, withShortNumbers } from './shape/typedValues';
import type { ImportedSource, PassedOverFiles, RefusedSource, SourceReport } from './write/importReport';

/** A source that was read or refused, or the rest of a folder. */
export type SourceReading = ReadSource | RefusedSource | PassedOverFiles;

/** How to read sources. */
interface ReadOptions extends ImportOptions {
  /** What applies the rules of requests to responses that a source has. */
  readonly rules: RecordedRules;
}

/** Reads sources in their order. What cannot be read is among them, with the reason. */
export async function readSources(
  sources: readonly NamedSource[],
  { rules, ...options }: ReadOptions,
): Promise<readonly SourceReading[]> {
  const readings = await Promise.all(sources.map((source) => readSource(source, options)));
  const all = readings.flat();
  let collections: readonly ImportedCollection[] = all.flatMap((reading) =>
    'collection' in reading ? reading.collection : [],
  );
  for (const pass of PASSES) {
    collections = await pass(collections, rules);
  }
  const left = [...collections];
  return all.flatMap((reading): readonly SourceReading[] =>
    'collection' in reading ? left.splice(0, 1).map((collection) => ({ ...reading, collection })) : [reading],
  );
}

/** What is done to the collections of an import, whatever their formats are, before it is composed; in this order. */
const PASSES: readonly CollectionPass[] = [
  withExampleRoom,
  (collections) => collections.map(withoutUrlUsers),
  withoutConstantUsers,
  withQuotedValues,
  (collections) => collections.map(withShortNumbers),
];

/** Collections whose further examples fit into results together. */
function withExampleRoom(collections: readonly ImportedCollection[]): readonly ImportedCollection[] {
  const withFitting = createExampleRoom();
  return collections.map((collection) => ({
    ...collection,
    requests: collection.requests.map(withFitting),
  }));
}

type CollectionPass = (
  collections: readonly ImportedCollection[],
  rules: RecordedRules,
) => readonly ImportedCollection[] | Promise<readonly ImportedCollection[]>;

/** The readings in their order as a report says them, `reports` being those of the sources that were read. */
export function withReports(
  readings: readonly SourceReading[],
  reports: readonly ImportedSource[],
): readonly SourceReport[] {
  const left = [...reports];
  return readings.flatMap((reading): readonly SourceReport[] =>
    'collection' in reading ? left.splice(0, 1) : [reading],
  );
}

async function readSource(
  { name: source, open }: NamedSource,
  options: ImportOptions,
): Promise<readonly SourceReading[]> {
  try {
    const opened = await open();
    if (opened.kind === 'file') {
      return [{ source, collection: await readImportFile(opened, options) }];
    }
    const name = source.replace(/\/+$/, '');
    const { sources, passedOver } = await readImportFolder({ ...opened, name }, options);
    const rest: PassedOverFiles = { kind: 'passed-over', source: name, paths: passedOver };
    return [...sources, ...(passedOver.length === 0 ? [] : [rest])];
  } catch (error) {
    if (error instanceof UserError) {
      return [{ kind: 'refused', source, reason: error.message }];
    }
    throw error;
  }
}

/** What was found in a folder. */
interface FolderReading {
  /** In the order of their paths; `source` is the name of the folder and the path in it. */
  readonly sources: readonly (ReadSource | RefusedSource)[];
  /** Paths of files that are in no known format. */
  readonly passedOver: readonly string[];
}

/** Reads a folder; `name` begins the names of its sources. Rejects with UserError when it holds too many files. */
export async function readImportFolder(
  { name, files }: ImportFolder,
  options: ImportOptions,
): Promise<FolderReading> {
  const paths = await files.paths();
  const collections = wholeFolders(paths, folderImporters);
  const covered = (path: string): boolean => collections.some(({ root }) => isBelow(path, root));
  const sources: (ReadSource | RefusedSource)[] = [];
  const passedOver: string[] = [];
  for (const { root, importer } of collections) {
    const folder = { name: lastPart(root === '' ? name : root), files: filesBelow(files, root) };
    const source = root === '' ? name : `${name}/${root}`;
    sources.push(await attempt(source, () => importer.read(folder, options)));
  }
  for (const path of paths.filter((one) => !covered(one))) {
    const read = async () =>
      readImportFile({ name: lastPart(path), text: await files.text(path), path, files }, options);
    const one = await attempt(`${name}/${path}`, read).catch(onlyUnknown);
    if (one === undefined) {
      passedOver.push(path);
    } else {
      sources.push(one);
    }
  }
  return { sources, passedOver };
}

/** A collection that is a folder. */
interface WholeFolder {
  /** Its path; `''` is the outermost folder. */
  readonly root: string;
  readonly importer: FolderImporter;
}

/** The outermost of the folders that are collections, each with the importer that is asked first. */
export function wholeFolders(
  paths: readonly string[],
  importers: readonly FolderImporter[],
): readonly WholeFolder[] {
  const all = importers.flatMap((importer) =>
    importer.roots(paths).map((root): WholeFolder => ({ root, importer })),
  );
  const isFirst = ({ root }: WholeFolder, index: number): boolean =>
    !all.some((other, at) => (other.root === root ? at < index : isBelow(root, other.root)));
  return all.filter(isFirst).sort((one, other) => (one.root < other.root ? -1 : 1));
}

async function attempt(
  source: string,
  read: () => Promise<ReadSource['collection']>,
): Promise<ReadSource | RefusedSource> {
  try {
    return { source, collection: await read() };
  } catch (error) {
    if (error instanceof UserError && !(error instanceof UnknownFormatError)) {
      return { kind: 'refused', source, reason: error.message };
    }
    throw error;
  }
}

function onlyUnknown(error: unknown): undefined {
  if (!(error instanceof UnknownFormatError)) {
    throw error;
  }
}

/** The files of a folder among others, by their paths in it. */
function filesBelow(files: SourceFiles, root: string): SourceFiles {
  return root === ''
    ? files
    : {
        paths: async () =>
          (await files.paths())
            .filter((path) => isBelow(path, root))
            .map((path) => path.slice(root.length + 1)),
        text: (path) => files.text(`${root}/${path}`),
      };
}

function isBelow(path: string, folder: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`);
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
