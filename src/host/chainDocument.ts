/**
 * Chain files as the editor has them: which documents are chains, the workspace folder they belong to,
 * and the request at a place in them.
 */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../core/errors';
import { outlineChain, type OutlinedRequest } from '../core/files/outline';
import { workspacePath } from '../node/files/workspaceText';

/** Matches every chain file, whatever its language mode and wherever it comes from. */
export const CHAIN_FILES: vscode.DocumentFilter = { pattern: '**/*.chain.json' };

/** Chains that can be run, once they are saved: neither an earlier version (`git:`) nor a file elsewhere. */
export const RUNNABLE_CHAINS: readonly vscode.DocumentFilter[] = ['file', 'untitled'].map((scheme) => ({
  ...CHAIN_FILES,
  scheme,
}));

/** Characters of the longest chain that is explained while it is written; a longer one is run only. */
const MAX_EXPLAINED = 5_000_000;

/** A chain file on disk and the folder that its paths are relative to. */
export interface ChainPlace {
  readonly uri: vscode.Uri;
  /** Absolute path of the chain file. */
  readonly file: string;
  /** Absolute path of its workspace folder; its own folder outside a workspace. */
  readonly root: string;
}

/** True for the name of a chain file. */
export function isChainFile(uri: vscode.Uri): boolean {
  return uri.path.endsWith('.chain.json');
}

/**
 * The place of a chain file.
 *
 * @throws UserError when it is not a chain file, or not on this machine's disk
 */
export function chainPlace(uri: vscode.Uri): ChainPlace {
  if (!isChainFile(uri)) {
    throw new UserError(
      vscode.l10n.t('"{0}" is not a chain file.', path.posix.basename(uri.path)),
      vscode.l10n.t('Open a file whose name ends in .chain.json.'),
    );
  }
  if (uri.scheme !== 'file') {
    throw new UserError(
      vscode.l10n.t('This chain is not a file on disk, so it cannot be run.'),
      vscode.l10n.t('Save it in a folder on this machine.'),
    );
  }
  return { uri, file: uri.fsPath, root: rootOf(uri).fsPath };
}

/** True for a text that somebody works on: no earlier version of a file (`git:`), nothing that was made to be read. */
export function isWorkedOn({ scheme }: vscode.Uri): boolean {
  return scheme === 'untitled' || vscode.workspace.fs.isWritableFileSystem(scheme) === true;
}

/** True for a text that would hold up the editor if all its requests were analysed. */
export function isTooLong(text: string): boolean {
  return text.length > MAX_EXPLAINED;
}

/** The workspace folder of a file; its own folder outside of one. */
export function rootOf(uri: vscode.Uri): vscode.Uri {
  return vscode.workspace.getWorkspaceFolder(uri)?.uri ?? vscode.Uri.joinPath(uri, '..');
}

/** Workspace path of a file, `/` as separator. */
export function workspacePathOf(uri: vscode.Uri): string {
  return workspacePath(uri.fsPath, rootOf(uri).fsPath);
}

/** Name of a chain or matrix among others of the same name: its file, and the folder unless that is the topmost. */
export function fileTitle(uri: vscode.Uri): string {
  const file = vscode.workspace.asRelativePath(uri);
  const folder = path.posix.dirname(file);
  const name = path.posix.basename(file).replace(/\.(?:chain|authz)\.json$/, '');
  return folder === '.' ? name : `${name} · ${folder}`;
}

/** The document of a file; absent when no editor has it open. */
export function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
}

/** Text of a file as the editor shows it, saved or not; absent when no editor has it open. */
export function openText(uri: vscode.Uri): string | undefined {
  return openDocument(uri)?.getText();
}

/**
 * The chain of the editor that has the focus.
 *
 * @throws UserError when that shows something else
 */
export function activeChain(): vscode.Uri {
  const uri = vscode.window.activeTextEditor?.document.uri ?? activeForm();
  if (uri === undefined || !isChainFile(uri)) {
    throw new UserError(
      vscode.l10n.t('No chain file is open.'),
      vscode.l10n.t('Open a file whose name ends in .chain.json.'),
    );
  }
  return uri;
}

/** The file that the active editor shows as a form or as a grid. */
export function activeForm(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputCustom ? input.uri : undefined;
}

/** The request under the cursor of the active editor; absent when the cursor is outside requests. */
export function requestAtCursor(): OutlinedRequest | undefined {
  const editor = vscode.window.activeTextEditor;
  const offset = editor?.document.offsetAt(editor.selection.active) ?? -1;
  return outlineChain(editor?.document.getText() ?? '').requests.find(
    ({ range }) => range.start <= offset && offset <= range.end,
  );
}

/** Opens a chain file with one of its requests selected. */
export async function showRequest(uri: vscode.Uri, id: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const range = outlineChain(document.getText()).requests.find((request) => request.id === id)?.range;
  const start = document.positionAt(range?.start ?? 0);
  await vscode.window.showTextDocument(document, {
    viewColumn: vscode.ViewColumn.One,
    selection: new vscode.Range(start, start),
  });
}

/** Shows a place in a text editor of its document: the one that is in sight, else one next to the active editor. */
export async function showInText(document: vscode.TextDocument, offset: number): Promise<void> {
  const start = document.positionAt(offset);
  const shown = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
  await vscode.window.showTextDocument(document, {
    viewColumn: shown?.viewColumn ?? vscode.ViewColumn.Beside,
    selection: new vscode.Range(start, start),
  });
}
