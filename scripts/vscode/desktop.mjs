/**
 * VS Code for the desktop, for machines that have one or may download it (`@vscode/test-electron`
 * keeps the download in `.vscode-test/`) and have a display.
 */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CACHE } from './cache.mjs';
import { stopGroup, withDeadline } from './cleanup.mjs';

const RELEASES = 'https://update.code.visualstudio.com/api/releases/stable';
const PROBE_DEADLINE_MS = 3_000;

/**
 * Which VS Code can run the in-host suite: `given` by VSCODE_EXECUTABLE_PATH, `downloaded` (or about
 * to be), or none on this machine, with the reason in words.
 *
 * @returns {Promise<{ readonly kind: 'given' | 'downloaded' } | { readonly kind: 'none', readonly reason: string }>}
 */
export async function findDesktop() {
  if ((process.env.VSCODE_EXECUTABLE_PATH ?? '') !== '') {
    return { kind: 'given' };
  }
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
    return { kind: 'none', reason: 'there is no display' };
  }
  if ((await hasDownload()) || (await canDownload())) {
    return { kind: 'downloaded' };
  }
  return { kind: 'none', reason: 'VS Code cannot be downloaded' };
}

/**
 * Runs the compiled test index in a desktop VS Code.
 *
 * @param {{
 *   readonly extension: string,
 *   readonly workspace: string,
 *   readonly tests: string,
 *   readonly trusted: boolean,
 *   readonly env: Readonly<Record<string, string>>,
 *   readonly deadlineMs: number,
 *   readonly onLog: (text: string) => void,
 *   readonly cleanup: import('./cleanup.mjs').Cleanup,
 * }} options absolute paths
 * @returns {Promise<number>} 0 when the index's `run()` resolved
 */
export async function runInDesktop(options) {
  const { workspace, trusted, env, deadlineMs, onLog, cleanup } = options;
  const executable = process.env.VSCODE_EXECUTABLE_PATH || (await download());
  const data = await mkdtemp(join(tmpdir(), 'chainwright-vscode-'));
  cleanup.defer(() => rm(data, { recursive: true, force: true, maxRetries: 5 }));
  await mkdir(join(data, 'User'), { recursive: true });
  const settings = { 'security.workspace.trust.startupPrompt': 'never', 'telemetry.telemetryLevel': 'off' };
  await writeFile(join(data, 'User/settings.json'), JSON.stringify(settings));

  const child = spawn(executable, [workspace, ...desktopArguments(data, options)], {
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ELECTRON_RUN_AS_NODE: undefined, ...env },
  });
  cleanup.defer(() => stopGroup(child));
  child.stdout.on('data', (chunk) => onLog(String(chunk)));
  child.stderr.on('data', (chunk) => onLog(String(chunk)));
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
  const kind = trusted ? 'suite' : 'restricted suite';
  return withDeadline(ended, deadlineMs, `The ${kind} did not end within ${deadlineMs / 1000} seconds.`);
}

function desktopArguments(data, { extension, tests, trusted }) {
  return [
    ...(trusted ? ['--disable-workspace-trust'] : []),
    ...[
      '--no-sandbox',
      '--disable-gpu-sandbox',
      '--disable-updates',
      '--skip-welcome',
      '--skip-release-notes',
    ],
    '--disable-extensions',
    `--user-data-dir=${data}`,
    `--extensions-dir=${join(data, 'extensions')}`,
    `--extensionDevelopmentPath=${extension}`,
    `--extensionTestsPath=${tests}`,
  ];
}

async function download() {
  const { downloadAndUnzipVSCode } = await import('@vscode/test-electron');
  return downloadAndUnzipVSCode({ version: process.env.VSCODE_VERSION || 'stable', cachePath: CACHE });
}

async function hasDownload() {
  const entries = await readdir(CACHE).catch(() => []);
  return entries.some((name) => name.startsWith(`vscode-${process.platform}`));
}

async function canDownload() {
  try {
    const answer = await fetch(RELEASES, { signal: AbortSignal.timeout(PROBE_DEADLINE_MS) });
    return answer.ok;
  } catch {
    return false; // no route, no name, a proxy's refusal or too slow: all mean "not from here"
  }
}
