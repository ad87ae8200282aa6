/**
 * The results of chains on the disk: `.chainwright/results/<chain>/<time>.json`, with long bodies in a folder
 * next to each file. Everything arrives here masked; `resultFolder.ts` maintains the folders.
 */
import { open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ExecutionResult } from '../../core/result/result';
import {
  readResult,
  readResultHead,
  writeResult,
  type RecordedResult,
  type ResultHead,
  type RunTrigger,
} from '../../core/result/resultFile';
import { createBodyStore, type BodyStore } from './bodyStore';
import {
  bodiesOf,
  deleteResult,
  freeResultFile,
  isOurs,
  isResultName,
  makeResultFolder,
  readResultText,
  resultFiles,
  saveResult,
} from './resultFolder';

/** A result in the history of its chain. */
export interface StoredResult {
  /** Absolute path. */
  readonly file: string;
  /** Bytes, its long bodies left out. */
  readonly size: number;
  readonly head: ResultHead;
}

/** The place of a result that is being made. */
export interface ResultSlot {
  /** Absolute path the result will have. */
  readonly file: string;
  /** Where its long bodies go while it is being made. */
  readonly bodies: BodyStore;
}

/** The results of one workspace folder. Every path it gives lies inside that folder. */
export interface ResultStore {
  /** A place for the result of a run that begins now; nothing is written yet. */
  slot(chainFile: string, startedAt: Date): Promise<ResultSlot>;
  /** Writes a result into its slot, then removes the oldest beyond those to keep. */
  save(slot: ResultSlot, result: ExecutionResult, trigger: RunTrigger): Promise<void>;
  /** The chains (workspace paths) that have results, by path; a chain may be gone by now. */
  chains(): Promise<readonly string[]>;
  /** The results of a chain (workspace path), newest first. */
  list(chainFile: string): Promise<readonly StoredResult[]>;
  /** Reads a result. Rejects with a UserError when it is gone or is none. */
  read(file: string): Promise<RecordedResult>;
  /** Deletes a result and its bodies. */
  remove(file: string): Promise<void>;
}

/** Where results are kept, relative to the workspace folder. */
const RESULTS_FOLDER = '.chainwright/results';

/** Longer first lines are not ours: names and notes are short. */
const HEAD_BYTES = 16 * 1024;

/** The results below a workspace folder (absolute path); of each chain the newest `keep` stay. */
export function createResultStore(workspace: string, keep: number): ResultStore {
  const folderOf = (chainFile: string): string =>
    path.join(workspace, RESULTS_FOLDER, chainFile.replace(/\.chain\.json$/, ''));
  return {
    async slot(chainFile, startedAt) {
      const folder = folderOf(chainFile);
      await makeResultFolder(workspace, folder);
      const file = await freeResultFile(folder, startedAt);
      return { file, bodies: createBodyStore(bodiesOf(file)) };
    },
    async save({ file }, result, trigger) {
      await makeResultFolder(workspace, path.dirname(file));
      await saveResult(file, writeResult(result, trigger), keep);
    },
    async chains() {
      const top = path.join(workspace, RESULTS_FOLDER);
      // With their types: Node follows links while it lists names alone, around in circles and out to the whole disk.
      const entries = (await isOurs(workspace, top))
        ? await readdir(top, { recursive: true, withFileTypes: true })
        : [];
      const folders = entries
        .filter((entry) => entry.isFile() && isResultName(entry.name))
        .map(({ parentPath }) => path.relative(top, parentPath));
      return [...new Set(folders)].sort().map((name) => `${name.split(path.sep).join('/')}.chain.json`);
    },
    async list(chainFile) {
      const heads = await Promise.all((await resultFiles(workspace, folderOf(chainFile))).map(headOf));
      return heads.flatMap((stored) => stored ?? []);
    },
    async read(file) {
      return readResult(await readResultText(workspace, file), path.basename(file));
    },
    remove: (file) => deleteResult(workspace, file),
  };
}

/** The bodies of a result that was read. */
export function storedBodies(file: string): BodyStore {
  return createBodyStore(bodiesOf(file));
}

async function headOf(file: string): Promise<StoredResult | undefined> {
  const found = await stat(file);
  const head = found.isFile() ? readResultHead(await beginningOf(file)) : undefined;
  return head === undefined ? undefined : { file, size: found.size, head };
}

async function beginningOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}
