/**
 * How the program ends: in an orderly way when it is interrupted, and with its work done when nobody reads what
 * it writes. `chainwright run … | head -1` still finishes its run, writes its reports and deletes what it created.
 *
 * An output that is a file gets everything or fails. A nearly full disk takes a part of a text, and the next write
 * fails; Node.js writes once, drops the rest, and reports success (https://nodejs.org/api/process.html#process-io).
 */
import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { LAST_READ_MS } from '../node/files/pieceOutput';
import { exitCodes, worstExitCode } from './exitCode';

/** An output such as `process.stdout`. */
type Output = Pick<Writable, 'on' | 'write'> & { readonly isTTY?: boolean };

/** What an output came to. */
interface WatchedOutput {
  /** The system's code for why something could not be written, such as `ENOSPC`; absent when all was, or nobody reads. */
  readonly fault: () => string | undefined;
}

/** Nobody reads any more: the reader ended. */
const CLOSED: ReadonlySet<string> = new Set([
  'EPIPE',
  'ENXIO',
  'ECONNRESET',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
]);

/** Keeps an output that fails from ending the program: what cannot be written is dropped. */
export function watchOutput(output: Output): WatchedOutput {
  let fault: string | undefined;
  output.on('error', (error: NodeJS.ErrnoException) => {
    const { code = error.message } = error;
    // Of a terminal it says that it was closed, of a file that its disk is faulty.
    const isClosed = CLOSED.has(code) || (code === 'EIO' && output.isTTY === true);
    fault ??= isClosed ? undefined : code;
  });
  return { fault: () => fault };
}

/**
 * Signals that come closer together are one: `npm exec` repeats the Ctrl-C that the terminal sent already, and a
 * service manager sends SIGTERM and SIGHUP. In milliseconds; nobody interrupts twice as fast.
 */
const ONE_INTERRUPTION_MS = 300;

/**
 * Cancels at the first SIGINT (Ctrl-C), SIGTERM or SIGHUP (the terminal was closed). A later SIGINT or SIGTERM ends
 * the process at once; a later SIGHUP does not, because a terminal may be closed while a cancelled run is
 * cleaning up.
 */
export function cancelOnSignals(cancel: AbortController): void {
  let cancelledAt: number | undefined;
  const interrupt = (): void => {
    cancelledAt ??= performance.now();
    if (performance.now() - cancelledAt > ONE_INTERRUPTION_MS) {
      exitNow(exitCodes.cancelled);
    }
    cancel.abort();
  };
  process.on('SIGINT', interrupt);
  process.on('SIGTERM', interrupt);
  process.on('SIGHUP', () => {
    cancelledAt ??= performance.now();
    cancel.abort();
  });
}

/** What a program ends with. */
interface Ending {
  readonly code: number;
  readonly output: WatchedOutput;
  /** Aborts when the program was interrupted. */
  readonly signal: AbortSignal;
}

/**
 * Ends the process once its outputs are written, whatever connection still hangs somewhere. An output that could
 * not take what was written, or that nobody read before an interruption, is said, and fails what would have passed.
 */
export async function endProcess({ code, output, signal }: Ending): Promise<never> {
  const isRead = await written(process.stdout, signal);
  const reason = output.fault();
  if (reason !== undefined) {
    console.error(
      `Not everything could be written to the output (${reason}). Free some space, or send the output somewhere else.`,
    );
  }
  if (!isRead && code !== exitCodes.cancelled) {
    console.error('The output was not read to its end. Run the command again and read everything.');
  }
  await written(process.stderr, signal);
  const faults = [
    ...(reason === undefined ? [] : [exitCodes.usage]),
    ...(isRead ? [] : [exitCodes.cancelled]),
  ];
  exitNow(worstExitCode([code, ...faults]));
}

/**
 * Exits. A host name that the system is still looking up keeps a process from exiting, for minutes where a name
 * server does not answer; signals do not wait for it. A shell reports a program that SIGINT ended as 130 as well.
 */
function exitNow(code: number): never {
  ['SIGINT', 'SIGTERM', 'SIGHUP'].forEach((name) => process.removeAllListeners(name));
  const isLookingUp = process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap');
  if (code === exitCodes.cancelled && isLookingUp && process.platform !== 'win32') {
    process.kill(process.pid, 'SIGINT');
  }
  process.exit(code);
}

/** Resolves when everything was written or was refused, or, to false, soon after an interruption in any case. */
function written(stream: Output, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const endSoon = (): void => {
      setTimeout(resolve, LAST_READ_MS, false);
    };
    // An error is reported after the callback of the write that it is about.
    stream.write('', () => setImmediate(resolve, true));
    if (signal.aborted) {
      endSoon();
    } else {
      signal.addEventListener('abort', endSoon, { once: true });
    }
  });
}

/** An output of the process, such as `process.stdout`. */
type ProcessOutput = Writable & { readonly fd: number };

/** Writes to a file until everything is written. Terminals and pipes are not changed: they take everything. */
export function writeWhole(output: ProcessOutput): void {
  if (output instanceof Socket) {
    return;
  }
  output._write = (bytes: Uint8Array, _encoding, done) => {
    try {
      for (let written = 0; written < bytes.length;) {
        written += writeSync(output.fd, bytes, written);
      }
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    done();
  };
}
