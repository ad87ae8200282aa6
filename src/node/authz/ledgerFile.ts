/**
 * The ledger on the disk: `.chainwright/ledger/<matrix>.jsonl`, one entry a line, each flushed before the
 * request goes out that it is about. What a killed run left is read from it.
 */
import { constants, type Stats } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { isLedgerEntry, openEntries, type Ledger, type LedgerEntry } from '../../core/authz/act/ledger';
import { UserError } from '../../core/errors';
import { readRegularFile, type FileFault } from '../files/regularFile';
import { errorCode } from '../files/systemError';
import { outputFault } from '../files/outputFile';
import { makeResultFolder } from '../results/resultFolder';
import { lockMatrix, type MatrixLock } from './matrixLock';

/** Where ledgers are kept, relative to the workspace folder. */
const LEDGER_FOLDER = '.chainwright/ledger';

const MAX_LEDGER_BYTES = 64 * 2 ** 20;

/**
 * A link in its place is not followed, and a named pipe not waited for: the folder may have come with a clone.
 * Windows has neither flag.
 */
const APPENDING =
  constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** A ledger that is being written, by one process at a time. */
export interface LedgerFile extends Ledger {
  /**
   * Rejects with a UserError where the ledger would not know of an object at all, so that nothing is sent for it.
   * What it could not update is in {@link faults} instead: an earlier entry says where to look.
   */
  write(entry: LedgerEntry): Promise<void>;
  /** Why not everything could be written; empty when all was. */
  readonly faults: () => readonly string[];
  /** Closes the file, removes it when nothing is left to be deleted, and releases the lock. Never rejects. */
  close(): Promise<void>;
}

/**
 * Opens the ledger of a matrix (workspace path) below a workspace folder (absolute path), and locks the matrix until
 * it is closed.
 *
 * @throws UserError when a run or cleanup has it open, or it is not an ordinary file
 */
export async function openLedger(workspace: string, matrix: string): Promise<LedgerFile> {
  const file = ledgerPath(workspace, matrix);
  await makeResultFolder(workspace, path.dirname(file));
  const lock = await lockMatrix(`${file}.lock`, matrix);
  try {
    return lockedLedger(file, await openForAppending(file), lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

function lockedLedger(file: string, handle: FileHandle, lock: MatrixLock): LedgerFile {
  const append = appendLines(handle);
  const known = new Set<string>();
  const faults = new Set<string>();
  return {
    async write(entry) {
      try {
        await append(JSON.stringify(entry));
        known.add(entry.id);
      } catch (error) {
        const fault = outputFault('The ledger', file, error);
        if (!known.has(entry.id) && (entry.state === 'creating' || entry.state === 'changing')) {
          throw fault;
        }
        faults.add(fault instanceof Error ? fault.message : String(fault));
      }
    },
    faults: () => [...faults],
    async close() {
      try {
        await handle.close();
        const reading = await readRegularFile(file, MAX_LEDGER_BYTES);
        // One that cannot be read may hold what nobody has deleted.
        if (reading.ok && entriesOf(reading.bytes).length === 0) {
          await rm(file, { force: true });
        }
      } catch {
        // The run is over: a ledger that stays names at most more than is left.
      } finally {
        await lock.release();
      }
    },
  };
}

/** Appends lines, each on the disk when it resolves. A line that was written in part gets no other onto it. */
function appendLines(handle: FileHandle): (line: string) => Promise<void> {
  let isTorn = false;
  return async (line) => {
    const start = isTorn ? '\n' : '';
    isTorn = true;
    await handle.appendFile(`${start}${line}\n`);
    await handle.datasync();
    isTorn = false;
  };
}

async function openForAppending(file: string): Promise<FileHandle> {
  const handle = await openOrdinary(file);
  try {
    const { size } = await requireOrdinary(file, handle);
    if (size > 0) {
      // A killed process may have left half a line; what follows must not be appended to it.
      await handle.appendFile('\n');
    }
    return handle;
  } catch (error) {
    await handle.close();
    throw outputFault('The ledger', file, error);
  }
}

async function openOrdinary(file: string): Promise<FileHandle> {
  try {
    return await open(file, APPENDING, 0o600);
  } catch (error) {
    const kind = KINDS.get(errorCode(error) ?? '');
    throw kind === undefined ? outputFault('The ledger', file, error) : notOrdinary(file, kind);
  }
}

async function requireOrdinary(file: string, handle: FileHandle): Promise<Stats> {
  const stats = await handle.stat();
  if (!stats.isFile()) {
    throw notOrdinary(file, 'not an ordinary file');
  }
  return stats;
}

/** What is in the place of a ledger, by the system's refusal; a pipe that nobody reads is refused as a missing device. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['ELOOP', 'a link'],
  ['EISDIR', 'a folder'],
  ['ENXIO', 'not an ordinary file'],
]);

function notOrdinary(file: string, kind: string): UserError {
  return new UserError(
    `${file} is ${kind}, and what a run creates is not noted there.`,
    'Remove it; the next run makes a new one.',
  );
}

/** What may still exist of the runs of a matrix. Throws UserError when its ledger cannot be read. */
export async function readLedger(workspace: string, matrix: string): Promise<readonly LedgerEntry[]> {
  const file = ledgerPath(workspace, matrix);
  const reading = await readRegularFile(file, MAX_LEDGER_BYTES);
  if (reading.ok) {
    return entriesOf(reading.bytes);
  }
  if (reading.fault === 'missing') {
    return [];
  }
  throw new UserError(
    `${file}, which tells what earlier runs left, ${FAULTS[reading.fault]}.`,
    'Delete by hand what is left of them, and remove it.',
  );
}

const FAULTS: Readonly<Record<Exclude<FileFault, 'missing'>, string>> = {
  'not-a-file': 'is not an ordinary file',
  'too-large': 'is too large',
  forbidden: 'must not be read by you',
};

function entriesOf(bytes: Uint8Array): readonly LedgerEntry[] {
  return openEntries(new TextDecoder().decode(bytes).split('\n').flatMap(entryOf));
}

function ledgerPath(workspace: string, matrix: string): string {
  return path.join(workspace, LEDGER_FOLDER, matrix.replace(/\.authz\.json$/, '.jsonl'));
}

/** The last line of a killed process may be half of one; what is not an entry is ignored. */
function entryOf(line: string): readonly LedgerEntry[] {
  try {
    const entry: unknown = JSON.parse(line);
    return isLedgerEntry(entry) ? [entry] : [];
  } catch {
    return [];
  }
}
