/**
 * The lenses of a matrix file: what can be done with the matrix and with each operation, and what the last run
 * found there. They obey the setting of the lenses of chains, and in an untrusted workspace there are none that run.
 */
import * as vscode from 'vscode';
import { nodeAt, parseDocument } from '../../core/json/jsonDocument';
import type { TextRange } from '../../core/problem';
import { countCells, type CellRow } from '../../protocol/authzView';
import { enabledLenses, type LensName } from '../providers/enabledLenses';
import { toRange } from '../textEdits';
import { MATRIX_FILES } from './matrixDocument';
import type { MatrixRuns } from './matrixRuns';

/** Shows the lenses for as long as the returned disposable lives. */
export function registerMatrixLenses(runs: Pick<MatrixRuns, 'latest' | 'onDidChange'>): vscode.Disposable {
  const provider = new MatrixLenses(runs);
  // Only files on this machine's disk can be run.
  const matrices = { scheme: 'file', pattern: MATRIX_FILES };
  return vscode.Disposable.from(provider, vscode.languages.registerCodeLensProvider(matrices, provider));
}

class MatrixLenses implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #watching: vscode.Disposable;

  readonly onDidChangeCodeLenses = this.#changed.event;

  constructor(private readonly runs: Pick<MatrixRuns, 'latest' | 'onDidChange'>) {
    const changed = (): void => this.#changed.fire();
    this.#watching = vscode.Disposable.from(
      // Cells end by the dozen a second; lenses that change as often would make the text jump.
      runs.onDidChange(({ type }) => (type === 'updated' ? undefined : changed())),
      vscode.workspace.onDidGrantWorkspaceTrust(changed),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('chainwright.codeLens')) {
          changed();
        }
      }),
    );
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const { root } = parseDocument(document.getText(), '');
    if (root?.kind !== 'object') {
      return [];
    }
    const { uri } = document;
    const enabled = enabledLenses(uri);
    const cells = this.#endedCells(uri);
    const operations = nodeAt(root, ['operations']);
    const found: readonly (TextRange & { readonly name: string })[] =
      operations?.kind === 'object' ? operations.members : [];
    const placed = [
      ...fileCommands(uri).map((lens) => ({ ...lens, range: root })),
      ...found.flatMap((operation) => {
        const own = cells.filter(({ cell }) => cell.operation === operation.name);
        return operationCommands(uri, operation.name, own).map((lens) => ({ ...lens, range: operation }));
      }),
    ];
    return placed
      .filter(({ lens }) => enabled.has(lens))
      .map(({ command, range }) => new vscode.CodeLens(toRange(document, range), command));
  }

  dispose(): void {
    vscode.Disposable.from(this.#watching, this.#changed).dispose();
  }

  /** The cells of the last run, unless it is still going on. */
  #endedCells(matrix: vscode.Uri): readonly CellRow[] {
    const view = this.runs.latest(matrix)?.view;
    return view === undefined || view.outcome === 'running' ? [] : view.cells;
  }
}

interface LensCommand {
  /** As the setting calls it. */
  readonly lens: LensName;
  readonly command: vscode.Command;
}

function fileCommands(uri: vscode.Uri): readonly LensCommand[] {
  return [
    {
      lens: 'runAll',
      command: {
        title: `$(run-all) ${vscode.l10n.t('Run Authorization Tests')}`,
        tooltip: vscode.l10n.t('Try every operation as every user and show what was denied'),
        command: 'chainwright.runMatrix',
        arguments: [uri],
      },
    },
    {
      // It resolves secrets, so it belongs to those that need trust.
      lens: 'execute',
      command: {
        title: vscode.l10n.t('Dry Run'),
        tooltip: vscode.l10n.t('Show every request that the tests would send, and send none'),
        command: 'chainwright.dryRunMatrix',
        arguments: [uri],
      },
    },
    {
      lens: 'form',
      command: {
        title: vscode.l10n.t('Open as Policy Grid'),
        tooltip: vscode.l10n.t('Show who may do what as a grid, and change it there'),
        command: 'chainwright.openPolicyGrid',
        arguments: [uri],
      },
    },
  ];
}

function operationCommands(
  uri: vscode.Uri,
  operation: string,
  cells: readonly CellRow[],
): readonly LensCommand[] {
  const run: LensCommand = {
    lens: 'run',
    command: {
      title: `$(play) ${vscode.l10n.t('Run')}`,
      tooltip: vscode.l10n.t('Run the authorization tests of this operation'),
      command: 'chainwright.runMatrixCells',
      arguments: [uri, operation],
    },
  };
  if (cells.length === 0) {
    return [run];
  }
  const outcome: vscode.Command = {
    title: outcomeTitle(cells),
    tooltip: vscode.l10n.t('Show the results of the last run'),
    command: 'chainwright.showAuthzResults',
    arguments: [uri],
  };
  return [run, { lens: 'outcome', command: outcome }];
}

/** `2 flaws · 5 passed`, worst first, with an icon. */
function outcomeTitle(cells: readonly CellRow[]): string {
  const { flaw, restricted, inconclusive, denied, pass, open, waiting } = countCells(cells);
  const icon = flaw + restricted > 0 ? '$(error)' : pass === cells.length ? '$(check)' : '$(warning)';
  const untested = open + waiting;
  const parts = [
    ...(flaw === 0 ? [] : [flaw === 1 ? vscode.l10n.t('1 flaw') : vscode.l10n.t('{0} flaws', flaw)]),
    ...(restricted === 0 ? [] : [vscode.l10n.t('{0} granted but refused', restricted)]),
    ...(inconclusive === 0 ? [] : [vscode.l10n.t('{0} inconclusive', inconclusive)]),
    ...(denied === 0 ? [] : [vscode.l10n.t('{0} denied with another code', denied)]),
    ...(pass === 0 ? [] : [vscode.l10n.t('{0} passed', pass)]),
    ...(untested === 0 ? [] : [vscode.l10n.t('{0} not tested', untested)]),
  ];
  return `${icon} ${parts.join(' · ')}`;
}
