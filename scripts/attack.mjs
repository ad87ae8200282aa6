/** `npm run attack`: builds, and tries every attack on the built command line; `npm test` tries a part of them. Words after it choose parts. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureInstalled, root } from './install.mjs';

ensureInstalled();
const { buildBundles, buildTests } = await import('../esbuild.mjs');
await buildBundles();
await buildTests();
const { status } = spawnSync(
  process.execPath,
  [path.join(root, 'out/test/attack/main.js'), ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
process.exit(status ?? 130);
