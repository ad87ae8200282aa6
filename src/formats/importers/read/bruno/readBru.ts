/**
 * Collections in `.bru` files: a folder with a file for each request, `collection.bru` and `folder.bru` for what
 * they share, and `environments`; or a single file by itself.
 */
import { UserError } from '../../../../core/errors';
import { parseJson, type JsonValue } from '../../../../core/json/json';
import { JsonSyntaxError, JsonTooDeepError } from '../../../../core/json/jsonSyntax';
import type { SourceFiles } from '../../../../core/ports';
import { memberAt, memberOf, scalarText } from '../../shape/externalJson';
import type { ImportedCollection, ImportFolder, ImportSource } from '../../shape/imported';
import { blockItems, blockPairs, blockText, readBlocks, type BruBlock } from './bruBlocks';
import { readBruDefaults, readBruMeta, readBruRequest, variableOf } from './bruRequest';
import type { BrunoEnvironment, BrunoFolder, BrunoItem, BrunoRequest } from './brunoTree';
import { readBrunoTree } from './readBrunoTree';
import { tokenFilesIn } from './tokenFiles';

/** Reads the collection in a folder. Rejects with UserError when nothing in it can be used. */
export async function readBruFolder({ name, files }: ImportFolder): Promise<ImportedCollection> {
  const paths = await files.paths();
  const config = jsonOf(await files.text(CONFIG));
  const { blocks, remarks } = await readFiles(paths, files);
  const own = blocks.get(COLLECTION) ?? [];
  const others = paths.filter((path) => !path.endsWith('.bru') && path !== CONFIG);
  const description = blockText(own, 'docs');
  const tree = readBrunoTree({
    name: scalarText(memberOf(config, 'name'))?.trim() || name,
    description: description === '' ? undefined : description,
    defaults: readBruDefaults(own),
    items: treeOf(blocks),
    environments: [...blocks].flatMap(([path, one]) => {
      const [, title] = ENVIRONMENT.exec(path) ?? [];
      return title === undefined ? [] : [environmentOf(one, title)];
    }),
    remarks: [...remarks, ...configRemarks(config), ...othersRemark(others)],
    tokenFiles: await tokenFilesIn(files),
  });
  return { format: 'Bruno collection', ...tree };
}

/** Reads a file without its collection: a request, or an environment. Throws UserError when it is neither. */
export function readBruFile({ name, text }: ImportSource): ImportedCollection {
  const blocks = readBlocks(text);
  const title = name.replace(/\.[^.]*$/, '');
  const isEnvironment = blocks.every((block) => block.name.startsWith('vars'));
  const tree = readBrunoTree({
    name: title,
    description: undefined,
    defaults: readBruDefaults([]),
    items: isEnvironment ? [] : [readBruRequest(blocks, title)],
    environments: isEnvironment ? [environmentOf(blocks, title)] : [],
    remarks: [],
  });
  return { format: isEnvironment ? 'Bruno environment' : 'Bruno request', ...tree };
}

const CONFIG = 'bruno.json';
const COLLECTION = 'collection.bru';
const ENVIRONMENT = /^environments\/([^/]+)\.bru$/;
const FOLDER = /(?:^|\/)folder\.bru$/;

/** UTF-16 code units of one file; nobody writes more into a request. */
const MAX_LENGTH = 5_000_000;

async function readFiles(
  paths: readonly string[],
  files: SourceFiles,
): Promise<{
  readonly blocks: ReadonlyMap<string, readonly BruBlock[]>;
  readonly remarks: readonly string[];
}> {
  const blocks = new Map<string, readonly BruBlock[]>();
  const remarks: string[] = [];
  for (const path of paths.filter((one) => one.endsWith('.bru'))) {
    try {
      const text = await files.text(path);
      if (text.length > MAX_LENGTH) {
        throw new UserError('It is too long to be read.', 'Put its body into a file.');
      }
      blocks.set(path, readBlocks(text));
    } catch (error) {
      if (!(error instanceof UserError)) {
        throw error;
      }
      remarks.push(`The file ${JSON.stringify(path)} is left out. ${error.what}`);
    }
  }
  return { blocks, remarks };
}

/** The requests of files in their folders. */
function treeOf(blocks: ReadonlyMap<string, readonly BruBlock[]>): readonly BrunoItem[] {
  const root: Folder = { folders: new Map(), requests: [] };
  for (const [path, one] of blocks) {
    if (path === COLLECTION || ENVIRONMENT.test(path)) {
      continue;
    }
    const parts = path.split('/');
    const file = parts.pop() ?? '';
    const folder = parts.reduce(folderIn, root);
    if (FOLDER.test(path)) {
      folder.stated = one;
    } else {
      folder.requests.push(readBruRequest(one, file.replace(/\.bru$/, '')));
    }
  }
  return itemsOf(root);
}

interface Folder {
  readonly folders: Map<string, Folder>;
  readonly requests: BrunoRequest[];
  stated?: readonly BruBlock[];
}

function folderIn({ folders }: Folder, name: string): Folder {
  const folder = folders.get(name) ?? { folders: new Map<string, Folder>(), requests: [] };
  folders.set(name, folder);
  return folder;
}

function itemsOf({ folders, requests }: Folder): readonly BrunoItem[] {
  const below = [...folders].map(([name, folder]): BrunoFolder => {
    const stated = folder.stated ?? [];
    const meta = readBruMeta(stated);
    return {
      kind: 'folder',
      name: meta.name === '' ? name : meta.name,
      directory: name,
      seq: meta.seq,
      defaults: readBruDefaults(stated),
      items: itemsOf(folder),
    };
  });
  return [...below, ...requests];
}

/** Secrets have no value in the file: they are asked for. */
function environmentOf(blocks: readonly BruBlock[], name: string): BrunoEnvironment {
  const secrets = blockItems(blocks, 'vars:secret').map((written) => ({
    name: written.replace(/^~/, ''),
    value: '',
    isSecret: true,
    isDisabled: written.startsWith('~'),
  }));
  return { name, variables: [...blockPairs(blocks, 'vars').map(variableOf), ...secrets] };
}

function jsonOf(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError || error instanceof JsonTooDeepError) {
      throw new UserError(
        `${CONFIG} is not sound JSON: ${error.message}.`,
        'Save the collection in Bruno again.',
      );
    }
    throw error;
  }
}

function configRemarks(config: JsonValue): readonly string[] {
  const hasProxy = memberAt(config, 'proxy', 'config', 'hostname') !== undefined;
  const hasCertificates = memberAt(config, 'clientCertificates', 'certs', '0') !== undefined;
  return hasProxy || hasCertificates
    ? ['Certificates and proxies belong to the environment and are not carried over.']
    : [];
}

function othersRemark(others: readonly string[]): readonly string[] {
  return others.length === 0
    ? []
    : [
        `Other files of the collection are not imported: ${others.length}. Put those that requests send next to the chain.`,
      ];
}
