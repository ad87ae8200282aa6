/** Whether the responses of what was imported are kept: then it can be said at once which values came from where. */
import type * as vscode from 'vscode';
import { isChainFile, rootOf, workspacePathOf } from '../chainDocument';
import { isRecording } from '../../node/results/mostTelling';
import { createResultStore } from '../../node/results/resultStore';

/** Whether a chain has responses that were recorded elsewhere. */
export async function hasRecordedResponses(chain: vscode.Uri): Promise<boolean> {
  if (chain.scheme !== 'file' || !isChainFile(chain)) {
    return false;
  }
  const store = createResultStore(rootOf(chain).fsPath, Number.MAX_SAFE_INTEGER);
  const stored = await store.list(workspacePathOf(chain)).catch(() => []);
  return stored.some(isRecording);
}
