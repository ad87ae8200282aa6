/** Where the request of a result is written. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { pathFrom } from '../../core/language/filePath';
import type { RequestResult } from '../../core/result/result';
import { CallFailure } from '../../protocol/channel';
import { showRequest } from '../chainDocument';

type Written = Pick<RequestResult, 'request'>;

/**
 * The chain of a request. A result from disk may be a stranger's, and so is the path in it.
 *
 * @throws CallFailure when it leads out of the folder
 */
export function requestChain(root: string, { request }: Written): vscode.Uri {
  const name = pathFrom('', request.chain);
  if (name === undefined) {
    throw new CallFailure(vscode.l10n.t('This result names a chain outside of its workspace.'));
  }
  return vscode.Uri.file(path.join(root, name));
}

/** Shows a request in its chain file. */
export async function showWritten(root: string, result: Written): Promise<void> {
  await showRequest(requestChain(root, result), result.request.id);
}
