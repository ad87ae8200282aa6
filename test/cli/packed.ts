/** The npm package, packed as it is published. */
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const SCRIPT = 'scripts/release/npmPackage.mjs';
/** A program of npm is a script on Windows, which only a shell can start. */
export const shell = process.platform === 'win32';

/** Runs a program to its end; rejects when it fails. */
export const runProgram = promisify(execFile);

let packing: Promise<string> | undefined;

/** The absolute path of the tarball, made of what was built; once for all tests of a process, as it takes half a minute. */
export function packedNpmPackage(): Promise<string> {
  packing ??= packNpmPackage();
  return packing;
}

async function packNpmPackage(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'chainwright-packed-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const script = (await import(pathToFileURL(path.resolve(SCRIPT)).href)) as {
    packNpmPackage: (folder: string) => Promise<string>;
  };
  return script.packNpmPackage(folder);
}
