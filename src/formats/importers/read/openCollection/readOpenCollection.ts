/**
 * Collections in OpenCollection's YAML: a folder with a file for each request, `folder.yml` for what a folder
 * states, and `environments`; or everything in the main file.
 */
import { UserError } from '../../../../core/errors';
import type { JsonValue } from '../../../../core/json/json';
import type { SourceFiles } from '../../../../core/ports';
import type { BrunoCollection, BrunoEnvironment, BrunoFolder, BrunoItem } from '../bruno/brunoTree';
import { readBrunoTree } from '../bruno/readBrunoTree';
import { tokenFilesIn } from '../bruno/tokenFiles';
import {
  descriptionOf,
  itemsOf,
  memberAt,
  memberOf,
  objectOf,
  scalarText,
  type Foreign,
} from '../../shape/externalJson';
import type { ImportedCollection, ImportFolder, ImportSource } from '../../shape/imported';
import { parseYaml } from '../../shape/yamlText';
import { OPEN_COLLECTION_MAIN } from '../detectFormat';
import { readDefaults, readItem, seqOf } from './openCollectionItem';
import { readVariables } from './openCollectionRows';

/** Reads the collection in a folder. Rejects with UserError when it is none that can be used. */
export async function readOpenCollectionFolder({ name, files }: ImportFolder): Promise<ImportedCollection> {
  const paths = await files.paths();
  const main = paths.find((path) => OPEN_COLLECTION_MAIN.test(path) && !path.includes('/')) ?? '';
  return collectionOf(parseYaml(await files.text(main)), name, await readFiles(paths, files), files);
}

/** Reads the main file of a collection, and the folder that it lies in. Rejects as the other does. */
export async function readOpenCollection(source: ImportSource): Promise<ImportedCollection> {
  const { name, text, json, path, files } = source;
  const main = json ?? parseYaml(text);
  const title = name.replace(/\.[^.]*$/, '');
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : '';
  const paths = await files.paths();
  const below = paths.filter((one) => one.startsWith(folder)).map((one) => one.slice(folder.length));
  const isWhole = itemsOf(memberOf(main, 'items')).length > 0 || !OPEN_COLLECTION_MAIN.test(path);
  const own: SourceFiles = {
    paths: () => Promise.resolve(below),
    text: (one) => files.text(folder + one),
  };
  return collectionOf(main, title, isWhole ? NO_FILES : await readFiles(below, own), own);
}

/** The files of a collection other than its main one. */
interface CollectionFiles {
  readonly documents: ReadonlyMap<string, JsonValue>;
  readonly remarks: readonly string[];
}

const NO_FILES: CollectionFiles = { documents: new Map(), remarks: [] };

async function readFiles(paths: readonly string[], files: SourceFiles): Promise<CollectionFiles> {
  const documents = new Map<string, JsonValue>();
  const remarks: string[] = [];
  for (const path of paths.filter((one) => /\.ya?ml$/i.test(one) && !OPEN_COLLECTION_MAIN.test(one))) {
    try {
      documents.set(path, parseYaml(await files.text(path)));
    } catch (error) {
      if (!(error instanceof UserError)) {
        throw error;
      }
      remarks.push(`The file ${JSON.stringify(path)} is left out. ${error.what}`);
    }
  }
  return { documents, remarks };
}

async function collectionOf(
  main: Foreign,
  fallback: string,
  { documents, remarks }: CollectionFiles,
  files: SourceFiles,
): Promise<ImportedCollection> {
  if (objectOf(memberOf(main, 'info')) === undefined) {
    throw new UserError('This OpenCollection file has no `info`.', 'Save the collection again.');
  }
  const items = [...itemsOf(memberOf(main, 'items')).map(itemOf), ...treeOf(documents)];
  const inMain = itemsOf(memberAt(main, 'config', 'environments')).map((one) => environmentOf(one, ''));
  const inFiles = [...documents].flatMap(([path, document]) => {
    const [, name] = ENVIRONMENT.exec(path) ?? [];
    return name === undefined ? [] : [environmentOf(document, name)];
  });
  const tree: BrunoCollection = {
    name: (scalarText(memberAt(main, 'info', 'name')) ?? '').trim() || fallback,
    description: descriptionOf(memberOf(main, 'docs')) ?? descriptionOf(memberAt(main, 'info', 'summary')),
    defaults: readDefaults(memberOf(main, 'request')),
    items,
    environments: [...inMain, ...inFiles],
    remarks: [...remarks, ...strangers(documents)],
    tokenFiles: await tokenFilesIn(files),
  };
  return { format: 'OpenCollection', ...readBrunoTree(tree) };
}

const ENVIRONMENT = /^environments\/([^/]+)\.ya?ml$/i;
const FOLDER = /(?:^|\/)folder\.ya?ml$/i;

/** The requests of files in their folders. */
function treeOf(documents: ReadonlyMap<string, JsonValue>, folder = ''): readonly BrunoItem[] {
  const below = [...documents.keys()].filter((path) => path.startsWith(folder) && !ENVIRONMENT.test(path));
  const inside = new Set(below.flatMap((path) => /^([^/]+)\//.exec(path.slice(folder.length))?.[1] ?? []));
  const folders = [...inside].map((name) => folderOf(documents, `${folder}${name}/`, name));
  const requests = below
    .filter((path) => !path.slice(folder.length).includes('/') && !FOLDER.test(path))
    .filter((path) => isRequest(documents.get(path)))
    .map((path) => readItem(documents.get(path), path.slice(folder.length).replace(/\.ya?ml$/i, '')));
  return [...folders, ...requests];
}

function folderOf(documents: ReadonlyMap<string, JsonValue>, path: string, name: string): BrunoFolder {
  const stated = documents.get(`${path}folder.yml`) ?? documents.get(`${path}folder.yaml`);
  return {
    kind: 'folder',
    name: (scalarText(memberAt(stated, 'info', 'name')) ?? '').trim() || name,
    directory: name,
    seq: seqOf(stated),
    defaults: readDefaults(memberOf(stated, 'request')),
    items: treeOf(documents, path),
  };
}

/** An item of a main file that holds everything. */
function itemOf(item: JsonValue): BrunoItem {
  const name = (scalarText(memberAt(item, 'info', 'name')) ?? '').trim();
  const isFolder = memberAt(item, 'info', 'type') === 'folder' || memberOf(item, 'items') !== undefined;
  return isFolder
    ? {
        kind: 'folder',
        name,
        directory: name,
        seq: seqOf(item),
        defaults: readDefaults(memberOf(item, 'request')),
        items: itemsOf(memberOf(item, 'items')).map(itemOf),
      }
    : readItem(item, name);
}

function environmentOf(environment: Foreign, fallback: string): BrunoEnvironment {
  return {
    name: (scalarText(memberOf(environment, 'name')) ?? '').trim() || fallback,
    variables: readVariables(memberOf(environment, 'variables')),
  };
}

function isRequest(document: Foreign): boolean {
  return objectOf(memberOf(document, 'info')) !== undefined;
}

/** Files that are no part of a collection. */
function strangers(documents: ReadonlyMap<string, JsonValue>): readonly string[] {
  return [...documents].flatMap(([path, document]) =>
    ENVIRONMENT.test(path) || FOLDER.test(path) || isRequest(document)
      ? []
      : [`The file ${JSON.stringify(path)} is not a request and is left out.`],
  );
}
