/**
 * Memory of `chainwright run` for 1,000 and 10,000 dependent requests with 20 KB of JSON each.
 *
 * Bodies beyond the cap go to the disk, so a further request may cost the record of its exchange but not
 * its body. Two figures tell: the peak of the process, which also holds garbage that was not worth
 * collecting yet, and what the heap keeps at the last response.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeChainwrightChain } from '../chain/chainwrightChain.mjs';
import { startBenchServer } from '../process/benchServer.mjs';
import { runNode } from '../process/runProcess.mjs';
import { formatSpread, spreadOf } from '../statistics.mjs';
import { judged } from '../table.mjs';

const BODY_BYTES = 20_000;
const LENGTHS = [1_000, 10_000];
const HOOK = new URL('../process/memoryHook.mjs', import.meta.url).href;
const MEGABYTES = { unit: 'MB', digits: 0 };
const PEAK = { most: BODY_BYTES / 1000, text: '≤ 20 KB, a body' };
const KEPT = { most: BODY_BYTES / 2000, text: '≤ 10 KB, half a body' };

/** Measures both lengths in turns. */
export async function measureMemory({ cli, folder, rounds }) {
  const server = await startBenchServer(BODY_BYTES);
  const findings = new Map(LENGTHS.map((requests) => [requests, []]));
  try {
    for (let round = 0; round < Math.ceil(rounds / 2); round += 1) {
      for (const [requests, found] of findings) {
        found.push(await memoryOf(requests, { cli, folder, server }));
      }
    }
  } finally {
    await server.stop();
  }
  const [fewer, more] = [...findings.values()];
  return [
    ...rowsOf('peak memory', 'peakBytes', { fewer, more }, PEAK),
    ...rowsOf('memory kept', 'keptBytes', { fewer, more }, KEPT),
  ];
}

async function memoryOf(requests, { cli, folder, server }) {
  const chain = await writeChainwrightChain(folder, server.origin, requests);
  const file = path.join(folder, 'memory.json');
  await server.take();
  await runNode(['--expose-gc', '--import', HOOK, cli, 'run', chain], {
    cwd: folder,
    outputFile: path.join(folder, 'memory.txt'),
    environment: { CHAINWRIGHT_BENCH_MEMORY: file, CHAINWRIGHT_BENCH_REQUESTS: String(requests) },
  });
  await server.confirm(requests);
  const { peakBytes, keptBytes } = JSON.parse(await readFile(file, 'utf8'));
  if (keptBytes === undefined) {
    throw new Error('the last response was not noticed in the process');
  }
  return { peakBytes, keptBytes };
}

function rowsOf(what, measure, { fewer, more }, budget) {
  const spreads = [fewer, more].map((found) => spreadOf(found.map((finding) => finding[measure] / 1e6)));
  const [few, many] = spreads;
  const [shorter, longer] = LENGTHS;
  const perRequest = ((many.median - few.median) * 1000) / (longer - shorter);
  const ratio = (many.median / few.median).toFixed(2);
  return [
    ...spreads.map((spread, index) => ({
      what: `${what}, ${LENGTHS[index].toLocaleString('en')} requests of 20 KB`,
      figure: formatSpread(spread, MEGABYTES),
    })),
    judged(
      {
        what: '  each further request',
        figure: `${perRequest.toFixed(1)} KB (${ratio} × in all)`,
        value: perRequest,
      },
      budget,
    ),
  ];
}
