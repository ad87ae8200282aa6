/**
 * The files of a folder that is imported: an untrusted download, so links out of the folder are not followed,
 * and what is hidden (`.git`, `.env`) is not part of a collection.
 */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../core/errors';
import type { SourceFiles } from '../../core/ports';
import { sourceText } from './sourceText';
import { readNamedFile } from './workspaceFiles';

/** The files below `root`, an absolute path. */
export function createSourceFiles(root: string): SourceFiles {
  let known: Promise<readonly string[]> | undefined;
  return {
    paths: () => (known ??= listFiles(root)),
    async text(name) {
      return sourceText(await readNamedFile(name, { root, folder: '', rootTitle: 'the imported folder' }));
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

function isPassedOver(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules';
}

function byCodeUnits(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
