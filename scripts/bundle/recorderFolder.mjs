/** The browser recorder as a folder that Chrome and Edge load, and as the archive that their stores take. */
import { build } from 'esbuild';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../install.mjs';
import { zip } from './zip.mjs';

const source = path.join(root, 'recorder');

/**
 * Builds the folder; resolves to its path.
 *
 * @param {string} folder is recreated
 * @returns {Promise<string>}
 */
export async function buildRecorder(folder) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await build({
    absWorkingDir: root,
    entryPoints: ['recorder/background.ts', 'recorder/popup.ts'],
    outdir: folder,
    bundle: true,
    // stores look through the code: it stays readable
    minify: false,
    platform: 'browser',
    format: 'iife',
    target: 'chrome125',
    logLevel: 'warning',
  });
  for (const name of ['popup.html', 'popup.css', 'icons']) {
    await cp(path.join(source, name), path.join(folder, name), { recursive: true });
  }
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const manifest = JSON.parse(await readFile(path.join(source, 'manifest.json'), 'utf8'));
  await writeFile(
    path.join(folder, 'manifest.json'),
    `${JSON.stringify({ ...manifest, version }, null, 2)}\n`,
  );
  return folder;
}

/**
 * The folder as an archive.
 *
 * @param {string} folder
 * @returns {Promise<Buffer>}
 */
export async function zipRecorder(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
  return zip(
    await Promise.all(names.map(async (name) => ({ name, bytes: await readFile(path.join(folder, name)) }))),
  );
}
