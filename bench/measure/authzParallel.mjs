/** What `authz run --parallel` gains on an API that answers after 50 ms, as ratios to one cell at a time. */
import path from 'node:path';
import { startSlowNotes, writeSlowNotes } from '../authz/slowNotes.mjs';
import { runNode } from '../process/runProcess.mjs';
import { formatSpread, measureInTurns, spreadOf } from '../statistics.mjs';
import { judged } from '../table.mjs';

const ANSWERS_AFTER_MS = 50;
const TIMES = { unit: 'times', digits: 2 };
/** Creating, deleting and looking again is done one at a time, so the ratio is less than the number of workers. */
const LEAST = new Map([
  [4, 1.5],
  [8, 1.5],
]);

/** Runs the same matrix with 1, 4 and 8 cells at a time, in turns. */
export async function measureAuthzParallel({ cli, folder, rounds }) {
  const api = await startSlowNotes(ANSWERS_AFTER_MS);
  try {
    const matrix = await writeSlowNotes(folder);
    const contestants = [1, ...LEAST.keys()].map((parallel) => ({
      name: String(parallel),
      measure: async () => (await run(cli, folder, matrix, { parallel, origin: api.origin })).milliseconds,
    }));
    const { values, failures } = await measureInTurns(contestants, rounds);
    for (const [name, reason] of failures) {
      throw new Error(`--parallel ${name}: ${reason}`);
    }
    return rows(values);
  } finally {
    await api.stop();
  }
}

function run(cli, folder, matrix, { parallel, origin }) {
  const settings = ['--allow-mutations', '--seed', 'bench', '--var', `baseUrl=${origin}`];
  return runNode([cli, 'authz', 'run', matrix, ...settings, '--parallel', String(parallel)], {
    cwd: folder,
    outputFile: path.join(folder, 'authz-parallel.txt'),
  });
}

function rows(values) {
  const one = values.get('1');
  return [
    {
      what: 'authz: run with one cell at a time, 50 ms an answer',
      figure: formatSpread(spreadOf(one), { unit: 'ms', digits: 0 }),
    },
    ...[...LEAST].map(([parallel, least]) => {
      const faster = spreadOf(values.get(String(parallel)).map((time, round) => one[round] / time));
      return judged(
        {
          what: `authz: faster with --parallel ${parallel}`,
          figure: formatSpread(faster, TIMES),
          value: faster.median,
        },
        { least, text: `≥ ${least} times` },
      );
    }),
  ];
}
