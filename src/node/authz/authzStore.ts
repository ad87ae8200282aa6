/**
 * The results of authorization matrices on the disk: `.chainwright/authz/<matrix>/<time>.json`. Everything
 * arrives here masked; `resultFolder.ts` keeps the folders.
 */
import path from 'node:path';
import { UserError } from '../../core/errors';
import type { AuthzResult } from '../../core/authz/model/authzResult';
import { readAuthzResultText, writeAuthzResultText } from '../../core/authz/report/authzResultFile';
import { readRegularFile } from '../files/regularFile';
import {
  checkResultFolder,
  freeResultFile,
  makeResultFolder,
  MAX_RESULT_BYTES,
  readResultText,
  resultFiles,
  saveResult,
} from '../results/resultFolder';

/** A result and its file (absolute path). */
export interface StoredAuthzResult {
  readonly file: string;
  readonly result: AuthzResult;
}

/** Where results are kept, relative to the workspace folder. */
const RESULTS_FOLDER = '.chainwright/authz';

/**
 * Keeps a result below a workspace folder (absolute path); of each matrix the newest `keep` stay.
 *
 * @returns absolute path of its file
 */
export async function writeAuthzResult(
  workspace: string,
  result: AuthzResult,
  keep: number,
): Promise<string> {
  const folder = folderOf(workspace, result.matrix.file);
  await makeResultFolder(workspace, folder);
  const file = await freeResultFile(folder, new Date(result.startedAt));
  await saveResult(file, writeAuthzResultText(result), keep);
  return file;
}

/** Rejects with a UserError when results of a matrix (workspace path) cannot be kept below a workspace folder. */
export function checkAuthzFolder(workspace: string, matrixFile: string): Promise<void> {
  return checkResultFolder(workspace, folderOf(workspace, matrixFile));
}

/** Reads a result that somebody names (absolute path). Rejects with a UserError when there is none. */
export async function readAuthzResult(file: string): Promise<AuthzResult> {
  const reading = await readRegularFile(file, MAX_RESULT_BYTES);
  if (!reading.ok) {
    throw new UserError(
      `${file} cannot be read: it does not exist, is not an ordinary file, or is too large.`,
      'Name a file that "authz run" wrote.',
    );
  }
  return readAuthzResultText(new TextDecoder().decode(reading.bytes), file);
}

/**
 * The newest result of a matrix (workspace path) that suits; absent when there is none. Files that are not results
 * are passed over.
 */
export async function latestAuthzResult(
  workspace: string,
  matrixFile: string,
  suits: (result: AuthzResult) => boolean = () => true,
): Promise<StoredAuthzResult | undefined> {
  for (const file of await resultFiles(workspace, folderOf(workspace, matrixFile))) {
    const result = await resultIn(workspace, file);
    if (result !== undefined && suits(result)) {
      return { file, result };
    }
  }
  return undefined;
}

function folderOf(workspace: string, matrixFile: string): string {
  return path.join(workspace, RESULTS_FOLDER, matrixFile.replace(/\.authz\.json$/, ''));
}

async function resultIn(workspace: string, file: string): Promise<AuthzResult | undefined> {
  try {
    return readAuthzResultText(await readResultText(workspace, file), path.basename(file));
  } catch (error) {
    if (error instanceof UserError) {
      return undefined;
    }
    throw error;
  }
}
