/**
 * Running a process to its end and timing it from outside, as a user waits for it.
 *
 * Output goes to a file: a pipe would take this process's time while it measures, and a terminal would be
 * slower for programs that print more.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';

const DEADLINE_MS = 10 * 60_000;

/**
 * Runs Node with these arguments.
 *
 * @param {readonly string[]} args
 * @param {Where} where
 * @returns {Promise<{ readonly startedAt: bigint, readonly milliseconds: number, readonly output: string }>}
 *   `startedAt` in nanoseconds of the monotonic clock; rejects when the process does not end with 0
 */
export async function runNode(args, where) {
  const { ending, ...run } = await runToEnd(args, where);
  if (ending !== 0) {
    throw new Error(`it ended with ${ending}: ${reasonIn(run.output)}`);
  }
  return run;
}

/**
 * Runs Node with these arguments, however it ends: `ending` is its exit code, or the signal that ended it.
 *
 * @param {readonly string[]} args
 * @param {Where} where
 */
export async function runToEnd(args, { cwd, outputFile, environment = {}, deadlineMs = DEADLINE_MS }) {
  const output = await open(outputFile, 'w');
  try {
    const startedAt = process.hrtime.bigint();
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...environmentWithoutProxies(), ...environment },
      stdio: ['ignore', output.fd, output.fd],
      timeout: deadlineMs,
    });
    const [exitCode, signal] = await once(child, 'exit');
    const milliseconds = Number(process.hrtime.bigint() - startedAt) / 1e6;
    return {
      startedAt,
      milliseconds,
      output: await readFile(outputFile, 'utf8'),
      ending: exitCode ?? signal,
    };
  } finally {
    await output.close();
  }
}

/**
 * `environment` holds further variables.
 *
 * @typedef {{
 *   readonly cwd: string,
 *   readonly outputFile: string,
 *   readonly environment?: Readonly<Record<string, string>>,
 *   readonly deadlineMs?: number,
 * }} Where
 */

/** Some of the measured tools would send even loopback requests through a proxy. */
function environmentWithoutProxies() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/_proxy$/i.test(name)));
}

/** The line of the output that names an error, else its last one. */
function reasonIn(output) {
  const lines = output.trim().split('\n');
  return (lines.find((line) => /error/i.test(line)) ?? lines.at(-1) ?? '').trim().slice(0, 120);
}
