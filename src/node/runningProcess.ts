/**
 * Telling whether the process that left a mark is still running. A number alone does not tell: systems give it to
 * another process later, and containers number their processes by themselves. Where the system says when a process
 * started (Linux), that is compared as well; elsewhere the answer may be `unknown`.
 */
import { readFileSync, readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { defined } from '../core/defined';
import { errorCode, ignoreSystemError } from './files/systemError';

/** Which process it was. */
export interface ProcessMark {
  readonly pid: number;
  readonly host: string;
  /** Where its number counts: of the machine since its last start, and of the container. */
  readonly machine: string;
  /** When it started, in units of the system; absent where that is unknown. */
  readonly startTime?: string;
}

/** `unknown` is on another machine, or where the number could be another process's by now. */
export type ProcessState = 'running' | 'ended' | 'unknown';

/** The mark of this process. */
export async function markOfThisProcess(): Promise<ProcessMark> {
  const found = await statOf(process.pid);
  return {
    pid: process.pid,
    host: hostname(),
    machine: thisMachine(),
    ...defined({ startTime: found?.startTime }),
  };
}

/** Whether the process that left a mark is still running. */
export async function processState({
  pid,
  machine,
  startTime,
}: Omit<ProcessMark, 'host'>): Promise<ProcessState> {
  if (machine !== thisMachine()) {
    return 'unknown';
  }
  if (!isThere(pid)) {
    return 'ended';
  }
  const found = await statOf(pid);
  if (found === undefined || startTime === undefined) {
    return 'unknown';
  }
  return found.startTime === startTime && !found.isDead ? 'running' : 'ended';
}

/** Where the number of this process counts: on this machine since its last start, and in this container. */
export function thisMachine(): string {
  const boot = systemText(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'));
  const container = systemText(() => readlinkSync('/proc/self/ns/pid'));
  return [hostname(), boot, container].flatMap((part) => part?.trim() ?? []).join(' ');
}

/** Signal 0 only asks. */
function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user must not be asked, and is there.
    return errorCode(error) === 'EPERM';
  }
}

/** proc(5), `/proc/pid/stat`: what follows the name, which may contain spaces and parentheses, is state and numbers. */
async function statOf(
  pid: number,
): Promise<{ readonly startTime: string; readonly isDead: boolean } | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(ignoreSystemError);
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ') ?? [];
  const [state, startTime] = [fields[0], fields[19]];
  return startTime === undefined ? undefined : { startTime, isDead: state === 'Z' || state === 'X' };
}

/** The text of a system file; absent where it does not exist. */
function systemText(read: () => string): string | undefined {
  try {
    return read();
  } catch (error) {
    return ignoreSystemError(error);
  }
}
