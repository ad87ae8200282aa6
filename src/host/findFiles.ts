/**
 * Searching the workspace: every file once, by its own path, and nothing that lies elsewhere.
 *
 * VS Code follows symbolic links and lists a file once for each. They come with a clone, and a chain that is listed
 * twice is sent twice. What a link inside the folder leads to is found without it.
 */
import { realpath } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { pathBelow } from '../node/files/pathBelow';

/** Folders that are never searched. */
const NEVER_IN = '**/{node_modules,.git,.chainwright}/**';

/** The files of the workspace that match a pattern. */
export async function findFiles(pattern: vscode.GlobPattern): Promise<readonly vscode.Uri[]> {
  // eslint-disable-next-line no-restricted-syntax -- what links lead to is dropped here
  const found = await vscode.workspace.findFiles(pattern, NEVER_IN);
  const paths = await Promise.all(found.map(async (uri) => [await ownPath(uri), uri] as const));
  // Two workspace folders can be one on the disk.
  return [...new Map(paths.filter(([own]) => own !== '')).values()];
}

/**
 * The path of a file on the disk; empty when it is gone, or a link below its workspace folder leads to it. Files
 * elsewhere, and those of folders whose links cannot be resolved, are identified by their URI.
 */
export async function ownPath(uri: vscode.Uri): Promise<string> {
  const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri;
  const realFolder = folder?.scheme === 'file' ? await resolved(folder) : '';
  if (folder === undefined || realFolder === '') {
    return uri.toString();
  }
  const real = await resolved(uri);
  const own = path.join(realFolder, uri.fsPath.slice(folder.fsPath.length)).normalize();
  // Windows finds a file by its name in any case, and the editor may name it so.
  return real !== '' && pathBelow(own, real) === '' ? real : '';
}

/** macOS may write one letter in two ways. */
async function resolved({ fsPath }: vscode.Uri): Promise<string> {
  return (await realpath(fsPath).catch(() => '')).normalize();
}
