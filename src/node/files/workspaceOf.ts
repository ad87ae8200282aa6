/** The workspace of a file that is named on the command line. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { pathBelow } from './pathBelow';

/** The folder that bounds what a chain may read: its repository, else where the command runs, else its own. */
export async function workspaceOf(file: string, folder: string): Promise<string> {
  for (let parent = path.dirname(file); parent !== path.dirname(parent); parent = path.dirname(parent)) {
    if (await exists(path.join(parent, '.git'))) {
      return parent;
    }
  }
  return pathBelow(folder, file) === undefined ? path.dirname(file) : folder;
}

async function exists(file: string): Promise<boolean> {
  return (await stat(file).catch(() => undefined)) !== undefined;
}
