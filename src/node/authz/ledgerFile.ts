/**
 * The ledger on the disk: `.chainwright/ledger/<matrix>.jsonl`, one entry a line, each flushed before the
 * request goes out that it is about. What a killed run left is read from it.
 */
import { constants } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { isLedgerEntry, openEntries } from '../../core/authz/objects/ledger';
import type { Ledger, LedgerEntry } from '../../core/authz/objects/ledger';
import { UserError } from '../../core/errors';
import { errorCode, readRegularFile } from '../files/regularFile';
import type { FileFault } from '../files/regularFile';
import { makeResultFolder } from '../results/resultFolder';

/** Where ledgers are kept, relative to the workspace folder. */
const LEDGER_FOLDER = '.chainwright/ledger';

const MAX_LEDGER_BYTES = 64 * 2 ** 20;

/** A link in its place is not followed: the folder may have come with a clone. */
const APPENDING = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;

/** A ledger that is being written. */
export interface LedgerFile extends Ledger {
  /** Closes the file, and removes it when nothing is left to be deleted. */
  close(): Promise<void>;
}

/** Opens the ledger of a matrix (workspace path) below a workspace folder (absolute path). */
export async function openLedger(workspace: string, matrix: string): Promise<LedgerFile> {
  const file = ledgerPath(workspace, matrix);
  await makeResultFolder(workspace, path.dirname(file));
  const handle = await openForAppending(file);
  return {
    async write(entry) {
      await handle.appendFile(`${JSON.stringify(entry)}\n`);
      await handle.datasync();
    },
    async close() {
      await handle.close();
      const reading = await readRegularFile(file, MAX_LEDGER_BYTES);
      // One that cannot be read may hold what nobody has deleted.
      if (reading.ok && entriesOf(reading.bytes).length === 0) {
        await rm(file, { force: true });
      }
    },
  };
}

async function openForAppending(file: string): Promise<FileHandle> {
  try {
    const handle = await open(file, APPENDING, 0o600);
    if ((await handle.stat()).size > 0) {
      // A killed process may have left half a line; what follows must not become part of it.
      await handle.appendFile('\n');
    }
    return handle;
  } catch (error) {
    if (errorCode(error) === 'ELOOP') {
      throw new UserError(
        `${file} is a link, and what a run creates is not noted through one.`,
        'Remove it; it is made anew.',
      );
    }
    throw error;
  }
}

/** What may still be there of the runs of a matrix. Throws UserError when its ledger cannot be read. */
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

/** The last line of a killed process may be half of one; what is no entry tells nothing. */
function entryOf(line: string): readonly LedgerEntry[] {
  try {
    const entry: unknown = JSON.parse(line);
    return isLedgerEntry(entry) ? [entry] : [];
  } catch {
    return [];
  }
}
