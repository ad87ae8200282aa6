/**
 * A shop of Medusa (npm `@medusajs/medusa`): its settings, and its dashboard, which is built once.
 *
 * It reaches nobody: telemetry is off, and events, caches and files are kept in the process and its folder.
 */
import { existsSync } from 'node:fs';
import { copyFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { emptyFolder, finished, installed } from './running.mjs';

const VERSION = '2.21.2';
const PACKAGES = [
  ...['framework', 'cli', 'admin-sdk', 'draft-order'].map((name) => `@medusajs/${name}@${VERSION}`),
  '@swc/core@1.15.3',
  'react@18.3.1',
  'react-dom@18.3.1',
];
const QUIET = { MEDUSA_DISABLE_TELEMETRY: 'true', NODE_ENV: 'production' };
const SETTINGS = `const { defineConfig } = require('@medusajs/framework/utils');
const secret = 'made up for this server only';
module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    cookieOptions: { secure: false, sameSite: 'lax' },
    http: { storeCors: '', adminCors: '', authCors: '', jwtSecret: secret, cookieSecret: secret },
  },
  modules: [
    {
      resolve: '@medusajs/medusa/file',
      options: {
        providers: [
          { resolve: '@medusajs/medusa/file-local', id: 'local', options: { backend_url: process.env.FILES_URL } },
        ],
      },
    },
  ],
});
`;
const BUILD = `import { build } from '@medusajs/admin-bundler';
const plugins = ['@medusajs/draft-order/admin'];
await build({ disable: false, sources: [], plugins, path: '/app', outDir: 'public/admin' });
`;

/**
 * Installs and builds it if it is not there yet. Its folder is a new one for each server, since it keeps files there.
 *
 * @returns {Promise<{ folder: string, command: string, args: readonly string[], env: object }>} what runs its commands
 */
export async function medusaProject() {
  const built = await installed('@medusajs/medusa', VERSION, {}, PACKAGES);
  await writeFile(path.join(built, 'build.mjs'), BUILD);
  if (!existsSync(path.join(built, 'public/admin')))
    await finished({ command: process.execPath, args: ['build.mjs'], cwd: built, env: QUIET });
  const folder = await emptyFolder();
  await writeFile(path.join(folder, 'medusa-config.js'), SETTINGS);
  await copyFile(path.join(built, 'package.json'), path.join(folder, 'package.json'));
  for (const name of ['node_modules', 'public'])
    await symlink(path.join(built, name), path.join(folder, name));
  const program = path.join(folder, 'node_modules/@medusajs/cli/cli.js');
  return { folder, command: process.execPath, args: [program], env: QUIET };
}
