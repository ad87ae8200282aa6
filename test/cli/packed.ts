/** The npm package, packed as it is published. */
import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const SCRIPT = 'scripts/release/npmPackage.mjs';
/** A program of npm is a script on Windows, which only a shell can start. */
export const shell = process.platform === 'win32';

/** Runs a program to its end; rejects when it fails. */
export const runProgram = promisify(execFile);

/**
 * Packs what was built.
 *
 * @param folder absolute path of an empty folder
 * @returns absolute path of the tarball
 */
export async function packNpmPackage(folder: string): Promise<string> {
  const { stageNpmPackage } = (await import(pathToFileURL(path.resolve(SCRIPT)).href)) as {
    stageNpmPackage: (folder: string) => Promise<void>;
  };
  await stageNpmPackage(path.join(folder, 'staged'));
  await runProgram('npm', ['pack', './staged'], { cwd: folder, shell });
  const found = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
  if (found === undefined) {
    throw new Error('npm pack made no tarball');
  }
  return path.join(folder, found);
}
