/** Runs the built program and measures it: how long it took, and the most memory that it had, its workers included. */
import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { ended, type Ended } from '../cli/program';
import type { Usage } from './usage';

/** A command that ended, or was killed because it did not. */
export interface Measured extends Ended {
  readonly command: string;
  /** Milliseconds, without those in which it waited for a processor. */
  readonly ms: number;
  /** Bytes; absent when a signal ended the program. */
  readonly peak?: number;
  readonly outOfTime: boolean;
}

/** A program that is measured while it runs. */
export interface Measuring {
  readonly child: ChildProcess;
  readonly end: Promise<Measured>;
}

/** Longest that a command may take, milliseconds, and the most memory that it may have, bytes. */
const BOUNDS = { ms: 10_000, peak: 500 * 10 ** 6 } as const;

/** After so long a command is killed, milliseconds: more than the bound, to tell slow from endless. */
const KILL_AFTER_MS = 60_000;

/** Starts the program; its standard input is empty, and it gets no environment but `variables`. */
export function measure(
  args: readonly string[],
  folder: string,
  variables: NodeJS.ProcessEnv = {},
): Measuring {
  const begun = performance.now();
  const hook = path.join(import.meta.dirname, 'usage.js');
  const child = spawn(process.execPath, ['--require', hook, path.resolve('dist/cli.js'), ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...variables },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  });
  let [written, outOfTime] = ['', false];
  (child.stdio[3] as Readable).on('data', (chunk: Buffer) => (written += chunk.toString()));
  const timer = setTimeout(() => {
    outOfTime = true;
    child.kill('SIGKILL');
  }, KILL_AFTER_MS);
  const end = ended(child)
    .then((how) => {
      const usage = written === '' ? undefined : (JSON.parse(written) as Usage);
      const ms = performance.now() - begun - (usage?.waitedMs ?? 0);
      return { ...how, command: args.join(' '), ms, outOfTime, ...(usage && { peak: usage.peak }) };
    })
    .finally(() => {
      clearTimeout(timer);
    });
  return { child, end };
}

/** Lines that only a program which did not expect what happened writes. */
const UNEXPECTED = /^\s+at .+:\d+:\d+\)?$|fault of ours|\b(?:Uncaught|Unhandled)|heap out of memory/im;

/** What a terminal would take for a command: a server must not get it there. */
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f\u009b]/;

/** What is wrong with an ending, whatever the program was asked to do. */
export function faultsOfEnding(end: Measured): readonly string[] {
  const { stdout, stderr, ms, peak } = end;
  const shown = `${stderr}\n${stdout}`;
  const expectations: readonly (readonly [broken: boolean, fault: string])[] = [
    [end.outOfTime, 'it did not end'],
    [ms > BOUNDS.ms, `it took ${(ms / 1000).toFixed(1)} s`],
    [peak !== undefined && peak > BOUNDS.peak, `it had ${Math.round((peak ?? 0) / 10 ** 6)} MB`],
    [UNEXPECTED.test(shown), `a stack trace: ${excerpt(shown, UNEXPECTED)}`],
    [CONTROL.test(shown), `control characters in the output: ${excerpt(shown, CONTROL)}`],
  ];
  return expectations.filter(([broken]) => broken).map(([, fault]) => fault);
}

function excerpt(text: string, pattern: RegExp): string {
  const at = pattern.exec(text)?.index ?? 0;
  return JSON.stringify(text.slice(Math.max(0, at - 200), at + 200));
}
