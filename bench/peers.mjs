/**
 * The tools that Chainwright is compared with, installed from npm into the cache of test machinery. They
 * are no dependencies of the project, and none of their install scripts runs.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { CACHE, cached, npmInstall } from '../scripts/vscode/cache.mjs';

/** Newman, the command line for Postman collections. */
export const NEWMAN = { name: 'Newman', package: 'newman', version: '6.2.2', script: 'bin/newman.js' };

/** The command line for Bruno collections. */
export const BRUNO = { name: 'Bruno CLI', package: '@usebruno/cli', version: '4.1.0', script: 'bin/bru.js' };

/** The command line for `.http` files. */
export const HTTPYAC = { name: 'httpYac', package: 'httpyac', version: '6.16.7', script: 'bin/httpyac.js' };

/**
 * Path of a peer's main script; installed at the first call.
 *
 * @param {{ readonly package: string, readonly version: string, readonly script: string }} peer
 * @returns {Promise<string>} rejects with Unavailable when the registry does not give it
 */
export async function peerScript(peer) {
  await mkdir(path.join(CACHE, 'bench-peers'), { recursive: true });
  const entry = `bench-peers/${peer.package.replace(/^@/, '').replace('/', '-')}-${peer.version}`;
  const folder = await cached(entry, (partial) => npmInstall(partial, [`${peer.package}@${peer.version}`]));
  return path.join(folder, 'node_modules', peer.package, peer.script);
}
