/**
 * The status bar item of runs: progress during a run, a click cancels it; afterwards the outcome of
 * the run of the chain in view, a click shows its results. Where no chain is in view and nothing runs, it
 * is hidden.
 */
import * as vscode from 'vscode';
import { isChainFile } from '../chainDocument';
import type { ChainRun, ChainRuns } from '../chainRuns';
import { statusOf } from './runStatus';

/** Runs can say something thousands of times a second; nobody reads that. */
const REFRESH_MS = 50;

/** Keeps an item up to date, and disposes it in the end. */
export class RunStatusBar implements vscode.Disposable {
  readonly #going = new Map<string, vscode.Uri>();
  readonly #watching: vscode.Disposable;
  #planned: NodeJS.Timeout | undefined;

  constructor(
    private readonly runs: ChainRuns,
    private readonly item: vscode.StatusBarItem = createItem(),
  ) {
    this.#watching = vscode.Disposable.from(
      runs.onDidChange(({ run }) => this.#follow(run)),
      vscode.window.onDidChangeActiveTextEditor(() => this.#plan()),
      vscode.window.onDidChangeVisibleTextEditors(() => this.#plan()),
    );
  }

  dispose(): void {
    clearTimeout(this.#planned);
    this.#watching.dispose();
    this.item.dispose();
  }

  #follow({ place, view }: ChainRun): void {
    const name = place.uri.toString();
    if (view.outcome === 'running') {
      this.#going.set(name, place.uri);
    } else {
      this.#going.delete(name);
    }
    this.#plan();
  }

  #plan(): void {
    this.#planned ??= setTimeout(() => {
      this.#planned = undefined;
      this.#show();
    }, REFRESH_MS);
  }

  #show(): void {
    const run = this.#runToShow();
    if (run === undefined) {
      this.item.hide();
      return;
    }
    const { text, tooltip, spoken, action } = statusOf(run.view);
    this.item.text = text;
    this.item.tooltip = tooltip;
    this.item.accessibilityInformation = { label: spoken, role: 'button' };
    this.item.command = {
      title: tooltip,
      command: action === 'cancel' ? 'chainwright.cancelRun' : 'chainwright.showLastResult',
      arguments: [run.place.uri],
    };
    this.item.show();
  }

  /** The run that began last of those that go on, else the last one of a chain in view, the active first. */
  #runToShow(): ChainRun | undefined {
    const { activeTextEditor, visibleTextEditors } = vscode.window;
    const inView = [activeTextEditor, ...visibleTextEditors]
      .flatMap((editor) => (editor === undefined ? [] : [editor.document.uri]))
      .filter(isChainFile);
    return [...[...this.#going.values()].reverse(), ...inView]
      .map((chain) => this.runs.latest(chain))
      .find((run) => run !== undefined);
  }
}

function createItem(): vscode.StatusBarItem {
  const item = vscode.window.createStatusBarItem('chainwright.run', vscode.StatusBarAlignment.Left, 0);
  item.name = vscode.l10n.t('Chainwright: Run');
  return item;
}
