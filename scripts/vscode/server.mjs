/**
 * VS Code's server with its web workbench, on a free loopback port and with a data folder of its
 * own that goes away with it.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopGroup, withDeadline } from './cleanup.mjs';
import { serverMain, serverNode } from './parts.mjs';

const START_DEADLINE_MS = 60_000;
const KEPT_OUTPUT = 20_000;

/** Settings that keep everything quiet that is not under test. */
const QUIET = {
  'chat.disableAIFeatures': true,
  'chat.commandCenter.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'extensions.ignoreRecommendations': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'workbench.enableExperiments': false,
  'update.mode': 'none',
  'json.schemaDownload.enable': false,
  'git.enabled': false,
  'git.openRepositoryInParentFolders': 'never',
  'editor.minimap.enabled': false,
  // drawing takes more of the processor than anything else in the tests of the workbench
  'workbench.reduceMotion': 'on',
  'editor.cursorBlinking': 'solid',
  // in a browser VS Code saves by itself after a second
  'files.autoSave': 'off',
};

/**
 * Starts the server; `cleanup` stops it and removes its data folder.
 *
 * @param {{
 *   readonly settings?: Readonly<Record<string, unknown>>,
 *   readonly env?: Readonly<Record<string, string>>,
 *   readonly cleanup: import('./cleanup.mjs').Cleanup,
 * }} options `settings` go over the quiet ones; `env` is added to the extension host's environment
 * @returns {Promise<{ readonly port: number, readonly token: string, readonly output: () => string }>}
 *   opening a page needs the token: the server can read and run everything its user can
 */
export async function startServer({ settings = {}, env = {}, cleanup }) {
  const [main, node] = [await serverMain(), await serverNode()];
  const data = await mkdtemp(join(tmpdir(), 'chainwright-vscode-'));
  cleanup.defer(() => rm(data, { recursive: true, force: true, maxRetries: 5 }));
  await mkdir(join(data, 'data/User'), { recursive: true });
  await writeFile(join(data, 'data/User/settings.json'), JSON.stringify({ ...QUIET, ...settings }));

  const token = randomBytes(16).toString('hex');
  const child = spawn(node, [main, ...serverArguments(data, token)], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    // an extension gallery without an address: nothing is looked up outside
    env: { ...process.env, EXTENSIONS_GALLERY: '{"serviceUrl":""}', ...env },
  });
  cleanup.defer(() => stopGroup(child));
  let output = '';
  const keep = (chunk) => (output = (output + chunk).slice(-KEPT_OUTPUT));
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const port = await withDeadline(
    listeningPort(child, () => output),
    START_DEADLINE_MS,
    'VS Code’s server did not start in time.',
  );
  return { port, token, output: () => output };
}

function serverArguments(data, token) {
  return [
    ...['--host', '127.0.0.1', '--port', '0', '--server-data-dir', data, '--telemetry-level', 'off'],
    ...['--connection-token', token],
    '--accept-server-license-terms',
    // makes the workbench accept a development extension through the page's payload
    '--enable-smoke-test-driver',
  ];
}

function listeningPort(child, output) {
  return new Promise((resolve, reject) => {
    const look = () => {
      const found = /Extension host agent listening on (\d+)/.exec(output());
      if (found !== null) {
        resolve(Number(found[1]));
      }
    };
    child.stdout.on('data', look);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`VS Code’s server ended with ${code}:\n${output()}`)));
  });
}
