/** A chain of one request for 10,000 rows of data, as a ratio to a chain of 10,000 requests, and its memory. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startBenchServer } from '../process/benchServer.mjs';
import { runNode } from '../process/runProcess.mjs';
import { formatSpread, measureInTurns, spreadOf } from '../statistics.mjs';
import { judged } from '../table.mjs';

const COUNT = 10_000;
const HOOK = new URL('../process/memoryHook.mjs', import.meta.url).href;
const MEGABYTES = { unit: 'MB', digits: 0 };

/** Runs both in turns. */
export async function measureRows({ cli, folder, rounds }) {
  const server = await startBenchServer(0);
  try {
    const chains = await writeChains(folder, server.origin);
    const peaks = new Map();
    const contestants = [...chains].map(([name, file]) => ({
      name,
      async measure() {
        const { milliseconds, peak } = await run({ cli, folder, server }, file);
        peaks.set(name, [...(peaks.get(name) ?? []), peak]);
        return milliseconds;
      },
    }));
    const { values, failures } = await measureInTurns(contestants, rounds);
    for (const [name, reason] of failures) {
      throw new Error(`${name}: ${reason}`);
    }
    return rowsOf(values, peaks);
  } finally {
    await server.stop();
  }
}

async function run({ cli, folder, server }, file) {
  const memory = path.join(folder, 'rows-memory.json');
  await server.take();
  const { milliseconds } = await runNode(['--expose-gc', '--import', HOOK, cli, 'run', file], {
    cwd: folder,
    outputFile: path.join(folder, 'rows.txt'),
    environment: { CHAINWRIGHT_BENCH_MEMORY: memory, CHAINWRIGHT_BENCH_REQUESTS: String(COUNT) },
  });
  await server.confirm(COUNT);
  return { milliseconds, peak: JSON.parse(await readFile(memory, 'utf8')).peakBytes / 1e6 };
}

/** Chains that send the same. */
async function writeChains(folder, origin) {
  const request = (id, user) => ({
    id,
    method: 'POST',
    url: `${origin}/start`,
    body: { json: { user } },
    extract: [{ variable: 'token', from: 'body', path: '$.token' }],
  });
  const users = Array.from({ length: COUNT }, (_, index) => `user${index}`);
  const chain = { formatVersion: 2, status: 'active' };
  await writeFile(path.join(folder, 'users.csv'), ['user', ...users].join('\n'));
  const written = new Map([
    ['requests', { ...chain, name: 'Requests', requests: users.map((user) => request(user, user)) }],
    ['rows', { ...chain, name: 'Rows', data: 'users.csv', requests: [request('send', '{{user}}')] }],
  ]);
  const files = new Map();
  for (const [name, content] of written) {
    const file = path.join(folder, `${name}.chain.json`);
    await writeFile(file, JSON.stringify(content));
    files.set(name, file);
  }
  return files;
}

function rowsOf(values, peaks) {
  const flat = values.get('requests');
  const ratio = spreadOf(values.get('rows').map((time, round) => time / flat[round]));
  const peak = (name) => formatSpread(spreadOf(peaks.get(name)), MEGABYTES);
  return [
    judged(
      {
        what: '10,000 rows of a request ÷ 10,000 requests',
        figure: formatSpread(ratio, { unit: '×', digits: 2 }),
        value: ratio.median,
      },
      { most: 1, text: '≤ 1 ×' },
    ),
    { what: 'peak memory with 10,000 rows', figure: peak('rows') },
    { what: 'peak memory with 10,000 requests', figure: peak('requests') },
  ];
}
