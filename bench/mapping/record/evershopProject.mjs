/**
 * A shop of EverShop (npm `@evershop/evershop`): its settings, and its pages, which are built once.
 *
 * It reaches nobody: mail is not set up, and files are kept in its folder.
 */
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { emptyFolder, finished, installed } from './running.mjs';

const VERSION = '2.2.1';
/** It imports this one and does not ask for it. */
const PACKAGES = ['concat-stream@2.0.0'];
const SECRET = 'made up for this server only';
const SETTINGS = {
  NODE_ENV: 'production',
  SUPPRESS_NO_CONFIG_WARNING: 'true',
  JWT_ADMIN_SECRET: SECRET,
  JWT_ADMIN_REFRESH_SECRET: SECRET,
};
/** Each page has all its styles in it, 200 kB. What a person clicks needs some: it would be of no size, or below another. */
const STYLES = `[role=radio], [role=checkbox] { display: inline-block; width: 1em; height: 1em; border: 1px solid }
[role=dialog] { position: fixed; top: 0; z-index: 9; background: white }
svg { width: 1em; height: 1em }
`;
/** It starts processes of its own, which would outlive it. */
const ENDS = `const parent = process.ppid;
setInterval(() => process.ppid === parent || process.exit(), 200).unref();
`;

/**
 * Installs and builds it if it is not there yet. Each build makes up the names of members in the data of its pages. Its
 * folder is a new one for each server, since it keeps files there.
 *
 * @returns {Promise<{ folder: string, command: string, args: readonly string[], env: object }>} what runs its commands
 */
export async function evershopProject() {
  const built = await installed('@evershop/evershop', VERSION, {}, PACKAGES);
  const program = path.join(built, 'node_modules/@evershop/evershop/dist/bin/evershop.js');
  // The build also says what it misses in a database that is not there.
  if (!existsSync(path.join(built, '.evershop/build'))) {
    await finished({ command: process.execPath, args: [program, 'build'], cwd: built, env: SETTINGS });
    await withoutStyles(path.join(built, '.evershop/build'));
    await withoutLimits(path.join(program, '../../modules/base/services/rateLimit.js'));
  }
  const folder = await emptyFolder();
  for (const name of ['node_modules', '.evershop'])
    await symlink(path.join(built, name), path.join(folder, name));
  for (const name of ['config', 'media', 'public', 'themes']) await mkdir(path.join(folder, name));
  await copyFile(path.join(built, 'package.json'), path.join(folder, 'package.json'));
  await writeFile(path.join(folder, 'ends.mjs'), ENDS);
  const env = { ...SETTINGS, NODE_OPTIONS: `--import ${path.join(folder, 'ends.mjs')}` };
  return { folder, command: process.execPath, args: [program], env };
}

async function withoutStyles(folder) {
  for (const name of await readdir(folder, { recursive: true }))
    if (name.endsWith('.css')) await writeFile(path.join(folder, name), STYLES);
}

/** It turns away who signs in more often than eight times, and a repair tries often. */
async function withoutLimits(file) {
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace(/limit: \d+/g, 'limit: 1e6'));
}
