/** `Raise issue…` on the lines of a matrix that show a flaw. */
import * as vscode from 'vscode';
import { oneLine } from '../../core/shownText';
import type { FlawDiagnostics, FlawProblem } from './flawDiagnostics';
import { MATRIX_FILES } from './matrixDocument';
import { verdictText } from './verdictText';

/** Flaws that are offered at once; the grid has them all. */
const MAX_OFFERED = 20;

/** Offers it for as long as the returned disposable lives. */
export function registerFlawActions(flaws: Pick<FlawDiagnostics, 'at'>): vscode.Disposable {
  const kinds = { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] };
  const provider: vscode.CodeActionProvider = {
    provideCodeActions: ({ uri }, range) =>
      vscode.workspace.isTrusted
        ? flaws
            .at(uri, range)
            .slice(0, MAX_OFFERED)
            .map((flaw) => actionFor(uri, flaw))
        : [],
  };
  return vscode.languages.registerCodeActionsProvider({ pattern: MATRIX_FILES }, provider, kinds);
}

function actionFor(matrix: vscode.Uri, { cell, problem }: FlawProblem): vscode.CodeAction {
  const title = vscode.l10n.t('Raise issue: {0}…', oneLine(verdictText(cell)));
  const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  action.command = { title, command: 'chainwright.raiseIssue', arguments: [matrix, cell.cell.id] };
  action.diagnostics = [problem];
  return action;
}
