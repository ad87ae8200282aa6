/**
 * Time to the first request: from the start of `chainwright run` to its arrival at the server, compared with
 * `node -e 0` as a whole, which is what any tool on Node has to wait for.
 */
import path from 'node:path';
import { writeChainwrightChain } from '../chain/chainwrightChain.mjs';
import { startBenchServer } from '../process/benchServer.mjs';
import { runNode } from '../process/runProcess.mjs';
import { formatSpread, measureInTurns, spreadOf } from '../statistics.mjs';
import { judged } from '../table.mjs';

const MILLISECONDS = { unit: 'ms', digits: 0 };
const BUDGET = { most: 250, text: '≤ 250 ms more' };

/** Measures both in turns. */
export async function measureFirstRequest({ cli, folder, rounds }) {
  const server = await startBenchServer(0);
  try {
    const chain = await writeChainwrightChain(folder, server.origin, 2);
    const where = { cwd: folder, outputFile: path.join(folder, 'first-request.txt') };
    const node = async () => (await runNode(['-e', '0'], where)).milliseconds;
    const chainwright = async () => {
      await server.take();
      const { startedAt } = await runNode([cli, 'run', chain], where);
      const { firstAt } = await server.take();
      if (firstAt === undefined) {
        throw new Error('the server saw no request');
      }
      return Number(firstAt - startedAt) / 1e6;
    };
    const { values, failures } = await measureInTurns(
      [
        { name: 'node', measure: node },
        { name: 'chainwright', measure: chainwright },
      ],
      2 * rounds,
    );
    for (const [name, reason] of failures) {
      throw new Error(`${name}: ${reason}`);
    }
    return rows(values.get('node'), values.get('chainwright'));
  } finally {
    await server.stop();
  }
}

function rows(node, chainwright) {
  const more = spreadOf(chainwright.map((time, round) => time - node[round]));
  return [
    { what: 'node -e 0, whole process', figure: formatSpread(spreadOf(node), MILLISECONDS) },
    {
      what: 'chainwright run, until its first request',
      figure: formatSpread(spreadOf(chainwright), MILLISECONDS),
    },
    judged(
      {
        what: 'first request later than node -e 0',
        figure: formatSpread(more, MILLISECONDS),
        value: more.median,
      },
      BUDGET,
    ),
  ];
}
