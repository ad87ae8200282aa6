/**
 * Redocly's Respect (npm package `@redocly/cli`), which runs exported Arazzo documents in a test. It is test machinery
 * of 82 MB and no dependency: it is kept next to the test VS Code in `.vscode-test/`.
 */
import { join } from 'node:path';
import { cached, npmInstall } from './vscode/cache.mjs';

const VERSION = '2.77.0';

/**
 * The script of the program, for Node; installed at the first call.
 *
 * @returns {Promise<string>} rejects with Unavailable when the registry does not give it
 */
export async function respect() {
  const folder = await cached(`redocly-${VERSION}`, (partial) =>
    npmInstall(partial, [`@redocly/cli@${VERSION}`]),
  );
  return join(folder, 'node_modules/@redocly/cli/bin/cli.js');
}

/**
 * Variables for its process: nothing but what it needs, and its telemetry off.
 *
 * @param {string} home an empty folder, for the files that it keeps
 */
export function respectEnvironment(home) {
  return {
    PATH: process.env.PATH,
    HOME: home,
    USERPROFILE: home,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  };
}
