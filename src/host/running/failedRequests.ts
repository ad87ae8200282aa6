/** The requests to run again after a run in which not all went well. */
import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import { outlineChain } from '../../core/files/outline';
import type { RunSelection } from '../../core/run/plan';
import type { LastResults } from '../services';

/**
 * The requests of a chain that did not pass when they were last run.
 *
 * @throws UserError when there are none
 */
export async function failedRequests(
  chain: vscode.Uri,
  last: Pick<LastResults, 'of'>,
): Promise<RunSelection> {
  const document = await vscode.workspace.openTextDocument(chain);
  const ids = outlineChain(document.getText())
    .requests.map(({ id }) => id)
    .filter((id) => ['failed', 'blocked'].includes(last.of(chain, id)?.outcome ?? ''));
  if (ids.length === 0) {
    throw new UserError(
      vscode.l10n.t('No request of this chain failed when it was last run.'),
      vscode.l10n.t('Use Run All to run it again.'),
    );
  }
  return { kind: 'failed', ids };
}
