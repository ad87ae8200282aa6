/**
 * The real httpYac (npm package `httpyac`), which runs exported `.http` files in a test. It is test machinery and no
 * dependency: it is kept next to the test VS Code in `.vscode-test/`.
 */
import { join } from 'node:path';
import { cached, npmInstall } from './vscode/cache.mjs';

const VERSION = '6.16.7';

/**
 * The script that starts httpYac; installed at the first call.
 *
 * @returns {Promise<string>} rejects with Unavailable when the registry does not give it
 */
export async function httpyac() {
  const folder = await cached(`httpyac-${VERSION}`, (partial) => npmInstall(partial, [`httpyac@${VERSION}`]));
  return join(folder, 'node_modules/httpyac/bin/httpyac.js');
}
