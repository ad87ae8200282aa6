/**
 * Where the applications of the benchmark come from: npm, into the cache of test machinery, or a package of Debian
 * that is on this machine. None of npm's install scripts runs.
 */
import { access, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CACHE, Unavailable, cached, npmInstall } from '../../scripts/vscode/cache.mjs';

/**
 * The folder whose `node_modules` has these packages; installed at the first call.
 *
 * @param {string} name of the entry in the cache, with the version
 * @param {readonly string[]} packages such as `verdaccio@6.8.0`
 * @param {{ readonly overrides?: Readonly<Record<string, string>>, readonly emptyModules?: readonly string[] }} options
 *   `overrides` of `package.json`; `emptyModules`: files below `node_modules` that need a compiler, and nothing uses
 * @returns {Promise<string>} rejects with Unavailable when the registry does not give them
 */
export async function npmApplication(name, packages, { overrides = {}, emptyModules = [] } = {}) {
  await mkdir(path.join(CACHE, 'bench-authz'), { recursive: true });
  return cached(`bench-authz/${name}`, async (partial) => {
    await writeFile(path.join(partial, 'package.json'), JSON.stringify({ private: true, overrides }));
    await npmInstall(partial, packages);
    for (const file of emptyModules) {
      await writeFile(path.join(partial, 'node_modules', file), 'module.exports = {};\n');
    }
  });
}

/** Checks that a file of a Debian package is there; rejects with Unavailable, which names the package. */
export async function requireDebian(file, packageName) {
  try {
    await access(file);
  } catch {
    throw new Unavailable(`Install the Debian package ${packageName}.`);
  }
}
