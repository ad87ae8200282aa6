/**
 * Imports: a Postman collection of 2 MB and a HAR recording of 100 MB with `chainwright import`, from the start
 * of the process to its end, and the peak of its memory.
 */
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { writePostmanCollection, writeRecording } from '../imports/sources.mjs';
import { runNode } from '../process/runProcess.mjs';
import { formatSpread, spreadOf } from '../statistics.mjs';
import { judged } from '../table.mjs';

const HOOK = new URL('../process/peakHook.mjs', import.meta.url).href;

const SOURCES = [
  {
    name: 'Postman collection',
    file: 'collection.json',
    write: (file) => writePostmanCollection(file, 2_000_000),
    budgets: { seconds: 1, megabytes: 500 },
  },
  {
    name: 'HAR recording',
    file: 'recording.har',
    write: (file) => writeRecording(file, 100_000_000),
    budgets: { seconds: 5, megabytes: 500 },
  },
];

/** Measures each source several times. */
export async function measureImports({ cli, folder, rounds }) {
  const rows = [];
  for (const source of SOURCES) {
    const file = path.join(folder, source.file);
    const requests = await source.write(file);
    const found = [];
    for (let round = 0; round < rounds; round += 1) {
      found.push(await importOnce(file, { cli, folder, output: `${source.file}-${round}` }));
    }
    const { size } = await stat(file);
    rows.push(...rowsOf(source, `${(size / 1e6).toFixed(0)} MB, ${requests} requests`, found));
  }
  return rows;
}

async function importOnce(file, { cli, folder, output }) {
  const peakFile = path.join(folder, 'import-peak.txt');
  const { milliseconds } = await runNode(['--import', HOOK, cli, 'import', file, '-o', output], {
    cwd: folder,
    outputFile: path.join(folder, 'import.txt'),
    environment: { CHAINWRIGHT_BENCH_PEAK: peakFile },
  });
  return { seconds: milliseconds / 1000, megabytes: Number(await readFile(peakFile, 'utf8')) / 1e6 };
}

function rowsOf({ name, budgets }, size, found) {
  const seconds = spreadOf(found.map((one) => one.seconds));
  const megabytes = spreadOf(found.map((one) => one.megabytes));
  return [
    judged(
      {
        what: `import of a ${name}, ${size}`,
        figure: formatSpread(seconds, { unit: 's', digits: 2 }),
        value: seconds.median,
      },
      { most: budgets.seconds, text: `≤ ${budgets.seconds} s` },
    ),
    judged(
      {
        what: '  peak memory',
        figure: formatSpread(megabytes, { unit: 'MB', digits: 0 }),
        value: megabytes.median,
      },
      { most: budgets.megabytes, text: `≤ ${budgets.megabytes} MB` },
    ),
  ];
}
