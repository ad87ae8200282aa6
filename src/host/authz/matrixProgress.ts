/**
 * Authorization runs that a person watches: the grid opens next to the editor as soon as the run begins, and the
 * status bar counts its cells. A notification with a way to cancel comes only for a long run out of view.
 */
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { AuthzResult } from '../../core/authz/model/authzResult';
import { countCells, type AuthzView } from '../../protocol/authzView';
import { fileText, withoutIcons, withoutLinks } from '../fileText';
import { noticeLater, type LongRun } from '../running/longRun';
import type { MatrixPlace } from './matrixDocument';
import type { MatrixChange, MatrixRun, MatrixRuns } from './matrixRuns';
import type { MatrixService, WantedMatrixRun } from './matrixService';

/** Where results are shown. */
export interface AuthzDisplay {
  /** Shows a matrix's last run next to the editor; the focus stays where it is. */
  show(place: MatrixPlace): void;
  /** Whether the person can see it now. */
  isInView(matrix: vscode.Uri): boolean;
}

/**
 * Runs a matrix before the person's eyes; resolves to nothing when they said no.
 *
 * @param agreed as for {@link MatrixService.start}
 * @throws UserError when it cannot be run
 */
export async function runMatrixShown(
  service: MatrixService,
  display: AuthzDisplay,
  wanted: WantedMatrixRun,
  agreed?: () => Promise<boolean>,
): Promise<AuthzResult | undefined> {
  const { uri } = wanted.place;
  const notices: vscode.Disposable[] = [];
  const watching = service.runs.onDidChange(({ type, run }) => {
    if (type === 'started' && isOf(uri, run)) {
      display.show(wanted.place);
      notices.push(noticeLater(longRun(service.runs, uri), () => !display.isInView(uri)));
    }
  });
  try {
    return await service.start(wanted, agreed);
  } finally {
    vscode.Disposable.from(watching, ...notices).dispose();
  }
}

/** Shows in the status bar how far runs are; a click cancels the one that is shown. */
export function followInStatusBar(runs: MatrixRuns): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('chainwright.matrix', vscode.StatusBarAlignment.Left, 0);
  item.name = vscode.l10n.t('Chainwright: Authorization Test');
  const watching = runs.onDidChange(({ type, run }) => {
    if (type === 'ended') {
      item.hide();
      return;
    }
    const steps = stepsOf(run.view);
    item.text = `$(sync~spin) ${steps} ${withoutIcons(fileText(run.view.matrix.name))}`;
    item.tooltip = vscode.l10n.t('Click to cancel');
    item.accessibilityInformation = { label: spokenSteps(run.view), role: 'button' };
    item.command = {
      command: 'chainwright.cancelMatrix',
      title: vscode.l10n.t('Cancel'),
      arguments: [run.place.uri],
    };
    item.show();
  });
  return vscode.Disposable.from(watching, item);
}

function longRun(runs: MatrixRuns, matrix: vscode.Uri): LongRun<MatrixChange> {
  const name = fileText(path.posix.basename(matrix.path));
  return {
    title: withoutLinks(vscode.l10n.t('Testing the authorization of {0}', name)),
    cancel: () => runs.cancel(matrix),
    onDidChange: runs.onDidChange,
    stepOf: (change) =>
      isOf(matrix, change.run) && isStep(change) ? spokenSteps(change.run.view) : undefined,
  };
}

function isStep(change: MatrixChange): boolean {
  return change.type === 'updated' && change.update.type !== 'cell-started';
}

function isOf(matrix: vscode.Uri, { place }: MatrixRun): boolean {
  return place.uri.toString() === matrix.toString();
}

function stepsOf({ cells }: AuthzView): string {
  return `${cells.length - countCells(cells).waiting}/${cells.length}`;
}

function spokenSteps({ cells, message }: AuthzView): string {
  const done = cells.length - countCells(cells).waiting;
  return message ?? vscode.l10n.t('{0} of {1} cells', done, cells.length);
}
