/** The Results view and its commands, put together. */
import * as vscode from 'vscode';
import { registerResultCommands, type ResultCommandPorts } from './resultCommands';
import { ResultsTree } from './resultsTree';

/** Shows the history of results for as long as the returned disposable lives. */
export function registerResults(ports: Omit<ResultCommandPorts, 'selection'>): vscode.Disposable {
  const tree = new ResultsTree(ports.history);
  const view = vscode.window.createTreeView('chainwright.results', {
    treeDataProvider: tree,
    canSelectMany: true,
    showCollapseAll: true,
  });
  const commands = registerResultCommands({ ...ports, selection: () => view.selection });
  return vscode.Disposable.from(tree, view, commands);
}
