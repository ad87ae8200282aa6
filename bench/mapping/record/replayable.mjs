/** The applications that can be replayed, by name, however their sessions were recorded. */
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';

const HERE = import.meta.dirname;
/** Folders of applications, each with what replays them. */
const KINDS = [
  { folder: 'applications', module: './scriptReplay.mjs' },
  { folder: 'browser/applications', module: './browser/browserReplay.mjs' },
];

/** The names of all applications. */
export async function applicationNames() {
  const files = await Promise.all(KINDS.map(({ folder }) => readdir(path.join(HERE, folder))));
  return files
    .flat()
    .map((file) => path.basename(file, '.mjs'))
    .toSorted();
}

/**
 * An application by its name, and how it is replayed.
 *
 * @returns {Promise<{ application: object, onAnotherServer: Function, playedAgain: Function }>}
 */
export async function applicationCalled(name) {
  const kind = KINDS.find(({ folder }) => existsSync(path.join(HERE, folder, `${name}.mjs`)));
  if (kind === undefined) throw new Error('the application is unknown');
  const { application } = await import(`./${kind.folder}/${name}.mjs`);
  return { application, ...(await import(kind.module)) };
}
