/** The memory that stays after 200 chains were opened, in a fresh process with the sources as they ship. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSources } from '../process/buildSources.mjs';
import { runNode } from '../process/runProcess.mjs';
import { formatSpread, spreadOf } from '../statistics.mjs';

const OPENING = fileURLToPath(new URL('../keystroke/opening.mjs', import.meta.url));
const CHAINS = 200;

/** Measures what is kept for each chain that is open. */
export async function measureOpenChains({ root, folder, rounds }) {
  const sources = await buildSources({ root, folder });
  const where = { cwd: folder, outputFile: path.join(folder, 'opening.json') };
  const runs = [];
  for (let round = 0; round < rounds; round += 1) {
    const args = ['--expose-gc', OPENING, sources, String(CHAINS)];
    runs.push(JSON.parse((await runNode(args, where)).output));
  }
  const [{ characters }] = runs;
  const megabytes = spreadOf(runs.map(({ bytes }) => bytes / 1e6));
  const kilobytes = spreadOf(runs.map(({ bytes }) => bytes / 1e3 / CHAINS));
  return [
    {
      what: `memory after opening ${CHAINS} chains of ${Math.round(characters / 1000)} kB`,
      figure: formatSpread(megabytes, { unit: 'MB', digits: 1 }),
    },
    { what: '  for each of them', figure: formatSpread(kilobytes, { unit: 'kB', digits: 0 }) },
  ];
}
