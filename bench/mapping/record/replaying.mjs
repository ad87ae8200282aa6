/**
 * One application replayed: the chain that comes of its session a runs on an emptied server that has the past of session
 * b, so that ids are shifted.
 *
 * A request is green if its status and the structure of its JSON or XML are those recorded, and each labelled place
 * carried the value of this run. Passwords are given as the user would give them; a token that nothing extracts keeps its
 * recorded value, which is worth nothing on this server.
 */
import { execFile } from 'node:child_process';
import { cp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { shapeOf } from './answerShape.mjs';
import { filledPlaces, wronglyCarried } from './carriedValues.mjs';
import { recordedSecrets } from './recordedSecrets.mjs';
import { applicationCalled } from './replayable.mjs';
import { emptyFolder } from './running.mjs';
import { startTap } from './tap.mjs';

const HERE = import.meta.dirname;
const PROGRAM = path.join(HERE, '../../../dist/cli.js');
const CHAIN = 'session.chain.json';

/** The ways in which a chain gets its mappings. */
export const MAPPINGS = {
  unmapped: async () => {},
  alone: async (folder) => {
    await rm(path.join(folder, CHAIN));
    await chainwright(['import', 'session.har', '--map', '--force'], folder);
  },
  verified: async (folder) => {
    const args = ['map', CHAIN, '--responses', 'session.har', '--verify', 'second.har', '--apply'];
    await chainwright(args, folder);
  },
};

/**
 * Runs the chain of an application's session a.
 *
 * @param {string} name
 * @param {(folder: string) => Promise<void>} map one of {@link MAPPINGS}
 * @param {boolean} repairs whether the chain is repaired on another such server before
 * @returns what {@link compared} says, and, of a repair, its `outcome`, `trials` and `seconds`
 */
export async function replay(name, map, repairs = false) {
  const { application, onAnotherServer } = await applicationCalled(name);
  const recording = await recordingOf(name);
  const folder = await emptyFolder();
  try {
    await cp(recording.file, path.join(folder, 'session.har'));
    await cp(recording.second, path.join(folder, 'second.har'));
    await chainwright(['import', 'session.har'], folder);
    const imported = JSON.parse(await readFile(path.join(folder, CHAIN), 'utf8'));
    const { secrets, steps } = recordedSecrets(imported.requests, recording.entries);
    await map(folder);
    const bound = (origin) =>
      Object.keys(secrets).flatMap((secret) => ['--secret-host', `${secret}=${origin}`]);
    const environment = Object.fromEntries(
      Object.entries(secrets).map(([secret, value]) => [`CHAINWRIGHT_SECRET_${secret}`, value]),
    );
    const repair = repairs
      ? await onAnotherServer(application, ({ origin }) => repaired(folder, bound(origin), environment))
      : {};
    const run = ['run', CHAIN, '--include-drafts', '--json'];
    const exchanges = await onAnotherServer(application, async ({ origin }) => {
      const tap = await startTap();
      try {
        const args = [...run, ...bound(origin), '--proxy', tap.url];
        const { stdout } = await chainwright(args, folder, environment);
        return exchangesOf(
          JSON.parse(stdout).results.flatMap((chain) => chain.requests),
          tap.exchanges,
        );
      } finally {
        tap.close();
      }
    });
    return {
      ...repair,
      ...compared(new Map(exchanges.map((one, at) => [steps[at], one])), recording, application),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Plays session a as it was recorded, by its script or at a browser: what the best mapping reaches. */
export async function playAgain(name) {
  const { application, onAnotherServer, playedAgain } = await applicationCalled(name);
  const recording = await recordingOf(name);
  const exchanges = await onAnotherServer(application, (server) =>
    playedAgain(application, server, recording),
  );
  return compared(exchanges, recording, application);
}

async function recordingOf(name) {
  const data = path.join(HERE, '../applications', name);
  const json = async (file) => JSON.parse(await readFile(path.join(data, file), 'utf8'));
  const file = path.join(data, 'a.har');
  const { entries } = (await json('a.har')).log;
  const labels = await json('a.labels.json');
  return { file, second: path.join(data, 'b.har'), entries, labels };
}

async function repaired(folder, bound, environment) {
  const started = performance.now();
  const args = ['map', CHAIN, '--responses', 'session.har', '--repair', '--allow-mutations', '--apply'];
  const { stdout } = await chainwright([...args, '--json', ...bound], folder, environment);
  const { outcome, trials } = JSON.parse(stdout).repair;
  return { outcome, trials, seconds: (performance.now() - started) / 1000 };
}

/** What the program writes, however it ends: a chain that fails is a result. */
async function chainwright(args, cwd, environment = {}) {
  const options = { cwd, maxBuffer: 1e9, env: { ...process.env, ...environment } };
  return promisify(execFile)(process.execPath, [PROGRAM, ...args], options).catch((failure) => {
    if (failure.code === 2 || failure.stdout === undefined) throw failure;
    return failure;
  });
}

/**
 * For each request of a result the exchange that the server saw; undefined for one that was not sent. What redirects a POST is
 * its answer, also where the program followed it with a GET, whose status it says.
 */
export function exchangesOf(requests, seen) {
  let next = 0;
  return requests.map(({ name, method, exchange }) => {
    if (exchange?.response === undefined) return undefined;
    const { status } = exchange.response;
    const at = seen.findIndex(
      ({ request, response }, index) =>
        index >= next &&
        response?.status === status &&
        (request.method === method || areRedirects(seen.slice(next, index), method)),
    );
    if (at < 0) throw new Error(`the server did not see ${name}`);
    const own = seen[at].request.method === method ? at : next;
    next = at + 1;
    return seen[own];
  });
}

/** Whether the first exchange is of the method, and all of them lead on. */
function areRedirects(exchanges, method) {
  return (
    exchanges[0]?.request.method === method &&
    exchanges.every(({ response }) => /^3\d\d$/.test(response?.status))
  );
}

/**
 * How a run went in comparison to its recording. What an application adds to its answers in its own time, `laterMembers`,
 * is not compared.
 *
 * @returns green requests and all, places that carried a value of this run and all, and for each other request why
 */
function compared(exchanges, { entries, labels }, { laterMembers }) {
  const sent = new Map([...exchanges].filter(([, exchange]) => exchange !== undefined));
  const wrong = wronglyCarried(labels, entries, sent);
  const differences = [...exchanges].flatMap(([step, exchange], index) => {
    const { method, url } = entries[step].request;
    const reasons = [
      ...answerReasons(exchange, entries[step].response, laterMembers),
      ...wrong.filter((place) => place.step === step).map(({ words }) => words),
    ];
    const name = `${index + 1} ${method} ${new URL(url).pathname}`;
    return reasons.length === 0 ? [] : [`${name}: ${reasons.join(', ')}`];
  });
  const places = filledPlaces(labels).filter(({ step }) => exchanges.has(step));
  const carried = places.filter(({ step }) => sent.has(step)).length - wrong.length;
  return {
    green: exchanges.size - differences.length,
    requests: exchanges.size,
    carried,
    places: places.length,
    differences,
  };
}

function answerReasons(exchange, { status, content: { mimeType, text } }, laterMembers) {
  if (exchange === undefined) return ['not sent'];
  const { response } = exchange;
  if (response.status !== status) return [`${response.status} instead of ${status}`];
  const [shape, recorded] = [response.body.content, text].map((one) => shapeOf(one, mimeType, laterMembers));
  return shape === recorded ? [] : ['another answer'];
}
