/** The built program in a process of its own, as scripts run it. */
import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { DEMO_SECRETS } from '../../examples/orders-api/data/seed';

/** How the program ended, and what it wrote. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The secrets of the sample as environment variables. */
export const secrets: NodeJS.ProcessEnv = Object.fromEntries(
  Object.entries(DEMO_SECRETS).map(([name, value]) => [`CHAINWRIGHT_SECRET_${name}`, value]),
);

/** The built program. */
export const cli = path.resolve('dist/cli.js');

/** Starts the program in a folder. */
export function start(
  args: readonly string[],
  folder: string,
  environment: NodeJS.ProcessEnv = {},
): ChildProcess {
  return spawn(process.execPath, [cli, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...environment },
  });
}

/** Skips a test on Windows, where a signal from another process ends a program at once, whatever its name. */
export function needsSignals(test: Mocha.Context): void {
  if (process.platform === 'win32') {
    test.skip();
  }
}

/** Resolves when a program has ended. */
export function ended(child: ChildProcess): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}
