/**
 * Loaded into a program before it starts: at its end writes what it used to file descriptor 3, as JSON.
 *
 * Where the system says for how long the program was ready to run and had to wait for a processor, that is known as
 * well: other work on the machine is not its fault.
 */
import { readFileSync, writeSync } from 'node:fs';

/** What a program used. */
export interface Usage {
  /** Most memory that it had, workers included, bytes. */
  readonly peak: number;
  /** Time it waited for a processor, milliseconds. */
  readonly waitedMs: number;
}

process.once('exit', () => {
  const usage: Usage = { peak: process.resourceUsage().maxRSS * 1024, waitedMs: waited() };
  try {
    writeSync(3, JSON.stringify(usage));
  } catch {
    // Nobody reads it: then what was used is unknown.
  }
});

/** By the Linux scheduler's count for the main thread: time on a processor, time waiting for one, in nanoseconds. */
function waited(): number {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 10 ** 6;
  } catch {
    return 0;
  }
}
