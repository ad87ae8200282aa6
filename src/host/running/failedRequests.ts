/** The requests, or the rows of data, to run again after a run in which not all went well. */
import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import { describeRows } from '../../core/data/selectRows';
import { outlineChain } from '../../core/files/outline';
import type { RunSelection } from '../../core/run/plan';
import { failedRows, type RunView } from '../../protocol/runView';
import type { LastResults } from '../services';

/** What to run again of a chain. */
export interface FailedPart {
  readonly select: RunSelection;
  /** Numbers of rows; absent when the chain ran without. */
  readonly rows?: string;
}

/**
 * The requests of a chain that did not pass when they were last run; of a run for rows of data, the rows that did not.
 *
 * @param view the last run of this window
 * @throws UserError when there are none
 */
export async function failedRequests(
  chain: vscode.Uri,
  last: Pick<LastResults, 'of'>,
  view: RunView | undefined,
): Promise<FailedPart> {
  const rows = view === undefined ? [] : failedRows(view.requests);
  if (rows.length > 0) {
    return { select: { kind: 'all' }, rows: describeRows(rows) };
  }
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
  return { select: { kind: 'failed', ids } };
}
