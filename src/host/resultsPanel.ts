/** The results panel of one chain: a webview beside the editor that shows its last run, live while it goes. */
import * as vscode from 'vscode';
import type { RequestResult } from '../core/result/result';
import { CallFailure } from '../protocol/channel';
import {
  resultsEditorGuards,
  resultsPanelGuards,
  type ResultsEditor,
  type ResultsPanel,
} from '../protocol/resultsContract';
import type { PanelKind, PanelView } from './panelView';

/** A results panel and the conversation with its page. */
export type ResultsView = PanelView<ResultsEditor, ResultsPanel>;

/** What results panels are. */
export const RESULTS_PANEL: PanelKind<ResultsEditor, ResultsPanel> = {
  bundle: 'results',
  editor: resultsEditorGuards,
  panel: resultsPanelGuards,
};

/** The result a page asks for. Fails when the run has been replaced by another one since. */
export function resultAt(
  latest:
    | { readonly view: { readonly run: number }; readonly results: ReadonlyMap<number, RequestResult> }
    | undefined,
  run: number,
  index: number,
): RequestResult {
  const result = latest?.view.run === run ? latest.results.get(index) : undefined;
  if (result === undefined) {
    throw new CallFailure(vscode.l10n.t('This result is no longer there. Run the chain again.'));
  }
  return result;
}
