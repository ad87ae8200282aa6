/**
 * The lock of a matrix: one run or cleanup at a time, in whatever process. Without it a cleanup would delete what a
 * run has just created, and of two runs one would remove the ledger of the other.
 *
 * The lock is a file that names its process. It holds while that process runs; where nobody can tell (another machine,
 * a system without start times), while its time is fresh, which the holder renews. So a killed run blocks nobody for
 * longer than {@link FRESH_MS}, and nobody ever waits.
 */
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, lstat, open, rename, rm, utimes } from 'node:fs/promises';
import { UserError } from '../../core/errors';
import { oneLine } from '../../core/shownText';
import { errorCode, readRegularFile } from '../files/regularFile';
import { markOfThisProcess, processState } from '../runningProcess';
import type { ProcessMark } from '../runningProcess';

/** A lock that is held. */
export interface MatrixLock {
  release(): Promise<void>;
}

/** What the file says. */
interface Holder extends ProcessMark {
  /** ISO 8601. */
  readonly since: string;
}

/** A lock that was found. */
interface FoundLock {
  readonly text: string;
  /** Absent when the text is damaged, or not yet written. */
  readonly holder?: Holder;
  /** Milliseconds since the holder renewed it; negative when clocks differ. */
  readonly age: number;
}

/** Milliseconds that a lock holds whose process nobody can look for. */
const FRESH_MS = 60_000;

const RENEW_MS = 10_000;

/** Others may release it, or take it over, at the same moment: then it is looked at again. */
const ATTEMPTS = 20;

const MAX_LOCK_BYTES = 4096;

/**
 * Takes the lock of a matrix; `file` is the absolute path of the lock, whose folder exists.
 *
 * @throws UserError when another run or cleanup holds it
 */
export async function lockMatrix(file: string, matrix: string): Promise<MatrixLock> {
  const holder: Holder = { ...(await markOfThisProcess()), since: new Date().toISOString() };
  // No two locks have the same text, also of one process and one millisecond.
  const text = `${JSON.stringify({ ...holder, id: randomBytes(8).toString('hex') })}\n`;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (await created(file, text)) {
      return heldLock(file, text);
    }
    const found = await readLock(file);
    if (found === undefined) {
      continue;
    }
    if (await isHeld(found)) {
      throw inUse(file, matrix, found.holder);
    }
    await takeAway(file, found);
  }
  throw inUse(file, matrix, undefined);
}

function heldLock(file: string, text: string): MatrixLock {
  const renewal = setInterval(() => {
    const now = new Date();
    // A lock that somebody removed is not held any more, which does no harm to a run that is under way.
    utimes(file, now, now).catch(() => {
      clearInterval(renewal);
    });
  }, RENEW_MS);
  renewal.unref();
  return {
    async release() {
      clearInterval(renewal);
      const found = await readRegularFile(file, MAX_LOCK_BYTES);
      if (found.ok && new TextDecoder().decode(found.bytes) === text) {
        await rm(file, { force: true });
      }
    },
  };
}

/** Whether the file was not there and is now. Links are not followed. */
async function created(file: string, text: string): Promise<boolean> {
  try {
    const handle = await open(file, 'wx', 0o600);
    try {
      await handle.writeFile(text);
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
    return true;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST') {
      return false;
    }
    if (code === undefined) {
      throw error;
    }
    throw new UserError(
      `${file} cannot be written (${code}).`,
      'Make sure that the workspace can be written to, and that there is space left.',
    );
  }
}

/** Absent when it was released meanwhile. */
async function readLock(file: string): Promise<FoundLock | undefined> {
  const reading = await readRegularFile(file, MAX_LOCK_BYTES);
  if (!reading.ok) {
    if (reading.fault === 'missing') {
      return undefined;
    }
    throw new UserError(`${file} is not a lock that a run has made.`, 'Remove it.');
  }
  const text = new TextDecoder().decode(reading.bytes);
  const holder = holderIn(text);
  try {
    const { mtimeMs } = await lstat(file);
    return { text, age: Date.now() - mtimeMs, ...(holder === undefined ? {} : { holder }) };
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') {
      throw error;
    }
    return undefined;
  }
}

function holderIn(text: string): Holder | undefined {
  try {
    const read: unknown = JSON.parse(text);
    return isHolder(read) ? read : undefined;
  } catch {
    // Half of it is written, or somebody else wrote it.
    return undefined;
  }
}

function isHolder(value: unknown): value is Holder {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const { pid, host, machine, since, startTime = '' }: Partial<Record<keyof Holder, unknown>> = value;
  return (
    Number.isSafeInteger(pid) &&
    Number(pid) > 0 &&
    [host, machine, since, startTime].every((member) => typeof member === 'string')
  );
}

async function isHeld({ holder, age }: FoundLock): Promise<boolean> {
  const state = holder === undefined ? 'unknown' : await processState(holder);
  return state === 'running' || (state === 'unknown' && Math.abs(age) < FRESH_MS);
}

/** Removes a lock that nobody holds, unless another process has done so and taken it: that one gets it back. */
async function takeAway(file: string, { text }: FoundLock): Promise<void> {
  const aside = `${file}.${randomBytes(4).toString('hex')}`;
  if (!(await isDone(rename(file, aside)))) {
    return;
  }
  const moved = await readRegularFile(aside, MAX_LOCK_BYTES);
  if (moved.ok && new TextDecoder().decode(moved.bytes) !== text) {
    await isDone(copyFile(aside, file, constants.COPYFILE_EXCL));
  }
  await rm(aside, { force: true });
}

/** False when the system did not let it be done, as where another process was faster. */
async function isDone(doing: Promise<void>): Promise<boolean> {
  try {
    await doing;
    return true;
  } catch (error) {
    if (errorCode(error) === undefined) {
      throw error;
    }
    return false;
  }
}

function inUse(file: string, matrix: string, holder: Holder | undefined): UserError {
  const who =
    holder === undefined
      ? 'another process'
      : oneLine(`process ${holder.pid} on ${holder.host.slice(0, 255)}, since ${holder.since.slice(0, 30)}`);
  return new UserError(
    `${matrix} is being run or cleaned up already, by ${who}.`,
    `Wait until that has ended; if nothing is running, remove ${file}.`,
  );
}
