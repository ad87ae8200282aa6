/**
 * `chainwright analyze` of the chain that `chainSpeed.mjs` runs, as a whole process: how long
 * 10,000 requests take, and that four times as many take about four times as long.
 */
import path from 'node:path';
import { writeChainwrightChain } from '../chain/chainwrightChain.mjs';
import { runNode } from '../process/runProcess.mjs';
import { formatSpread, measureInTurns, spreadOf } from '../statistics.mjs';
import { judged } from '../table.mjs';

const FEW = 2_500;
const MANY = 10_000;
const DURATION = { most: 3, text: '≤ 3 s' };
const GROWTH = { most: 5, text: '≤ 5 ×' };

/** Measures both chains in turns. */
export async function measureAnalysis({ cli, folder, rounds }) {
  const { values, failures } = await measureInTurns(
    [FEW, MANY].map((requests) => ({ name: requests, measure: () => timeOf(requests, { cli, folder }) })),
    rounds,
  );
  const few = values.get(FEW);
  const many = values.get(MANY);
  if (few === undefined || many === undefined) {
    return [...failures].map(([requests, reason]) => ({
      what: `analysis of ${requests} requests`,
      figure: reason,
      verdict: 'did not run',
    }));
  }
  const duration = spreadOf(many.map((time) => time / 1000));
  const growth = spreadOf(many.map((time, round) => time / few[round]));
  return [
    judged(
      {
        what: 'analysis of 10,000 dependent requests',
        figure: formatSpread(duration, { unit: 's', digits: 2 }),
        value: duration.median,
      },
      DURATION,
    ),
    judged(
      {
        what: '  10,000 ÷ 2,500 requests',
        figure: formatSpread(growth, { unit: '×', digits: 2 }),
        value: growth.median,
      },
      GROWTH,
    ),
  ];
}

async function timeOf(requests, { cli, folder }) {
  const file = await writeChainwrightChain(folder, 'http://127.0.0.1:1', requests);
  const outputFile = path.join(folder, 'analysis.txt');
  const { milliseconds } = await runNode([cli, 'analyze', file], { cwd: folder, outputFile });
  return milliseconds;
}
