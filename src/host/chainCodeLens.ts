/**
 * The lenses of a chain file: `Run All` above the chain, `Run` above each request. There are none in
 * an untrusted workspace, where nothing is sent.
 */
import * as vscode from 'vscode';
import { outlineChain } from '../core/outline';
import { CHAIN_FILES } from './chainDocument';

/** Shows the lenses for as long as the returned disposable lives. */
export function registerChainCodeLens(): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  return vscode.Disposable.from(
    changed,
    vscode.languages.registerCodeLensProvider(CHAIN_FILES, {
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses: chainLenses,
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => changed.fire()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('chainwright.codeLens')) {
        changed.fire();
      }
    }),
  );
}

function chainLenses(document: vscode.TextDocument): vscode.CodeLens[] {
  const wanted = vscode.workspace.getConfiguration('chainwright', document.uri).get('codeLens', true);
  if (!wanted || !vscode.workspace.isTrusted) {
    return [];
  }
  const { range, requests } = outlineChain(document.getText());
  const at = (place: { start: number; end: number }): vscode.Range =>
    new vscode.Range(document.positionAt(place.start), document.positionAt(place.end));
  const runAll = {
    title: `$(run-all) ${vscode.l10n.t('Run All')}`,
    tooltip: vscode.l10n.t('Run every request of this chain, in order'),
    command: 'chainwright.runAll',
    arguments: [document.uri],
  };
  const run = (id: string): vscode.Command => ({
    title: `$(play) ${vscode.l10n.t('Run')}`,
    tooltip: vscode.l10n.t('Run this request with the values that are known from the last run'),
    command: 'chainwright.runRequest',
    arguments: [document.uri, id],
  });
  return [
    ...(range === undefined ? [] : [new vscode.CodeLens(at(range), runAll)]),
    ...requests.map((request) => new vscode.CodeLens(at(request.range), run(request.id))),
  ];
}
