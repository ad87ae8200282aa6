/**
 * The extension in a folder of its own, as installed: the manifest and what was built.
 *
 * A workbench must not get the project's own folder as the extension under development: the server
 * and its themes lie below it, in `.vscode-test/`, and VS Code would take those themes for the
 * extension's and prefer them to the one that is configured.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT } from './cache.mjs';

const SHIPPED = [
  'package.json',
  'package.nls.json',
  'package.nls.de.json',
  'dist',
  'media',
  'l10n',
  'examples/workspace',
];

/**
 * Copies the built extension; `cleanup` removes the copy.
 *
 * @param {import('./cleanup.mjs').Cleanup} cleanup
 * @returns {Promise<string>} absolute path
 */
export async function stageExtension(cleanup) {
  const folder = await mkdtemp(join(tmpdir(), 'chainwright-extension-'));
  cleanup.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  await Promise.all(SHIPPED.map((name) => cp(join(PROJECT, name), join(folder, name), { recursive: true })));
  return folder;
}
