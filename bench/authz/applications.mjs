/** The applications of others that the authorization tests are measured with. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as directus from './directus/app.mjs';
import * as jsonServerAuth from './json-server-auth/app.mjs';
import * as parseServerKeys from './parse-server-keys/app.mjs';
import * as parseServerUsers from './parse-server-users/app.mjs';
import * as radicale from './radicale/app.mjs';
import * as verdaccio from './verdaccio/app.mjs';

const HERE = path.dirname(fileURLToPath(import.meta.url));

/**
 * One version of an application.
 *
 * @typedef {{
 *   readonly baseUrl: string,
 *   readonly variables?: Readonly<Record<string, string>>,
 *   snapshot(): Promise<Readonly<Record<string, string>>>,
 *   stop(): Promise<void>,
 * }} Running `snapshot` gives the content of everything that a run could change, by name
 */

const MODULES = {
  'json-server-auth': jsonServerAuth,
  'parse-server-users': parseServerUsers,
  'parse-server-keys': parseServerKeys,
  directus,
  radicale,
  verdaccio,
};

/** Every version, pairs of a flawed one and the one that fixes it next to each other. */
export async function applications() {
  const all = Object.entries(MODULES).map(async ([folder, module]) => {
    const source = path.join(HERE, folder);
    const { cells: truths } = JSON.parse(await readFile(path.join(source, 'truth.json'), 'utf8'));
    return module.versions.map((version) => ({
      name: module.name,
      version,
      source,
      truths,
      start: module.start,
    }));
  });
  return (await Promise.all(all)).flat();
}
