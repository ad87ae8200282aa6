/** The two runs that are compared: the file in its own runner, and the chains imported from it, each on its own stub. */
import { cp, mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'jsonc-parser';
import { BRUNO, HTTPYAC, NEWMAN, peerScript } from '../peers.mjs';
import { runToEnd } from '../process/runProcess.mjs';
import { secretMarker } from './comparison.mjs';
import { HOST } from './givenVariables.mjs';
import { startStub } from './stub.mjs';

const HOOK = fileURLToPath(new URL('loopbackHook.cjs', import.meta.url));
const DEADLINE_MS = 10 * 60_000;
/** A variable whose value an author left for others to fill in, such as `@baseUrl = PUT-YOUR-URL-HERE`. */
const PLACEHOLDER = /^(@\w*(?:url|endpoint|host)\w*\s*=\s*)(?:put|your|replace|<).*$/gim;
/** The folder of a file on the machine of its author, who would choose the file again. */
const FOLDER_OF_FILE = /("src"\s*:\s*")\/[^"]*\//g;
/** The runner of each kind of file. */
export const PEERS = { postman: NEWMAN, bruno: BRUNO, http: HTTPYAC };

/** @typedef {import('./cases.mjs').Case} Case */

/** Copies the files of a case, so that nothing that runs can change them; gives the path of the copy. */
export async function copyCase({ kind, path: source, environment }, folder) {
  const target = path.join(folder, 'source');
  await mkdir(target, { recursive: true });
  if (kind === 'bruno') {
    await cp(source, target, { recursive: true });
    if (environment === undefined) {
      await mkdir(path.join(target, 'environments'), { recursive: true });
      await writeFile(path.join(target, 'environments/wire.bru'), 'vars {\n}\n');
    }
    return target;
  }
  await (kind === 'http'
    ? cp(path.dirname(source), target, { recursive: true })
    : cp(source, path.join(target, path.basename(source))));
  const copy = path.join(target, path.basename(source));
  const text = await readFile(copy, 'utf8');
  await writeFile(
    copy,
    kind === 'http' ? text.replace(PLACEHOLDER, `$1http://${HOST}`) : text.replace(FOLDER_OF_FILE, '$1'),
  );
  return copy;
}

/**
 * Runs the file in its own runner.
 *
 * @param {Case} one
 * @param {{ readonly source: string, readonly folder: string, readonly given: ReadonlyMap<string, string>,
 *   readonly processVariables: ReadonlyMap<string, string>, readonly answerTo: (request: import('./stub.mjs').Recorded) => import('./stub.mjs').Answer }} where
 */
export async function runPeer(one, { source, folder, given, processVariables, answerTo }) {
  const values = [...given].map(([name, value]) => `${name}=${value}`);
  const each = (option) => values.flatMap((value) => [option, value]);
  const script = await peerScript(PEERS[one.kind]);
  const args = {
    postman: () => [
      ...[
        'run',
        path.basename(source),
        '--insecure',
        '--timeout-request',
        '10000',
        '--timeout-script',
        '5000',
      ],
      ...(one.environment === undefined ? [] : ['-e', one.environment]),
      ...each('--env-var'),
    ],
    bruno: () => ['run', '.', '-r', '--insecure', '--env', one.environment ?? 'wire', ...each('--env-var')],
    http: () => [
      ...['send', path.basename(source), '--all', '--insecure', '-o', 'none', '--timeout', '10000'],
      ...(values.length > 0 ? ['--var', ...values] : []),
    ],
  }[one.kind]();
  const cwd = one.kind === 'bruno' ? source : path.dirname(source);
  if (processVariables.size > 0) {
    await writeFile(
      path.join(cwd, '.env'),
      [...processVariables].map(([name, value]) => `${name}=${value}\n`).join(''),
    );
  }
  return onStub(answerTo, [script, ...args], {
    cwd,
    outputFile: path.join(folder, 'peer.txt'),
    // Options such as `--insecure` are for the requests of a file, not for those of its scripts.
    environment: { NODE_TLS_REJECT_UNAUTHORIZED: '0' },
  });
}

/**
 * Imports the file with the command line, which puts the chains next to it, where the files are that its bodies name.
 *
 * @returns {Promise<{ readonly chains: string, readonly files: readonly { readonly name: string, readonly text: string }[],
 *   readonly sources: readonly object[], readonly output: string, readonly ending: number | string }>} `chains` is the
 *   folder, `files` what was made, `sources` those of the report
 */
export async function importCase({ environment, kind }, { source, folder, cli }) {
  const chains = kind === 'bruno' ? source : path.dirname(source);
  const inputs = kind === 'postman' && environment !== undefined ? [source, environment] : [source];
  const report = path.join(folder, 'import.json');
  const { output, ending } = await runToEnd([cli, 'import', ...inputs, '--report', report], {
    cwd: chains,
    outputFile: path.join(folder, 'import.txt'),
    deadlineMs: DEADLINE_MS,
  });
  const names = (await readdir(chains, { recursive: true })).filter((name) =>
    /\.(chain|environment)\.json$/.test(name),
  );
  const files = await Promise.all(
    names.sort().map(async (name) => ({ name, text: await readFile(path.join(chains, name), 'utf8') })),
  );
  await Promise.all(files.map(({ text }) => putFiles(text, chains)));
  const sources = await readFile(report, 'utf8').then(
    (json) => JSON.parse(json).sources,
    () => [],
  );
  return { chains, files, sources, output, ending };
}

/** Puts a file wherever a body names one that did not come with the source, as the import asks a person to do. */
async function putFiles(chain, folder) {
  for (const [, name] of chain.matchAll(/"file": "([^"{}\\]+)"/g)) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, 'wire\n', { flag: 'wx' }).catch(ignoreExisting);
  }
}

function ignoreExisting(error) {
  if (error.code !== 'EEXIST') {
    throw error;
  }
}

/**
 * Runs the imported chains as they are. A person would enter the secrets: each gets its marker, for `origins`.
 *
 * @returns {Promise<{ readonly requests: readonly import('./stub.mjs').Recorded[], readonly results: readonly object[],
 *   readonly output: string }>} `results` are the requests of the JSON report
 */
export async function runChains(one, imported, { folder, given, processVariables, answerTo, cli, origins }) {
  const text = imported.files.map((file) => file.text).join('\n');
  const secrets = [...new Set([...text.matchAll(/\{\{\s*\$secret\s+(\w+)\s*\}\}/g)].map(([, name]) => name))];
  const originsOf = (names) =>
    Object.fromEntries([...names].map((name) => [`CHAINWRIGHT_ORIGINS_${name}`, origins.join(' ')]));
  const environment = {
    ...Object.fromEntries(secrets.map((name, index) => [`CHAINWRIGHT_SECRET_${name}`, secretMarker(index)])),
    ...originsOf(secrets),
  };
  const environmentName = environmentOf(one, imported);
  const report = path.join(folder, 'run.json');
  const { requests, output } = await onStub(
    answerTo,
    [
      ...[cli, 'run', imported.chains, '--include-drafts', '--insecure', '--timeout', '10000'],
      ...['--reporter', `json=${report}`],
      ...(environmentName === undefined ? [] : ['-e', environmentName]),
      ...[...given].flatMap(([name, value]) => ['--var', `${name}=${value}`]),
      ...[...processVariables.keys()].flatMap((name) => ['--allow-env', name]),
    ],
    {
      cwd: imported.chains,
      outputFile: path.join(folder, 'run.txt'),
      environment: {
        ...Object.fromEntries(processVariables),
        ...environment,
        ...originsOf(processVariables.keys()),
      },
    },
  );
  const results = await readFile(report, 'utf8').then(
    (json) => JSON.parse(json).results.flatMap((result) => result.requests),
    () => [],
  );
  return { requests, results, output };
}

/** The environment that was made of the one that the peer used. */
function environmentOf({ environment, kind }, { files }) {
  const names = files
    .filter(({ name }) => name.endsWith('.environment.json'))
    .map(({ name, text }) => parse(text).name ?? path.basename(name, '.environment.json'));
  const plain = (name) => name.toLowerCase().replace(/[^a-z\d]+/g, '-');
  return kind === 'bruno' ? names.find((name) => plain(name) === plain(environment ?? 'wire')) : names[0];
}

async function onStub(answerTo, args, where) {
  const stub = await startStub(answerTo);
  try {
    const { output, ending } = await runToEnd(args, {
      ...where,
      environment: {
        ...where.environment,
        NODE_OPTIONS: `--require=${JSON.stringify(HOOK)}`,
        CHAINWRIGHT_BENCH_STUB: String(stub.port),
      },
      deadlineMs: DEADLINE_MS,
    });
    return { requests: stub.requests, output, ending };
  } finally {
    await stub.stop();
  }
}
