/** `npm run fuzz`: the importers against many mutated files; a number after it says how many (20,000). */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureInstalled, root } from './install.mjs';

ensureInstalled();
const { buildTests } = await import('../esbuild.mjs');
await buildTests();
const { status } = spawnSync(
  process.execPath,
  [path.join(root, 'node_modules/mocha/bin/mocha.js'), '--exit', 'out/test/formats/importers/fuzz.test.js'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CHAINWRIGHT_FUZZ_CASES: process.argv[2] ?? '20000' },
  },
);
process.exit(status ?? 130);
