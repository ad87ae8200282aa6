/**
 * A dependent chain of 501 requests, each as a whole process: Chainwright, a bare axios loop, Newman and
 * the Bruno command line. Ratios are taken within a round, where the contestants ran one after the other.
 *
 * A run counts only when the server saw 501 requests and refused none. Bruno takes part twice: as it comes,
 * and with its faster "developer" sandbox, which a person has to ask for.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { BRUNO_ENVIRONMENT, writeBrunoFolder } from '../chain/brunoFolder.mjs';
import { writeChainwrightChain } from '../chain/chainwrightChain.mjs';
import { writePostmanCollection } from '../chain/postmanCollection.mjs';
import { BRUNO, NEWMAN, peerScript } from '../peers.mjs';
import { startBenchServer } from '../process/benchServer.mjs';
import { runNode } from '../process/runProcess.mjs';
import { formatSpread, measureInTurns, spreadOf } from '../statistics.mjs';
import { judged } from '../table.mjs';

const REQUESTS = 501;
const CHAINWRIGHT = 'chainwright';
const LOOP = 'axios loop';
const BRUNO_UNSAFE = { ...BRUNO, name: 'Bruno CLI (developer sandbox)' };
const PEERS = [NEWMAN, BRUNO, BRUNO_UNSAFE];
const AXIOS_LOOP = fileURLToPath(new URL('../chain/axiosLoop.mjs', import.meta.url));
const TO_LOOP = { most: 1.5, text: '≤ 1.5 ×' };
const TO_PEER = { least: 5, text: '≥ 5 ×' };

/** Measures the chain with every contestant that can be had. */
export async function measureChainSpeed({ cli, folder, rounds }) {
  const server = await startBenchServer(0);
  try {
    const contestants = await entries({ cli, folder, server });
    const runnable = contestants.filter(({ args }) => args !== undefined);
    const { values, failures } = await measureInTurns(
      runnable.map((entry) => ({ name: entry.name, measure: () => timeOf(entry, server, folder) })),
      rounds,
    );
    const skipped = contestants.filter(({ args }) => args === undefined);
    return [
      ...[...values].map(([name, times]) => duration(name, times)),
      ...ratios(values),
      ...skipped.map(({ name, reason }) => ({ what: name, figure: reason, verdict: 'skipped' })),
      ...[...failures].map(([name, reason]) => ({ what: name, figure: reason, verdict: 'did not run' })),
    ];
  } finally {
    await server.stop();
  }
}

/** What each contestant runs; `args` is missing for a peer that cannot be installed. */
async function entries({ cli, folder, server: { origin } }) {
  const chain = await writeChainwrightChain(folder, origin, REQUESTS);
  const collection = await writePostmanCollection(folder, origin, REQUESTS);
  const bruno = await writeBrunoFolder(folder, origin, REQUESTS);
  const runBruno = ['run', '--env', BRUNO_ENVIRONMENT, '--noproxy'];
  return [
    { name: LOOP, args: [AXIOS_LOOP, origin, String(REQUESTS)], cwd: folder },
    { name: CHAINWRIGHT, args: [cli, 'run', chain], cwd: folder },
    await peer(NEWMAN, ['run', collection], folder),
    await peer(BRUNO, runBruno, bruno),
    await peer(BRUNO_UNSAFE, [...runBruno, '--sandbox', 'developer'], bruno),
  ];
}

async function peer(tool, args, cwd) {
  const name = nameOf(tool);
  try {
    return { name, args: [await peerScript(tool), ...args], cwd };
  } catch (error) {
    const [line] = String(error instanceof Error ? error.message : error).split('\n');
    return { name, reason: line.replace(/:$/, '') };
  }
}

function nameOf({ name, version }) {
  return `${name} ${version}`;
}

async function timeOf({ name, args, cwd }, server, folder) {
  await server.take();
  const outputFile = path.join(folder, `${name}.txt`);
  const { milliseconds } = await runNode(args, { cwd, outputFile });
  await server.confirm(REQUESTS);
  return milliseconds;
}

function duration(name, times) {
  const seconds = spreadOf(times.map((time) => time / 1000));
  return {
    what: `${REQUESTS}-request chain, ${name}`,
    figure: formatSpread(seconds, { unit: 's', digits: 2 }),
  };
}

function ratios(values) {
  const own = values.get(CHAINWRIGHT);
  if (own === undefined) {
    return [];
  }
  const ratio = (what, budget, over, under) => {
    const spread = spreadOf(over.map((time, round) => time / under[round]));
    const figure = formatSpread(spread, { unit: '×', digits: 2 });
    return judged({ what, figure, value: spread.median }, budget);
  };
  const loop = values.get(LOOP);
  const peers = PEERS.map(nameOf).filter((name) => values.has(name));
  return [
    ...(loop === undefined ? [] : [ratio(`chainwright ÷ ${LOOP}`, TO_LOOP, own, loop)]),
    ...peers.map((name) => ratio(`${name} ÷ chainwright`, TO_PEER, values.get(name), own)),
  ];
}
