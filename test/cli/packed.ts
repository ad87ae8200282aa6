/** The npm package, packed as it is published. */
import { execFile } from 'node:child_process';
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
 * @param folder absolute path of a folder, made if need be
 * @returns absolute path of the tarball
 */
export async function packNpmPackage(folder: string): Promise<string> {
  const script = (await import(pathToFileURL(path.resolve(SCRIPT)).href)) as {
    packNpmPackage: (folder: string) => Promise<string>;
  };
  return script.packNpmPackage(folder);
}
