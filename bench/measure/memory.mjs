/**
 * Peak memory of `chainwright run` for 1,000 and 10,000 dependent requests with 20 KB of JSON each.
 *
 * Bodies beyond the cap go to the disk, so a further request may cost the record of its exchange but not
 * its body: a run that kept bodies would grow by at least one body per request.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeChainwrightChain } from '../chain/chainwrightChain.mjs';
import { startBenchServer } from '../process/benchServer.mjs';
import { runNode } from '../process/runProcess.mjs';
import { formatSpread, spreadOf } from '../statistics.mjs';
import { judged } from '../table.mjs';

const BODY_BYTES = 20_000;
const FEW = 1_000;
const MANY = 10_000;
const HOOK = new URL('../process/peakMemoryHook.mjs', import.meta.url).href;
const MEGABYTES = { unit: 'MB', digits: 0 };
const BUDGET = { most: BODY_BYTES / 1000 / 2, text: '≤ 10 KB, half a body' };

/** Measures both lengths in turns. */
export async function measureMemory({ cli, folder, rounds }) {
  const server = await startBenchServer(BODY_BYTES);
  const peaks = new Map([FEW, MANY].map((requests) => [requests, []]));
  try {
    for (let round = 0; round < Math.ceil(rounds / 2); round += 1) {
      for (const [requests, values] of peaks) {
        values.push(await peakOf(requests, { cli, folder, server }));
      }
    }
  } finally {
    await server.stop();
  }
  const [few, many] = [...peaks.values()].map(spreadOf);
  const perRequest = ((many.median - few.median) * 1000) / (MANY - FEW);
  return [
    ...[...peaks].map(([requests, values]) => ({
      what: `peak memory, ${requests} requests of 20 KB`,
      figure: formatSpread(spreadOf(values), MEGABYTES),
    })),
    { what: '  10 times the requests', figure: `${(many.median / few.median).toFixed(2)} × the memory` },
    judged(
      { what: '  each further request', figure: `${perRequest.toFixed(1)} KB`, value: perRequest },
      BUDGET,
    ),
  ];
}

/** Peak resident memory of one run, in megabytes. */
async function peakOf(requests, { cli, folder, server }) {
  const chain = await writeChainwrightChain(folder, server.origin, requests);
  const peakFile = path.join(folder, 'peak.txt');
  await server.take();
  await runNode(['--import', HOOK, cli, 'run', chain], {
    cwd: folder,
    outputFile: path.join(folder, 'memory.txt'),
    environment: { CHAINWRIGHT_BENCH_PEAK: peakFile },
  });
  const seen = await server.take();
  if (seen.requests !== requests || seen.refused > 0) {
    throw new Error(
      `the server saw ${seen.requests} requests instead of ${requests} and refused ${seen.refused}`,
    );
  }
  return (Number(await readFile(peakFile, 'utf8')) * 1024) / 1e6;
}
