/** `npm start`: installs, builds, and runs the sample from end to end (`chainwright demo`). */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureInstalled, root } from './install.mjs';

ensureInstalled();
const { buildBundles } = await import('../esbuild.mjs');
await buildBundles();
const { status } = spawnSync(
  process.execPath,
  [path.join(root, 'dist/cli.js'), 'demo', ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
process.exit(status ?? 130);
