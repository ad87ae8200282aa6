/**
 * A keystroke in a chain of 1,000 requests: how long until the editor knows the chain again, in a fresh
 * process with the sources as they ship.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSources } from '../process/buildSources.mjs';
import { runNode } from '../process/runProcess.mjs';
import { formatSpread, spreadOf } from '../statistics.mjs';
import { judged } from '../table.mjs';

const TYPING = fileURLToPath(new URL('../keystroke/typing.mjs', import.meta.url));
const MILLISECONDS = { unit: 'ms', digits: 1 };
const BUDGET = { most: 50, text: '≤ 50 ms' };

/** Measures reading and analysis after each character, in a sound file and in a broken one. */
export async function measureKeystroke({ root, folder, rounds }) {
  const sources = await buildSources({ root, folder });
  const where = { cwd: folder, outputFile: path.join(folder, 'keystroke.json') };
  const runs = [];
  for (let round = 0; round < rounds; round += 1) {
    runs.push(JSON.parse((await runNode([TYPING, sources], where)).output));
  }
  const megabytes = (runs[0].size / 1e6).toFixed(1);
  const of = (kind, pick) => spreadOf(runs.flatMap((run) => run[kind].map(pick)));
  const whole = ({ readMs, analyzeMs }) => readMs + analyzeMs;
  const row = (what, kind) => {
    const spread = of(kind, whole);
    return judged({ what, figure: formatSpread(spread, MILLISECONDS), value: spread.median }, BUDGET);
  };
  return [
    row(`keystroke, 1,000 requests (${megabytes} MB)`, 'name'),
    {
      what: '  of which reading',
      figure: formatSpread(
        of('name', ({ readMs }) => readMs),
        MILLISECONDS,
      ),
    },
    row('  while the file is not JSON', 'broken'),
    { what: '  opening the file', figure: formatSpread(of('first', whole), MILLISECONDS) },
    row('keystroke, 10,000 rows of data in the chain', 'rows'),
  ];
}
