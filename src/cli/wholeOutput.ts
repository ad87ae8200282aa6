/**
 * An output that is a file gets everything or fails. A nearly full disk takes a part of a text, and the next write
 * fails; Node.js writes once, drops the rest, and reports success (https://nodejs.org/api/process.html#process-io).
 */
import { writeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';

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
