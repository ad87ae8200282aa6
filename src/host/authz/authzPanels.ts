/**
 * The authorization panels of this window: one for each matrix, opened next to the editor, restored with the
 * window, and kept up to date with the runs.
 */
import * as vscode from 'vscode';
import type { CellResult } from '../../core/authz/model/authzResult';
import { judgementOf } from '../../core/authz/model/verdict';
import { baselineOf, compareBaseline } from '../../core/authz/report/baseline';
import { defined } from '../../core/defined';
import { curlCommand } from '../../formats/exporters/curl';
import {
  authzEditorGuards,
  authzPanelGuards,
  type AuthzEditor,
  type AuthzPanel,
  type CellEvidence,
} from '../../protocol/authzPanel';
import { CallFailure, type Implementation } from '../../protocol/channel';
import type { IssueLink } from '../../sharing/issues/raiseIssue';
import { fileTitle } from '../chainDocument';
import { inPage } from '../inPage';
import { loadSharing } from '../lazyBundles';
import { PanelView, webviewOptions, type PanelKind } from '../panelView';
import type { ChainFiles } from '../services';
import { attackOf, cellEvidence } from './cellEvidence';
import { cellLinks } from './cellLinks';
import { AUTHZ_VIEW, isMatrixFile, matrixPlace, type MatrixPlace } from './matrixDocument';
import type { MatrixChange, MatrixRun, MatrixRuns } from './matrixRuns';

const AUTHZ_PANEL: PanelKind<AuthzEditor, AuthzPanel> = {
  bundle: 'authz',
  editor: authzEditorGuards,
  panel: authzPanelGuards,
};

/** What the panels work with. */
export interface AuthzPanelPorts {
  /** Folder of the extension. */
  readonly extension: vscode.Uri;
  readonly runs: MatrixRuns;
  readonly files: Pick<ChainFiles, 'text'>;
  /** Runs a matrix before the person's eyes; throws UserError when it cannot be run. */
  readonly start: (place: MatrixPlace, only?: readonly string[]) => Promise<unknown>;
  readonly log: vscode.LogOutputChannel;
}

/** Owner of all panels; what each shows is named by the text of the matrix's URI. */
export class AuthzPanels implements vscode.Disposable {
  readonly #views = new Map<string, PanelView<AuthzEditor, AuthzPanel>>();
  readonly #watching: vscode.Disposable;

  constructor(private readonly ports: AuthzPanelPorts) {
    this.#watching = ports.runs.onDidChange((change) => this.#tell(change));
  }

  /** Shows a matrix's last run next to the editor; the focus stays where it is. */
  show({ uri }: MatrixPlace): void {
    const open = this.#views.get(uri.toString());
    if (open !== undefined) {
      open.reveal();
      return;
    }
    const panel = vscode.window.createWebviewPanel(
      AUTHZ_VIEW,
      vscode.l10n.t('Authorization: {0}', fileTitle(uri)),
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      webviewOptions(this.ports.extension),
    );
    this.#adopt(panel, uri);
  }

  /** Whether the panel of a matrix is open and not behind another one. */
  isInView(matrix: vscode.Uri): boolean {
    return this.#views.get(matrix.toString())?.isVisible ?? false;
  }

  /** Takes back a panel that was open when the window closed. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    const matrix = matrixOfState(state);
    if (matrix === undefined || this.#views.has(matrix.toString())) {
      panel.dispose();
    } else {
      this.#adopt(panel, matrix);
    }
  }

  /** Closes every panel. */
  dispose(): void {
    this.#watching.dispose();
    [...this.#views.values()].forEach((view) => view.dispose());
  }

  #adopt(panel: vscode.WebviewPanel, matrix: vscode.Uri): void {
    const { extension, log } = this.ports;
    const editor = this.#editorFor(matrixPlace(matrix));
    const view = new PanelView(panel, extension, AUTHZ_PANEL, { editor, log });
    this.#views.set(matrix.toString(), view);
    view.onDidDispose(() => this.#views.delete(matrix.toString()));
  }

  #tell(change: MatrixChange): void {
    const view = this.#views.get(change.run.place.uri.toString());
    if (change.type === 'updated') {
      view?.tell('update', change.update);
    } else {
      view?.tell('show', change.run.view);
    }
  }

  /** What a page may ask; it names cells of the run it shows by number. */
  #editorFor(place: MatrixPlace): Implementation<AuthzEditor> {
    const { runs, files, start } = this.ports;
    const at = (run: number, cell: number) => cellAt(runs.latest(place.uri), run, cell);
    return {
      ready: async () => ({
        subject: place.uri.toString(),
        view: (await runs.recall(place))?.view ?? null,
      }),
      evidence: (run, cell) => evidenceAt(at(run, cell), files),
      runAll: () => inPage(async () => void (await start(place))),
      runCell: (run, cell) => inPage(async () => void (await start(place, [at(run, cell).cell.cell.id]))),
      cancel: () => runs.cancel(place.uri),
      share: async () => {
        await vscode.commands.executeCommand('chainwright.shareMatrix', place.uri);
      },
      notify: () => void vscode.commands.executeCommand('chainwright.notify', place.uri),
      copyCurl: async (run, cell) => {
        await vscode.env.clipboard.writeText(curlAt(at(run, cell)));
      },
      raiseIssue: async (run, cell) =>
        (await vscode.commands.executeCommand<string | undefined>(
          'chainwright.raiseIssue',
          place.uri,
          at(run, cell).cell.cell.id,
        )) ?? null,
      openIssue: async (run, cell) => {
        const issue = await issueAt(at(run, cell));
        // VS Code keeps a text unchanged; a Uri would encode the URL again.
        await vscode.env.openExternal((issue?.url ?? '') as unknown as vscode.Uri);
      },
      reveal: async (run, cell, link) => {
        const found = at(run, cell);
        const links = await cellLinks(place, found.cell, found.run.result, files);
        const location = links[link]?.location;
        if (location !== undefined) {
          const { uri, range } = location;
          await vscode.window.showTextDocument(uri, {
            selection: range,
            viewColumn: vscode.ViewColumn.One,
          });
        }
      },
    };
  }
}

interface CellAt {
  readonly run: MatrixRun;
  readonly cell: CellResult;
}

/** The cell a page asks for. Fails when the run has been replaced by another one since. */
function cellAt(run: MatrixRun | undefined, number: number, index: number): CellAt {
  const cell = run?.view.run === number ? run.results.get(index) : undefined;
  if (run === undefined || cell === undefined) {
    throw new CallFailure(vscode.l10n.t('This result is no longer there. Run the matrix again.'));
  }
  return { run, cell };
}

async function evidenceAt(found: CellAt, files: AuthzPanelPorts['files']): Promise<CellEvidence> {
  const { run, cell } = found;
  const { place, result, before, results } = run;
  const issue = await issueAt(found);
  const links = await cellLinks(place, cell, result, files);
  return cellEvidence({
    cell,
    cells: [...results.values()],
    ...defined({ result }),
    isNew: before !== undefined && isNew(cell, before),
    links: links.map(({ text }) => text),
    ...defined({ issue: issue?.name }),
  });
}

/** The issue about a flaw; nothing for other cells, and during the run. */
async function issueAt({ run: { place, result }, cell }: CellAt): Promise<IssueLink | undefined> {
  return result === undefined || judgementOf(cell.class) !== 'flaw'
    ? undefined
    : (await loadSharing()).raisedFlaw(place, cell, result);
}

function isNew(cell: CellResult, before: NonNullable<MatrixRun['before']>): boolean {
  const { cells } = compareBaseline({ cells: [cell] }, baselineOf(before));
  return cells.some(({ change }) => change === 'new' || change === 'updated');
}

function curlAt({ run, cell }: CellAt): string {
  const request = run.result === undefined ? undefined : attackOf(cell, run.result)?.exchange?.request;
  if (request === undefined) {
    throw new CallFailure(vscode.l10n.t('Nothing was sent for this cell.'));
  }
  return curlCommand(request);
}

function matrixOfState(state: unknown): vscode.Uri | undefined {
  const text =
    typeof state === 'object' && state !== null && 'subject' in state && typeof state.subject === 'string'
      ? state.subject
      : '';
  const uri = vscode.Uri.parse(text);
  return uri.scheme === 'file' && isMatrixFile(uri) ? uri : undefined;
}
