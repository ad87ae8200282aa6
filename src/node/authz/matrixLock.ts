/**
 * The lock of a matrix: one run or cleanup at a time, in whatever process. Without it a cleanup would delete what a
 * run has just created, and of two runs one would remove the ledger of the other.
 *
 * The lock is a file that names its process. It holds while that process runs; where that cannot be found out
 * (another machine, a system without start times), while its time is fresh, which the holder renews. So a killed
 * run blocks nobody for longer than {@link FRESH_MS}, and nobody ever waits.
 *
 * A lock that nobody holds any more is followed by the file of its successor, whose name says which lock it
 * follows, so that of all who find it only one can create it. A successor that was killed has a successor of its
 * own.
 */
import { createHash, randomBytes } from 'node:crypto';
import { open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { defined } from '../../core/defined';
import { UserError } from '../../core/errors';
import { oneLine } from '../../core/shownText';
import { readRegularFile } from '../files/regularFile';
import { errorCode, retryWhileBusy } from '../files/systemError';
import { markOfThisProcess, processState, type ProcessMark } from '../runningProcess';

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
  /** Of this file with this text since it was last renewed: no other lock has the same. */
  readonly generation: string;
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
    if (found !== undefined && (await succeeded(file, found, { text, matrix }))) {
      return heldLock(file, text);
    }
  }
  throw inUse(file, matrix, undefined);
}

/** The lock to be taken. */
interface Wanted {
  readonly text: string;
  readonly matrix: string;
}

/**
 * Follows a lock that nobody holds: false when others did meanwhile, and it has to be looked at again.
 *
 * @throws UserError when it, or the last of its successors, is held
 */
async function succeeded(file: string, first: FoundLock, { text, matrix }: Wanted): Promise<boolean> {
  let last = first;
  for (let length = 0; length < ATTEMPTS; length += 1) {
    if (await isHeld(last)) {
      throw inUse(file, matrix, last.holder);
    }
    const successor = `${file}.${last.generation}`;
    if (await created(successor, text)) {
      return becameTheLock(file, first, successor);
    }
    const next = await readLock(successor);
    if (next === undefined) {
      return false;
    }
    last = next;
  }
  return false;
}

/** The process that created the successor of the lock that is still there holds it, and puts it in its place. */
async function becameTheLock(file: string, first: FoundLock, successor: string): Promise<boolean> {
  if ((await readLock(file))?.generation !== first.generation) {
    await rm(successor, { force: true });
    return false;
  }
  await retryWhileBusy(() => rename(successor, file));
  // What is left of others who were killed follows a lock that is gone.
  const [folder, name] = [path.dirname(file), path.basename(file)];
  for (const entry of await readdir(folder)) {
    if (entry.startsWith(name) && SUCCESSOR.test(entry.slice(name.length))) {
      await rm(path.join(folder, entry), { force: true });
    }
  }
  return true;
}

const SUCCESSOR = /^\.[0-9a-f]{16}$/;

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
        await retryWhileBusy(() => rm(file, { force: true }));
      }
    },
  };
}

/** Whether the file was not there and is now. Links are not followed. */
async function created(file: string, text: string): Promise<boolean> {
  try {
    const handle = await retryWhileBusy(() => open(file, 'wx', 0o600));
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
    const { ino, mtimeMs } = await stat(file);
    const generation = createHash('sha256')
      .update(JSON.stringify([text, ino, mtimeMs]))
      .digest('hex');
    return {
      generation: generation.slice(0, 16),
      age: Date.now() - mtimeMs,
      ...defined({ holder }),
    };
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
    // It is half written, or another process wrote it.
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
