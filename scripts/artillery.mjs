/**
 * The real Artillery (npm package `artillery`), which runs exported scenarios in a test. It is test machinery of
 * 460 MB and no dependency: it is kept next to the test VS Code in `.vscode-test/`, with the Node that it
 * needs.
 */
import { join } from 'node:path';
import { cached, npmInstall } from './vscode/cache.mjs';
import { serverNode } from './vscode/parts.mjs';

const VERSION = '2.0.34';

/**
 * How Artillery is started: a program and its first argument; installed at the first call (about a minute).
 *
 * @returns {Promise<{ readonly node: string, readonly script: string }>} rejects with Unavailable when the registry
 *   does not give it
 */
export async function artillery() {
  const folder = await cached(`artillery-${VERSION}`, (partial) =>
    npmInstall(partial, [`artillery@${VERSION}`]),
  );
  return { node: await serverNode(), script: join(folder, 'node_modules/artillery/bin/run') };
}

/**
 * Variables for its process: nothing but what it needs, and its telemetry off.
 *
 * @param {string} home an empty folder, for the files that it keeps
 * @param {Readonly<Record<string, string>>} more what the scenario reads
 */
export function artilleryEnvironment(home, more) {
  return {
    PATH: process.env.PATH,
    HOME: home,
    USERPROFILE: home,
    ARTILLERY_DISABLE_TELEMETRY: 'true',
    ...more,
  };
}
