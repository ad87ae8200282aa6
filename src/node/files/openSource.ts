/**
 * The file or folder that somebody chose for an import. A folder is an untrusted download, so links are not followed out
 * of it, and what is hidden (`.git`, `.env`) is not part of a collection. A file of another tool is UTF-8, or UTF-16
 * where its byte order mark says so, as Windows PowerShell writes what is sent to a file with `>`.
 */
import path from 'node:path';
import { readdir, readFile, stat } from 'node:fs/promises';
import { UserError } from '../../core/errors';
import type { OpenedSource, SourceFiles } from '../../core/ports';
import { readNamedFile } from './workspaceFiles';

/** Bytes; what is larger would not fit into a text either. */
const MAX_BYTES = 500_000_000;

/** The text of a file that is not a folder. Rejects with UserError, which calls it `shown`, when it cannot be read. */
export async function openText(target: string, shown: string): Promise<string> {
  const opened = await openSource(target, shown);
  if (opened.kind === 'folder') {
    throw new UserError(`${shown} is a folder.`, 'Name a file in it.');
  }
  return opened.text;
}

/** Opens a file or folder. Rejects with UserError, which calls it `shown`, when it cannot be read. */
export async function openSource(target: string, shown: string): Promise<OpenedSource> {
  const found = await stat(target).catch(() => undefined);
  const name = path.basename(target);
  if (found?.isDirectory() === true) {
    return { kind: 'folder', name, files: createSourceFiles(target) };
  }
  if (found !== undefined && found.size > MAX_BYTES) {
    throw new UserError(`${shown} is larger than 500 MB.`, 'Import a part.');
  }
  const bytes = found?.isFile() === true ? await readFile(target).catch(() => undefined) : undefined;
  if (bytes === undefined) {
    throw new UserError(`${shown} cannot be read.`, 'Check the name and its permissions.');
  }
  const files = createSourceFiles(path.dirname(target));
  return { kind: 'file', name, text: sourceText(bytes), path: name, files };
}

/** The files below `root`, an absolute path. */
export function createSourceFiles(root: string, rootTitle = 'the imported folder'): SourceFiles {
  let known: Promise<readonly string[]> | undefined;
  return {
    paths: () => (known ??= listFiles(root)),
    async text(name) {
      return sourceText(await readNamedFile(name, { root, folder: '', rootTitle }));
    },
  };
}

/** A folder with more than these, other folders counted, is not a collection. */
const MAX_ENTRIES = 20_000;

/** Folders in folders deeper than these are not looked at: no path of a system is that long. */
const MAX_DEPTH = 64;

async function listFiles(root: string): Promise<readonly string[]> {
  const files: string[] = [];
  const folders = [{ name: '', depth: 0 }];
  let entries = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const { name, depth } = folder;
    for (const entry of await readdir(path.join(root, name), { withFileTypes: true })) {
      const below = name === '' ? entry.name : `${name}/${entry.name}`;
      entries += 1;
      if (isPassedOver(entry.name)) {
        continue;
      }
      if (entry.isFile()) {
        files.push(below);
      } else if (entry.isDirectory() && depth < MAX_DEPTH) {
        folders.push({ name: below, depth: depth + 1 });
      }
    }
    if (entries > MAX_ENTRIES) {
      const what = `${path.basename(root)} holds more than ${MAX_ENTRIES} files and folders.`;
      throw new UserError(what, 'Choose the folder in it that is to be imported.');
    }
  }
  return files.sort(byCodeUnits);
}

/** Postman keeps what belongs to a collection in hidden folders of that name. */
function isPassedOver(name: string): boolean {
  return (name.startsWith('.') && name !== '.resources') || name === 'node_modules';
}

function byCodeUnits(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** Decodes a file; its byte order mark is not part of the text. */
export function sourceText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

/** Decodes a file in which places count: its byte order mark stays the first character. */
export function placedText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes), { ignoreBOM: true }).decode(bytes);
}

/** Encoding Standard, "BOM sniff". */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) {
    return 'utf-16le';
  }
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
