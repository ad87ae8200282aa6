/** Auto Mapping of a long session and of a usual one: the time to suggest, and the additional memory. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { runNode } from '../process/runProcess.mjs';
import { formatSpread, spreadOf } from '../statistics.mjs';
import { judged } from '../table.mjs';

const SUGGESTING = fileURLToPath(new URL('../mapping/suggesting.mjs', import.meta.url));

const SESSIONS = [
  { requests: 2000, bytes: 50_000, budgets: { milliseconds: 3000, megabytes: 300 } },
  { requests: 50, bytes: 50_000, budgets: { milliseconds: 150 } },
];

/** Measures each session several times, each time in a fresh process. */
export async function measureMapping({ root, folder, rounds }) {
  const engine = path.join(folder, 'mapping.mjs');
  const entry = path.join(root, 'src/core/mapping/decide/suggestMappings.ts');
  await build({
    entryPoints: [entry],
    outfile: engine,
    bundle: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
  });
  const rows = [];
  for (const { requests, bytes, budgets } of SESSIONS) {
    const found = [];
    for (let round = 0; round < rounds; round += 1) {
      const run = await runNode([SUGGESTING, engine, String(requests), String(bytes)], {
        cwd: folder,
        outputFile: path.join(folder, 'mapping.json'),
      });
      found.push(JSON.parse(run.output));
    }
    rows.push(...rowsOf(requests, budgets, found));
  }
  return rows;
}

function rowsOf(requests, budgets, found) {
  const milliseconds = spreadOf(found.map((one) => one.milliseconds));
  const megabytes = spreadOf(found.map((one) => one.megabytes));
  const size = (found[0].size / 1e6).toFixed(0);
  const memory = {
    what: '  memory in addition to the session',
    figure: formatSpread(megabytes, { unit: 'MB', digits: 0 }),
    value: megabytes.median,
  };
  return [
    judged(
      {
        what: `Auto Mapping of ${requests} requests, ${size} MB of responses`,
        figure: formatSpread(milliseconds, { unit: 'ms', digits: 0 }),
        value: milliseconds.median,
      },
      { most: budgets.milliseconds, text: `≤ ${budgets.milliseconds} ms` },
    ),
    budgets.megabytes === undefined
      ? memory
      : judged(memory, { most: budgets.megabytes, text: `≤ ${budgets.megabytes} MB` }),
  ];
}
