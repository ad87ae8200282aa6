/** Problems of authorization matrices, checked against the current chains and environments. */
import type * as vscode from 'vscode';
import type { Problem } from '../../core/problem';
import { MATRIX_FILES } from '../authz/matrixDocument';
import { workspacePathOf } from '../chainDocument';
import { findFiles } from '../findFiles';
import type { ChainFiles, Environments } from '../services';
import { placesAround } from './linkedDocuments';

/** The owners of the files that a matrix names. */
export interface MatrixProblemSources {
  readonly files: ChainFiles;
  readonly environments: Environments;
}

/** Every matrix of the workspace. */
export async function allMatrices(): Promise<readonly vscode.Uri[]> {
  return findFiles(MATRIX_FILES);
}

/** The problems of a matrix whose text is given; unsaved chains count. */
export async function matrixProblems(
  matrix: vscode.Uri,
  text: string,
  { files, environments }: MatrixProblemSources,
): Promise<readonly Problem[]> {
  const { diagnoseMatrix } = await import('../../core/authz/matrix/diagnoseMatrix');
  const readText = readTextAround(matrix, files);
  if (matrix.scheme !== 'file') {
    // Environments are looked for on disk.
    return diagnoseMatrix(text, workspacePathOf(matrix), { readText });
  }
  const available = await environments.available(matrix);
  return diagnoseMatrix(text, workspacePathOf(matrix), {
    readText,
    environments: available.map(({ name }) => name),
  });
}

/** Reads files by their workspace paths; absent is one that is not there or cannot be read. */
export function readTextAround(
  document: vscode.Uri,
  files: ChainFiles,
): (file: string) => Promise<string | undefined> {
  const { uriOf } = placesAround(document, files);
  return async (file) => {
    try {
      return await files.text(uriOf(file));
    } catch {
      // The problem at the name says so.
      return undefined;
    }
  };
}
