/** Matrix files as the editor has them: which files they are, their paths, and which one a command means. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import { workspacePath } from '../../node/files/workspaceText';
import { activeForm, rootOf } from '../chainDocument';

/** Matches every matrix file, whatever its language mode and wherever it comes from. */
export const MATRIX_FILES = '**/*.authz.json';

/** Type of the editor that shows the policy of a matrix as a grid. */
export const POLICY_VIEW = 'chainwright.policy';

/** Type of the panels that show the runs of matrices, for restoring them. */
export const AUTHZ_VIEW = 'chainwright.authz';

/** A matrix file on disk and the folder that its paths are relative to. */
export interface MatrixPlace {
  readonly uri: vscode.Uri;
  /** Absolute path of the matrix file. */
  readonly file: string;
  /** Absolute path of its workspace folder; its own folder outside a workspace. */
  readonly root: string;
}

/** True for the name of a matrix file. */
export function isMatrixFile(uri: vscode.Uri): boolean {
  return uri.path.endsWith('.authz.json');
}

/**
 * The place of a matrix file.
 *
 * @throws UserError when it is not a matrix file, or not on this machine's disk
 */
export function matrixPlace(uri: vscode.Uri): MatrixPlace {
  if (!isMatrixFile(uri)) {
    throw new UserError(
      vscode.l10n.t('"{0}" is not a matrix file.', path.posix.basename(uri.path)),
      vscode.l10n.t('Open a file whose name ends in .authz.json.'),
    );
  }
  if (uri.scheme !== 'file') {
    throw new UserError(
      vscode.l10n.t('This matrix is not a file on disk, so it cannot be run.'),
      vscode.l10n.t('Save it in a folder on this machine.'),
    );
  }
  return { uri, file: uri.fsPath, root: rootOf(uri).fsPath };
}

/**
 * The matrix in a command's argument: a URI, or nothing, which means the active editor. A command is called by
 * a lens, a menu, a key or anybody's link, so its argument is checked before use.
 *
 * @throws UserError when it names no matrix, or none is open
 */
export function matrixOf(argument: unknown): MatrixPlace {
  const uri = argument ?? vscode.window.activeTextEditor?.document.uri ?? activeForm();
  if (!(uri instanceof vscode.Uri)) {
    throw new UserError(
      vscode.l10n.t('No matrix file is open.'),
      vscode.l10n.t('Open a file whose name ends in .authz.json.'),
    );
  }
  return matrixPlace(uri);
}

/** Workspace path of a matrix, `/` as separator. */
export function matrixName({ root, file }: Pick<MatrixPlace, 'root' | 'file'>): string {
  return workspacePath(file, root);
}

/** Patterns of cells that a command was given; a URI may come with anything. Absent is all cells. */
export function patternsFrom(argument: unknown): readonly string[] | undefined {
  const listed: readonly unknown[] = Array.isArray(argument) ? argument : [argument];
  if (argument === undefined || argument === null) {
    return undefined;
  }
  const patterns = listed.filter((item) => typeof item === 'string');
  const isUsable =
    patterns.length === listed.length &&
    patterns.length > 0 &&
    patterns.length <= MAX_PATTERNS &&
    patterns.every((pattern) => pattern !== '' && pattern.length <= MAX_PATTERN);
  if (!isUsable) {
    throw new UserError(
      vscode.l10n.t('What this command was called with names no cells.'),
      vscode.l10n.t('Use the name of an operation, or ids of cells.'),
    );
  }
  return patterns;
}

const MAX_PATTERNS = 10_000;
const MAX_PATTERN = 1000;
