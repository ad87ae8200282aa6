/**
 * Authorization matrices that name requests by chain and id: they follow requests into another chain, in the
 * step that moves them. Only within a workspace folder, because names are relative to their file.
 */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { followMovedRequests, type MovedRequest } from '../../core/language/followMove';
import { workspacePathOf } from '../chainDocument';
import { findFiles } from '../findFiles';
import type { ChainFiles } from '../services';
import { readOrNothing } from '../providers/linkedDocuments';
import type { DocumentChange } from './chainEdits';
import { readAuthzSource } from '../../core/language/authzSource';

/** What moving requests changes besides their chains. */
export interface FollowingChanges {
  readonly changes: readonly DocumentChange[];
  /** What is worth telling about that. Whole sentences. */
  readonly notes: readonly string[];
}

/**
 * What has to change in the matrices around a chain that requests are moved to.
 *
 * @param moved requests by the workspace paths of their chains
 */
export async function followInMatrices(
  files: Pick<ChainFiles, 'text'>,
  chain: vscode.Uri,
  moved: readonly MovedRequest[],
): Promise<FollowingChanges> {
  const folder = vscode.workspace.getWorkspaceFolder(chain);
  if (folder === undefined) {
    return { changes: [], notes: [] };
  }
  const pattern = new vscode.RelativePattern(folder, '**/*.authz.json');
  const matrices = await findFiles(pattern);
  const read = await Promise.all(matrices.map((matrix) => readOrNothing(matrix, files)));
  const found: DocumentChange[] = [];
  for (const { uri, text } of read.flat()) {
    const edits = followMovedRequests(readAuthzSource(text, workspacePathOf(uri)), moved);
    if (edits.length > 0) {
      found.push({ document: await vscode.workspace.openTextDocument(uri), edits });
    }
  }
  return {
    changes: found,
    notes: found.map(({ document: { uri } }) =>
      vscode.l10n.t('{0} names moved requests, and was changed with them.', path.posix.basename(uri.path)),
    ),
  };
}
