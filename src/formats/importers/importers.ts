/**
 * The formats that can be imported: an importer is a file of its own and a line here.
 *
 * A format is recognised by the content of the file, never by its name. Its reader is loaded on first use.
 */
import { UserError } from '../../core/errors';
import { parseJson } from '../../core/json/json';
import { JsonSyntaxError, JsonTooDeepError } from '../../core/json/jsonSyntax';
import type { OpenedSource, SourceFiles } from '../../core/ports';
import {
  bruRoots,
  isArazzo,
  isBru,
  isCurlFile,
  isHar,
  isHttpFile,
  isInsomnia,
  isOpenapi,
  isOpenCollection,
  isPostman,
  isPostmanYaml,
  openCollectionRoots,
  postmanRoots,
} from './read/detectFormat';
import type { DescribedApi } from './connect/describedApi';
import type { ImportedCollection, ImportFolder, ImportSource } from './shape/imported';

/** A format of files. */
interface Importer {
  readonly title: string;
  /** Whether a file is in this format, be it sound or not. */
  readonly accepts: (source: ImportSource) => boolean;
  /** Rejects with UserError when it cannot be used. */
  readonly read: (source: ImportSource, options: ImportOptions) => Promise<ImportedCollection>;
}

/** A format that is a folder of many files. */
export interface FolderImporter {
  readonly title: string;
  /** The folders that are collections of this format as a whole, by the paths of all files; `''` is the outermost. */
  readonly roots: (paths: readonly string[]) => readonly string[];
  /** Rejects with UserError when it cannot be used. */
  readonly read: (folder: ImportFolder, options: ImportOptions) => Promise<ImportedCollection>;
}

/** What the user chose. */
export interface ImportOptions {
  /** Names of rules of recordings that are not applied (`har/setAside.ts`). */
  readonly keep: ReadonlySet<string>;
}

/** In the order in which they are asked. */
const importers: readonly Importer[] = [
  {
    title: 'Postman collections and environments (2.0, 2.1)',
    accepts: isPostman,
    read: async (source) => (await import('./read/postman/readPostman')).readPostman(source),
  },
  {
    title: 'Postman requests and environments (YAML)',
    accepts: isPostmanYaml,
    read: async (source) => (await import('./read/postman/readPostman')).readPostmanYaml(source),
  },
  {
    title: 'HAR recordings and lists of recorded calls',
    accepts: isHar,
    read: async (source, { keep }) => (await import('./read/har/readHar')).readHar(source, keep),
  },
  {
    title: 'OpenAPI (3.0, 3.1) and Swagger 2',
    accepts: isOpenapi,
    read: async (source) => (await import('./read/openapi/readOpenapi')).readOpenapi(source),
  },
  {
    title: 'Arazzo (1.0, 1.1)',
    accepts: isArazzo,
    read: async (source) => (await import('./read/arazzo/readArazzo')).readArazzo(source),
  },
  {
    title: 'Insomnia exports (4, 5)',
    accepts: isInsomnia,
    read: async (source) => (await import('./read/insomnia/readInsomnia')).readInsomnia(source),
  },
  {
    title: 'OpenCollection files',
    accepts: isOpenCollection,
    read: async (source) =>
      (await import('./read/openCollection/readOpenCollection')).readOpenCollection(source),
  },
  {
    title: 'Bruno requests and environments (.bru)',
    accepts: isBru,
    read: async (source) => (await import('./read/bruno/readBru')).readBruFile(source),
  },
  {
    title: 'HTTP files (.http, .rest)',
    accepts: isHttpFile,
    read: async (source) => (await import('./read/http/readHttp')).readHttp(source),
  },
  {
    title: 'cURL commands',
    accepts: isCurlFile,
    read: async (source) => (await import('./read/curl/readCurlFile')).readCurlFile(source),
  },
];

/** In the order in which they are asked; folders inside an accepted folder belong to it. */
export const folderImporters: readonly FolderImporter[] = [
  {
    title: 'Postman collections (3, folders of YAML)',
    roots: postmanRoots,
    read: async (folder) => (await import('./read/postman/readPostman')).readPostmanFolder(folder),
  },
  {
    title: 'Bruno collections (folders of .bru files)',
    roots: bruRoots,
    read: async (folder) => (await import('./read/bruno/readBru')).readBruFolder(folder),
  },
  {
    title: 'OpenCollection folders (Bruno)',
    roots: openCollectionRoots,
    read: async (folder) =>
      (await import('./read/openCollection/readOpenCollection')).readOpenCollectionFolder(folder),
  },
];

/** A file on its way to an importer. */
export type ImportFile = Omit<ImportSource, 'json'>;

/** Reads a text without other files, in whatever format it is. Rejects as `readImportFile` does. */
export function readImport(
  name: string,
  text: string,
  options: ImportOptions = { keep: new Set() },
): Promise<ImportedCollection> {
  return readImportFile(textSource(name, text), options);
}

/** A text without other files, as a source. */
export function textSource(name: string, text: string): OpenedSource & ImportFile {
  return { kind: 'file', name, text, path: name, files: noFiles };
}

/**
 * Reads a file in whatever format it is. Rejects with UserError when it is not sound, with UnknownFormatError
 * when it is in none.
 */
export async function readImportFile(file: ImportFile, options: ImportOptions): Promise<ImportedCollection> {
  const { source, fault } = sourceOf(file);
  const importer = importers.find(({ accepts }) => accepts(source));
  if (importer === undefined) {
    throw new UnknownFormatError(fault);
  }
  return importer.read(source, options);
}

/**
 * Reads a description of an API with what its operations answer; absent when the file is in another format. Rejects with
 * UserError when it is not sound.
 */
export async function readDescription(file: ImportFile): Promise<DescribedApi | undefined> {
  const { source } = sourceOf(file);
  return isOpenapi(source)
    ? (await import('./read/openapi/readOpenapi')).readDescribedApi(source)
    : undefined;
}

/** A file that no importer takes. */
export class UnknownFormatError extends UserError {
  /** @param fault why it is not the JSON that it seems to be */
  constructor(fault: string | undefined) {
    const titles = [...importers, ...folderImporters].map(({ title }) => title);
    super(fault ?? 'The file is in no format that can be imported.', `Known are: ${titles.join('; ')}.`);
  }
}

/** The file, and in one sentence why it is not the JSON that it seems to be. */
function sourceOf(file: ImportFile): { readonly source: ImportSource; readonly fault?: string } {
  const text = file.text.replace(/^\ufeff/, '');
  const source = { ...file, text };
  if (!/^\s*[[{]/.test(text)) {
    return { source };
  }
  try {
    return { source: { ...source, json: parseJson(text) } };
  } catch (error) {
    if (error instanceof JsonSyntaxError || error instanceof JsonTooDeepError) {
      return { source, fault: `The file is not sound JSON: ${error.message}.` };
    }
    throw error;
  }
}

/** The files of a text without other files. */
const noFiles: SourceFiles = {
  paths: () => Promise.resolve([]),
  text: (path) =>
    Promise.reject(
      new UserError(
        `The file ${JSON.stringify(path)} is not at hand.`,
        'Import the file from the folder in which both are.',
      ),
    ),
};
