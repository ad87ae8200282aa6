/** Makes sure that `node_modules` is what the lock file says, so that the README's commands work on a fresh clone. */
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root folder. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Installs with npm when `node_modules` is missing or older than the lock file. */
export function ensureInstalled() {
  checkNode();
  const installed = modified('node_modules/.package-lock.json');
  if (installed >= modified('package-lock.json')) {
    return;
  }
  console.error('Installing packages (npm ci)…');
  // npm is a script on Windows, which only a shell can start; the command is a constant.
  const { status } = spawnSync('npm ci --ignore-scripts --no-audit --no-fund', {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: true,
  });
  if (status !== 0) {
    console.error('npm ci failed. Read its output above; the npm registry must be reachable the first time.');
    process.exit(2);
  }
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(`Chainwright needs Node 20.19 or newer; this is ${process.versions.node}.`);
    process.exit(2);
  }
}

function modified(file) {
  return statSync(path.join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? -1;
}
