/**
 * `npm run fuzz`: the importers against many mutated files (20,000), and the search for secrets against encodings
 * inside encodings (60,000); a number after it says how many of both.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureInstalled, root } from './install.mjs';

const SUITES = [
  { file: 'out/test/formats/importers/fuzz.test.js', cases: '20000' },
  { file: 'out/test/core/masking/fuzz.test.js', cases: '60000' },
];

ensureInstalled();
const { buildTests } = await import('../esbuild.mjs');
await buildTests();
const statuses = SUITES.map(({ file, cases }) => {
  const { status } = spawnSync(
    process.execPath,
    [path.join(root, 'node_modules/mocha/bin/mocha.js'), '--exit', file],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, CHAINWRIGHT_FUZZ_CASES: process.argv[2] ?? cases },
    },
  );
  return status ?? 130;
});
process.exit(Math.max(...statuses));
