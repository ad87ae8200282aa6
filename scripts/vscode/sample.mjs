/**
 * The sample, ready to be tried: a copy of the workspace that may be edited at will, the orders API
 * behind it, and the passwords of its users as the environment variables that chains may read.
 */
import { build } from 'esbuild';
import { spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT } from './cache.mjs';
import { stopGroup, withDeadline } from './cleanup.mjs';

const PORT = 4010;
const AUTHORED_ORIGIN = `http://127.0.0.1:${PORT}`;
const START_DEADLINE_MS = 15_000;

/**
 * Starts the sample; `cleanup` stops the API and removes the copy.
 *
 * @param {import('./cleanup.mjs').Cleanup} cleanup
 * @returns {Promise<{ readonly workspace: string, readonly origin: string, readonly env: Readonly<Record<string, string>> }>}
 */
export async function startSample(cleanup) {
  const origin = await startApi(PORT, cleanup).catch(() => startApi(0, cleanup));
  const folder = await mkdtemp(join(tmpdir(), 'chainwright-sample-'));
  cleanup.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const workspace = join(folder, 'orders');
  await cp(join(PROJECT, 'examples/workspace'), workspace, { recursive: true });
  const environment = join(workspace, 'local.environment.json');
  const text = await readFile(environment, 'utf8');
  await writeFile(environment, text.replace(AUTHORED_ORIGIN, origin));
  return { workspace, origin, env: await sampleSecrets() };
}

/** Starts the API as a process of its own; rejects when the port is taken. */
async function startApi(port, cleanup) {
  const child = spawn(process.execPath, [join(PROJECT, 'dist/orders-api.js'), '--port', String(port)], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  cleanup.defer(() => stopGroup(child));
  const started = new Promise((resolve, reject) => {
    child.stdout.once('data', (chunk) => resolve(String(chunk).trim()));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The sample API ended with ${code}.`)));
  });
  return withDeadline(started, START_DEADLINE_MS, 'The sample API did not start in time.');
}

/** The secrets of the sample, from the one place that knows them. */
async function sampleSecrets() {
  const { outputFiles } = await build({
    entryPoints: [join(PROJECT, 'examples/orders-api/data/seed.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
  });
  const source = Buffer.from(outputFiles[0].text).toString('base64');
  const { DEMO_SECRETS } = await import(`data:text/javascript;base64,${source}`);
  return Object.fromEntries(
    Object.entries(DEMO_SECRETS).map(([name, value]) => [`CHAINWRIGHT_SECRET_${name}`, value]),
  );
}
