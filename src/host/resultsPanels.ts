/**
 * The results panels of this window: one for each chain, opened beside the editor, restored with the
 * window, and kept up to date with the runs.
 */
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { RequestResult } from '../core/result';
import { CallFailure } from '../protocol/channel';
import type { Implementation } from '../protocol/channel';
import type { ResultsEditor } from '../protocol/resultsContract';
import { chainPlace, isChainFile, showRequest } from './chainDocument';
import type { ChainRuns, RunChange } from './chainRuns';
import { bodyUri } from './responseBodies';
import { ResultsView, resultAt, webviewOptions } from './resultsPanel';
import { runWithProgress } from './runCommands';
import { isUserError } from './userMessage';

/** Type of the panels, for restoring them. */
export const RESULTS_VIEW = 'chainwright.results';

/** Owner of all results panels; chains are named by the text of their URI. */
export class ResultsPanels implements vscode.Disposable, vscode.WebviewPanelSerializer {
  readonly #views = new Map<string, ResultsView>();
  readonly #watching: vscode.Disposable;

  constructor(
    private readonly extension: vscode.Uri,
    private readonly runs: ChainRuns,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.#watching = vscode.Disposable.from(
      runs.onDidChange((change) => this.#tell(change)),
      vscode.window.registerWebviewPanelSerializer(RESULTS_VIEW, this),
    );
  }

  /** Shows the panel of a chain beside the editor; the focus stays where it is. */
  show(chain: vscode.Uri): void {
    const open = this.#views.get(chain.toString());
    if (open !== undefined) {
      open.reveal();
      return;
    }
    const panel = vscode.window.createWebviewPanel(
      RESULTS_VIEW,
      titleOf(chain),
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      webviewOptions(this.extension),
    );
    this.#adopt(panel, chain);
  }

  /** Takes back a panel that was open when the window closed; one without a chain is closed. */
  deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const chain = chainOfState(state);
    if (chain === undefined || this.#views.has(chain.toString())) {
      panel.dispose();
    } else {
      this.#adopt(panel, chain);
    }
    return Promise.resolve();
  }

  /** Closes every panel. */
  dispose(): void {
    this.#watching.dispose();
    [...this.#views.values()].forEach((view) => view.dispose());
  }

  #adopt(panel: vscode.WebviewPanel, chain: vscode.Uri): void {
    panel.iconPath = vscode.Uri.joinPath(this.extension, 'media', 'icon.png');
    const view = new ResultsView(panel, this.extension, this.#editorFor(chain), this.log);
    this.#views.set(chain.toString(), view);
    view.onDidDispose(() => this.#views.delete(chain.toString()));
  }

  #tell(change: RunChange): void {
    const view = this.#views.get(change.run.place.uri.toString());
    if (change.type === 'started') {
      view?.tell('show', change.run.view);
    } else {
      view?.tell('update', change.update);
    }
  }

  /** What the page of a chain may ask; it names requests of that chain's last run by number. */
  #editorFor(chain: vscode.Uri): Implementation<ResultsEditor> {
    const latest = () => this.runs.latest(chain);
    /** The chain a request of the run stands in: this one, or one that it requires. */
    const chainOf = ({ request }: RequestResult): vscode.Uri =>
      vscode.Uri.file(path.join(latest()?.place.root ?? path.dirname(chain.fsPath), request.chain));
    const start = (uri: vscode.Uri, select: Parameters<typeof runWithProgress>[2]): Promise<void> =>
      startRun({ runs: this.runs, showResults: (shown) => this.show(shown) }, uri, select);
    return {
      ready: () => ({ chain: chain.toString(), view: latest()?.view ?? null }),
      details: (run, index) => resultAt(latest(), run, index),
      runAll: () => start(chain, { kind: 'all' }),
      runWithDependencies: (run, index) => {
        const result = resultAt(latest(), run, index);
        return start(chainOf(result), { kind: 'withDependencies', ids: [result.request.id] });
      },
      cancel: () => this.runs.cancel(chain),
      reveal: async (run, index) => {
        const result = resultAt(latest(), run, index);
        await showRequest(chainOf(result), result.request.id);
      },
      openBody: async (run, index) => {
        const uri = bodyUri(chain, run, index, resultAt(latest(), run, index));
        await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.Beside });
      },
    };
  }
}

/** Starts a run for a page, which shows why it cannot be. */
async function startRun(
  context: Parameters<typeof runWithProgress>[0],
  chain: vscode.Uri,
  select: Parameters<typeof runWithProgress>[2],
): Promise<void> {
  try {
    await runWithProgress(context, chainPlace(chain), select);
  } catch (error) {
    throw isUserError(error) ? new CallFailure(error.message) : error;
  }
}

function titleOf(chain: vscode.Uri): string {
  return vscode.l10n.t('Results: {0}', path.posix.basename(chain.path, '.chain.json'));
}

/** The chain that a page kept the name of; the state is the page's, so it is checked. */
function chainOfState(state: unknown): vscode.Uri | undefined {
  const text =
    typeof state === 'object' && state !== null && 'chain' in state && typeof state.chain === 'string'
      ? state.chain
      : '';
  if (!text.startsWith('file:')) {
    return undefined;
  }
  const chain = vscode.Uri.parse(text);
  return isChainFile(chain) ? chain : undefined;
}
