#!/usr/bin/env node
/**
 * Runs the chain that comes of each recording on an emptied server whose ids are shifted, and says how far it gets.
 *
 * usage: node bench/mapping/record/replay.mjs [--verify | --oracle] [--repair] [APPLICATION...]  (after npm run build)
 *
 * The chain of session a is made by `import --map`, with `--verify` by `map --verify` with session b. Passwords are
 * given as the user would give them; a token that nothing extracts keeps its recorded value, which is worth nothing
 * on this server. What the chain is measured against is the session itself: a request is green when its status and the
 * structure of its JSON or XML are those recorded and it carried the values of this run: a status alone says little. Unmapped is the same chain without any mapping.
 * With `--repair` the mapped chain is repaired on one such server, and then measured on another.
 * With `--oracle` no chain is made: the script that the labels come from plays session a there, which says what the best
 * mapping reaches.
 */
import { execFile } from 'node:child_process';
import { cp, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { wronglyCarried } from './carriedValues.mjs';
import { recordedSecrets } from './recordedSecrets.mjs';
import { emptyFolder } from './running.mjs';
import { TracingClient } from './tracingClient.mjs';
import { xmlShape } from './xml.mjs';

const HERE = import.meta.dirname;
const PROGRAM = path.join(HERE, '../../../dist/cli.js');
const CHAIN = 'session.chain.json';
const ID = /^(?=.*\d)[\w-]{8,}$|^\d+(\.\d+)+$/;

const asked = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const verify = process.argv.includes('--verify');
const repair = process.argv.includes('--repair');
const oracle = process.argv.includes('--oracle');
const known = (await readdir(path.join(HERE, 'applications'))).map((file) => path.basename(file, '.mjs'));
for (const name of asked.length > 0 ? asked : known) {
  if (oracle) {
    report(`${name} by its script`, await playAgain(name));
    continue;
  }
  const unmapped = await replay(name, async () => {});
  const map = verify ? mapVerified : mapAlone;
  report(name, await replay(name, map), `; unmapped ${unmapped.green} of ${unmapped.total}`);
  if (repair) {
    report(`${name} repaired`, await replay(name, map, repairOn));
  }
}

function report(what, { green, total, differences }, note = '') {
  const verdict = green === total ? 'green at once' : 'not green';
  console.log(`${what}: ${verdict}, ${green} of ${total} requests${note}`);
  for (const line of differences) console.log(`  ${line}`);
}

/** Plays session a by its script on a server with another past. */
async function playAgain(name) {
  const { application } = await import(`./applications/${name}.mjs`);
  const data = path.join(HERE, '../applications', name);
  const { entries } = JSON.parse(await readFile(path.join(data, 'a.har'), 'utf8')).log;
  const labels = JSON.parse(await readFile(path.join(data, 'a.labels.json'), 'utf8'));
  return onAnotherServer(application, async ({ origin }) => {
    const client = new TracingClient(origin);
    await application.session(client, application.inputs.a, origin);
    const requests = client.entries.map(({ method, url, body, answer: { status, text } }) => ({
      name: `${method} ${new URL(url).pathname}`,
      exchange: {
        request: { url, body: { content: body?.text } },
        response: { status, body: { content: text } },
      },
    }));
    return compared({ results: [{ requests }] }, { steps: [...requests.keys()], entries, labels });
  });
}

/** Imports session a, maps it, repairs it on a server with another past, and runs it on one more. */
async function replay(name, map, improve = undefined) {
  const { application } = await import(`./applications/${name}.mjs`);
  const folder = await emptyFolder();
  const data = path.join(HERE, '../applications', name);
  await cp(path.join(data, 'a.har'), path.join(folder, 'session.har'));
  await cp(path.join(data, 'b.har'), path.join(folder, 'second.har'));
  const labels = JSON.parse(await readFile(path.join(data, 'a.labels.json'), 'utf8'));
  await chainwright(['import', 'session.har'], folder);
  const { entries } = JSON.parse(await readFile(path.join(folder, 'session.har'), 'utf8')).log;
  const imported = JSON.parse(await readFile(path.join(folder, CHAIN), 'utf8'));
  const { secrets, steps } = recordedSecrets(imported.requests, entries);
  await map(folder);
  const bound = (origin) =>
    Object.keys(secrets).flatMap((secret) => ['--secret-host', `${secret}=${origin}`]);
  const environment = Object.fromEntries(
    Object.entries(secrets).map(([secret, value]) => [`CHAINWRIGHT_SECRET_${secret}`, value]),
  );
  const run = ['run', CHAIN, '--include-drafts', '--json'];
  try {
    if (improve !== undefined) {
      await onAnotherServer(application, ({ origin }) => improve(folder, bound(origin), environment));
    }
    return await onAnotherServer(application, async ({ origin }) => {
      const { stdout } = await chainwright([...run, ...bound(origin)], folder, environment);
      return compared(JSON.parse(stdout), { steps, entries, labels });
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What `work` yields on an emptied server that has the past of session b. */
async function onAnotherServer(application, work) {
  const server = await application.start();
  try {
    await application.prepare?.(new TracingClient(server.origin), application.inputs.b);
    return await work(server);
  } finally {
    await server.stop();
  }
}

async function mapAlone(folder) {
  await rm(path.join(folder, CHAIN));
  await chainwright(['import', 'session.har', '--map', '--force'], folder);
}

async function mapVerified(folder) {
  await chainwright(
    ['map', CHAIN, '--responses', 'session.har', '--verify', 'second.har', '--apply'],
    folder,
  );
}

/** Repairs the chain, and says how. */
async function repairOn(folder, bound, environment) {
  const started = performance.now();
  const args = ['map', CHAIN, '--responses', 'session.har', '--repair', '--allow-mutations', '--apply'];
  const { stdout } = await chainwright([...args, ...bound], folder, environment);
  console.log(stdout.replace(/^(?=.)/gm, '    '));
  console.log(`    in ${Math.round(performance.now() - started)} ms`);
}

/** What the program writes, however it ends: a chain that fails is a result. */
async function chainwright(args, cwd, environment = {}) {
  const options = { cwd, maxBuffer: 1e9, env: { ...process.env, ...environment } };
  return promisify(execFile)(process.execPath, [PROGRAM, ...args], options).catch((failure) => {
    if (failure.code === 2 || failure.stdout === undefined) throw failure;
    return failure;
  });
}

function compared(result, { steps, entries, labels }) {
  const requests = result.results.flatMap((chain) => chain.requests);
  const sent = new Map(requests.map(({ exchange }, index) => [steps[index], exchange]));
  const carried = wronglyCarried(labels, sent);
  const differences = requests.flatMap(({ name, outcome, exchange }, index) => {
    const wanted = entries[steps[index]].response;
    const { status, body } = exchange?.response ?? { status: outcome };
    const wrong = carried
      .filter(({ step }) => step === steps[index])
      .map(({ place }) => `another value in ${place}`);
    const { mimeType, text } = wanted.content;
    const isSame = shapeOf(body?.content ?? '', mimeType) === shapeOf(text, mimeType);
    const reasons =
      status === wanted.status
        ? [...wrong, ...(isSame ? [] : ['another answer'])]
        : [`${status} instead of ${wanted.status}`];
    return reasons.length === 0 ? [] : [`${index + 1} ${name}: ${reasons.join(', ')}`];
  });
  return { green: requests.length - differences.length, total: requests.length, differences };
}

/**
 * Members of a JSON text and the kinds of their values; ids and versions are no names. Of a list, whose order may hang on
 * ids, the kinds of items. Of XML the elements.
 */
function shapeOf(text, mimeType) {
  if (/[/+]xml/.test(mimeType)) return xmlShape(text);
  if (!/^\s*[[{]/.test(text)) return 'text';
  const shape = (value) => {
    if (Array.isArray(value)) return [...new Set(value.map((item) => JSON.stringify(shape(item))))].sort();
    if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value;
    const members = Object.entries(value).map(([name, member]) => [
      ID.test(name) ? 'id' : name,
      shape(member),
    ]);
    return Object.fromEntries(members.sort(([one], [other]) => (one < other ? -1 : 1)));
  };
  return JSON.stringify(shape(JSON.parse(text)));
}
