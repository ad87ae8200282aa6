/**
 * The authorization panels of this window: one for each matrix, opened next to the editor, restored with the
 * window, and kept up to date with the runs.
 */
import * as vscode from 'vscode';
import type { AuthzResult, CellResult } from '../../core/authz/model/authzResult';
import { isFailure } from '../../core/authz/model/verdict';
import { baselineOf, compareBaseline } from '../../core/authz/report/baseline';
import { defined } from '../../core/defined';
import { curlCommand } from '../../formats/exporters/curl';
import {
  authzContract,
  type AuthzEditor,
  type AuthzPanel,
  type CellEvidence,
} from '../../protocol/authzPanel';
import { CallFailure, type Implementation } from '../../protocol/channel';
import type { IssueLink } from '../../sharing/issues/raiseIssue';
import { fileTitle } from '../chainDocument';
import { definePanel, fileNames, type BehindPanel, type Panels } from '../panels';
import type { ChainFiles, Outgoing, RunHelp } from '../services';
import { attackOf, cellEvidence } from './cellEvidence';
import { cellLinks } from './cellLinks';
import type { MatrixCoverages } from './matrixCoverages';
import { AUTHZ_VIEW, isMatrixFile, matrixPlace, type MatrixPlace } from './matrixDocument';
import type { MatrixChange, MatrixRun, MatrixRuns } from './matrixRuns';
import { reasonTexts, verdictText } from './verdictText';
import { say } from '../say';
import { remedyCallsFor } from '../userMessage';
import { raisedFlaw } from '../sharing/issues/raisedIssues';

/** What the panels work with. */
export interface AuthzPanelPorts {
  /** Folder of the extension. */
  readonly extension: vscode.Uri;
  readonly runs: MatrixRuns;
  readonly files: Pick<ChainFiles, 'text'>;
  readonly coverages: MatrixCoverages;
  /** Runs a matrix before the person's eyes; throws UserError when it cannot be run. */
  readonly start: (place: MatrixPlace, only?: readonly string[]) => Promise<unknown>;
  /** Gives the last result of a matrix to somebody else, or shows why that does not work. */
  readonly share: (place: MatrixPlace) => Promise<void>;
  readonly outgoing: Pick<Outgoing, 'raiseIssue' | 'notify'>;
  readonly help: RunHelp;
  /** Whether the sample is open. */
  readonly isSample: () => boolean;
  readonly log: vscode.LogOutputChannel;
}

/** Owner of all panels; what each shows is named by the text of the matrix's URI. */
export class AuthzPanels implements vscode.Disposable {
  readonly #panels: Panels<AuthzEditor, AuthzPanel, vscode.Uri, BehindPanel<AuthzEditor>>;
  readonly #watching: vscode.Disposable;

  constructor(private readonly ports: AuthzPanelPorts) {
    const { extension, log } = ports;
    this.#panels = definePanel({
      contract: authzContract,
      page: 'authz',
      viewType: AUTHZ_VIEW,
      title: (matrix) => vscode.l10n.t('Authorization: {0}', fileTitle(matrix)),
      names: fileNames((file) => file.scheme === 'file' && isMatrixFile(file)),
      behind: (matrix) => ({ editor: this.#editorFor(matrixPlace(matrix)) }),
      extension,
      log,
    });
    this.#watching = ports.runs.onDidChange((change) => this.#notify(change));
  }

  /** Shows a matrix's last run next to the editor; the focus stays where it is. */
  show({ uri }: MatrixPlace): void {
    this.#panels.show(uri);
  }

  /** Whether the panel of a matrix is open and not behind another one. */
  isInView(matrix: vscode.Uri): boolean {
    return this.#panels.isInView(matrix);
  }

  /** Takes back a panel that was open when the window closed. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    this.#panels.restore(panel, state);
  }

  /** Closes every panel. */
  dispose(): void {
    this.#watching.dispose();
    this.#panels.dispose();
  }

  #notify(change: MatrixChange): void {
    const panel = this.#panels.of(change.run.place.uri)?.panel;
    if (change.type === 'updated') {
      panel?.notify('update', change.update);
    } else {
      panel?.notify('show', change.run.view);
    }
  }

  /** What a page may ask; it names cells of the run it shows by number. */
  #editorFor(place: MatrixPlace): Implementation<AuthzEditor> {
    const { runs, files, coverages, start, share, outgoing } = this.ports;
    const at = (run: number, cell: number) => cellAt(runs.latest(place.uri), run, cell);
    return {
      ready: async () => ({
        subject: place.uri.toString(),
        view: (await runs.recall(place))?.view ?? null,
        isSample: this.ports.isSample(),
      }),
      evidence: (run, cell) => evidenceAt(at(run, cell), files),
      coverage: async (run) => {
        const result = resultAt(runs.latest(place.uri), run);
        return (result && (await coverages.of(place, result, say))) ?? null;
      },
      chooseDescription: async (run) => {
        const result = resultAt(runs.latest(place.uri), run);
        const isChosen = await coverages.choose(place);
        return (isChosen && result && (await coverages.of(place, result, say))) || null;
      },
      runAll: async () => void (await start(place)),
      runCell: async (run, cell) => void (await start(place, [at(run, cell).cell.cell.id])),
      ...remedyCallsFor(place.uri, this.ports.help),
      setSecret: async (run, position) => {
        const view = runs.latest(place.uri)?.view;
        const secret = view?.run === run ? view.obstacles[position]?.secret : undefined;
        if (secret !== undefined) {
          await this.ports.help.setSecret(secret, place.uri);
        }
      },
      cancel: () => runs.cancel(place.uri),
      share: () => share(place),
      notify: () => void outgoing.notify(place.uri),
      copyCurl: async (run, cell) => {
        await vscode.env.clipboard.writeText(curlAt(at(run, cell)));
      },
      raiseIssue: async (run, cell) => {
        const subject = { uri: place.uri, cell: at(run, cell).cell.cell.id };
        return (await outgoing.raiseIssue(subject)) ?? null;
      },
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
    throw gone();
  }
  return { run, cell };
}

/** The result of a run; absent when it broke off. Fails when the run has been replaced by another one since. */
function resultAt(run: MatrixRun | undefined, number: number): AuthzResult | undefined {
  if (run?.view.run !== number) {
    throw gone();
  }
  return run.result;
}

function gone(): CallFailure {
  return new CallFailure(vscode.l10n.t('This result is no longer there. Run the matrix again.'));
}

async function evidenceAt(found: CellAt, files: AuthzPanelPorts['files']): Promise<CellEvidence> {
  const { run, cell } = found;
  const { place, result, before, results } = run;
  const issue = await issueAt(found);
  const links = await cellLinks(place, cell, result, files);
  return cellEvidence({
    cell: { ...cell, reasons: reasonTexts(cell) },
    title: verdictText(cell),
    cells: [...results.values()],
    ...defined({ result }),
    isNew: before !== undefined && isNew(cell, before),
    links: links.map(({ text }) => text),
    ...defined({ issue: issue?.name }),
  });
}

/** The issue about a flaw; nothing for other cells, and during the run. */
async function issueAt({ run: { place, result }, cell }: CellAt): Promise<IssueLink | undefined> {
  return result === undefined || !isFailure(cell.class) ? undefined : raisedFlaw(place, cell, result);
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
