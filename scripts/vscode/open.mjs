/**
 * `npm run vscode`: the sample workspace in VS Code with this extension, and its API running.
 *
 * Desktop VS Code when its command `code` is found, else (or with `--web`) VS Code's own server, whose
 * address opens in any browser. Ctrl+C, or closing the desktop window, stops everything.
 */
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { ensureInstalled } from '../install.mjs';

ensureInstalled();
const { buildBundles } = await import('../../esbuild.mjs');
const { PROJECT, Unavailable, exists } = await import('./cache.mjs');
const { stopGroup, withCleanup } = await import('./cleanup.mjs');
const { startSample } = await import('./sample.mjs');
const { startServer } = await import('./server.mjs');
const { stageExtension } = await import('./stage.mjs');
const { workbenchUrl } = await import('./workbench.mjs');

await buildBundles();
process.exitCode = await withCleanup(async (cleanup) => {
  const sample = await startSample(cleanup);
  console.log(`The sample API listens at ${sample.origin}.`);
  const code = process.argv.includes('--web') ? undefined : await findOnPath('code');
  return code === undefined ? serve(sample, cleanup) : openDesktop(code, sample, cleanup);
});

/** Resolves when the window is closed. */
async function openDesktop(code, { workspace, env }, cleanup) {
  console.log('Opening VS Code. Closing its window, or Ctrl+C here, ends the sample.');
  const isWindows = process.platform === 'win32';
  // A script there, which only a shell can start; its usual folder has spaces in its name.
  const quoted = (word) => (isWindows ? `"${word}"` : word);
  const args = ['--wait', '--new-window', `--extensionDevelopmentPath=${PROJECT}`, workspace];
  const child = spawn(quoted(code), args.map(quoted), {
    detached: !isWindows,
    stdio: 'ignore',
    shell: isWindows,
    env: { ...process.env, ...env },
  });
  cleanup.defer(() => stopGroup(child));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (status) => resolve(status ?? 0));
  });
}

/** Never resolves: a signal ends it. */
async function serve({ workspace, env }, cleanup) {
  console.log('Starting VS Code’s own server for a browser; the first time it has to be installed.');
  try {
    const server = await startServer({ settings: { 'workbench.startupEditor': 'readme' }, env, cleanup });
    console.log('\nOpen this address in a browser, then open orders.chain.json and choose Run All:\n');
    console.log(`  ${workbenchUrl(server, { workspace, extension: await stageExtension(cleanup) })}\n`);
    console.log('Ctrl+C ends it.');
  } catch (error) {
    if (!(error instanceof Unavailable)) {
      throw error;
    }
    console.error(`Neither the command "code" nor the npm registry is there. ${error.message}`);
    return 1;
  }
  return new Promise(() => {});
}

async function findOnPath(name) {
  const endings = process.platform === 'win32' ? ['.cmd', '.exe'] : [''];
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    for (const ending of endings) {
      const path = join(folder, `${name}${ending}`);
      if (folder !== '' && (await exists(path))) {
        return path;
      }
    }
  }
  return undefined;
}
