/**
 * The results panels of this window: one for each chain and for each result from disk, opened next to the
 * editor, restored with the window, and kept up to date with the runs.
 */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { defined } from '../core/defined';
import type { RunSelection } from '../core/run/plan';
import type { RecordedBody, RequestResult } from '../core/result/result';
import { withExample } from '../core/result/savedExamples';
import { CallFailure, type Implementation } from '../protocol/channel';
import { resultsContract, type ResultsEditor, type ResultsPanel } from '../protocol/resultsContract';
import { chainPlace, fileTitle, isChainFile, showRequest } from './chainDocument';
import type { RunChange } from './chainRuns';
import { definePanel, fileNames, type BehindPanel, type Panels } from './panels';
import { bodyUri } from './responseBodies';
import { ExtractionOffers } from './results/extractionOffers';
import type { ResultHistory } from './results/resultHistory';
import { timeText } from './results/resultsTree';
import { requestChain, showWritten } from './results/requestChain';
import { setMissingSecret } from './results/setMissingSecret';
import { chainOf, isSubject, type ShownRuns } from './results/shownRuns';
import { showExecutionLog } from './running/executionLogDocument';
import { failedRequests, type FailedPart } from './running/failedRequests';
import { triggerOf, type ResultsDisplay, type RunService } from './running/runService';
import type { ChainAnalyses, LastResults, Outgoing, RunHelp } from './services';
import { requireTrust } from './trust';
import { remedyCallsFor } from './userMessage';

/** Type of the panels, for restoring them. */
const RESULTS_VIEW = 'chainwright.results';

/** What the panels work with. */
export interface ResultsPanelPorts {
  readonly service: RunService;
  readonly shown: ShownRuns;
  readonly last: Pick<LastResults, 'of'>;
  readonly analyses: ChainAnalyses;
  readonly history: ResultHistory;
  readonly outgoing: Outgoing;
  readonly help: RunHelp;
  /** Whether the sample is open. */
  readonly isSample: () => boolean;
  /** Runs and repairs a chain, and shows the outcome in its review. */
  readonly repairChain: (chain: vscode.Uri) => Promise<void>;
  /** Whether the person watches a chain in another view. */
  readonly isWatched: (chain: vscode.Uri) => boolean;
  readonly log: vscode.LogOutputChannel;
}

type RunCall = 'runAll' | 'rerunFailed' | 'runRequest' | 'runWithDependencies' | 'runFromHere' | 'cancel';

/** Owner of all results panels; what each shows is named by the text of its URI. */
export class ResultsPanels implements ResultsDisplay, vscode.Disposable, vscode.WebviewPanelSerializer {
  readonly #panels: Panels<ResultsEditor, ResultsPanel, vscode.Uri, BehindPanel<ResultsEditor>>;
  readonly #watching: vscode.Disposable;

  constructor(
    extension: vscode.Uri,
    private readonly ports: ResultsPanelPorts,
  ) {
    this.#panels = definePanel({
      contract: resultsContract,
      page: 'results',
      viewType: RESULTS_VIEW,
      title: (subject) => this.#titleOf(subject),
      names: fileNames(isSubject),
      behind: (subject) => ({
        editor: this.#editorFor(subject),
        dispose: () => ports.shown.close(subject),
      }),
      extension,
      log: ports.log,
    });
    this.#watching = vscode.Disposable.from(
      ports.service.runs.onDidChange((change) => this.#notify(change)),
      vscode.window.registerWebviewPanelSerializer(RESULTS_VIEW, this),
    );
  }

  /** Shows a chain's last run, or an opened result, next to the editor; the focus stays where it is. */
  show(subject: vscode.Uri): void {
    this.#panels.show(subject);
  }

  showRun(chain: vscode.Uri): void {
    if (!this.ports.isWatched(chain)) {
      this.show(chain);
    }
  }

  /**
   * Runs a whole chain for a page.
   *
   * @throws UserError when the workspace is not trusted, or the chain cannot be run
   */
  runAll(chain: vscode.Uri): Promise<void> {
    return this.#start(chain, () => Promise.resolve({ select: { kind: 'all' } }));
  }

  isInView(chain: vscode.Uri): boolean {
    return this.ports.isWatched(chain) || this.#panels.isInView(chain);
  }

  /** Takes back a panel that was open when the window closed; one whose subject is gone is closed. */
  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const subject = this.#panels.subjectIn(state);
    if (subject === undefined || (await this.#reopened(subject))) {
      this.#panels.restore(panel, state);
    } else {
      panel.dispose();
    }
  }

  /** Closes every panel. */
  dispose(): void {
    this.#watching.dispose();
    this.#panels.dispose();
  }

  /** Reads a result from disk again; a chain's last run did not outlive the window. */
  async #reopened(subject: vscode.Uri): Promise<boolean> {
    try {
      if (!isChainFile(subject)) {
        await this.ports.shown.open(subject);
      }
      return true;
    } catch (error) {
      this.ports.log.warn(error instanceof Error ? error.message : String(error));
      return false;
    }
  }

  #notify(change: RunChange): void {
    const panel = this.#panels.of(change.run.place.uri)?.panel;
    if (change.type === 'started') {
      panel?.notify('show', change.run.view);
    } else {
      panel?.notify('update', change.update);
    }
  }

  #titleOf(subject: vscode.Uri): string {
    const name = fileTitle(chainOf(subject));
    const run = isChainFile(subject) ? undefined : this.ports.shown.runOf(subject);
    return run === undefined
      ? vscode.l10n.t('Results: {0}', name)
      : vscode.l10n.t('Results: {0}, {1}', name, timeText(run.view));
  }

  /** What a page may ask; it names requests of the run it shows by number. */
  #editorFor(subject: vscode.Uri): Implementation<ResultsEditor> {
    const { shown, outgoing } = this.ports;
    const chain = chainOf(subject);
    const latest = () => shown.runOf(subject);
    const root = (): string => latest()?.place.root ?? path.dirname(chain.fsPath);
    /** The chain that contains a request of the run: this one, one that it requires, or one that is a step of it. */
    const chainOfRequest = (result: RequestResult): vscode.Uri => requestChain(root(), result);
    const wholeBody = (body: RecordedBody) => shown.wholeBody(subject, body);
    const raised = async (run: number, index: number) =>
      (await import('./sharing/issues/raisedIssues')).raisedIssue(chain, resultAt(latest(), run, index));
    const offers = new ExtractionOffers({ ...this.ports, wholeBody });
    return {
      ...this.#runCalls(chain, (run, index) => {
        const result = resultAt(latest(), run, index);
        const { row } = result;
        return { uri: chainOfRequest(result), id: result.request.id, ...defined({ row: row?.number }) };
      }),
      ready: () => ({
        subject: subject.toString(),
        view: latest()?.view ?? null,
        isSample: this.ports.isSample(),
      }),
      details: (run, index) => resultAt(latest(), run, index),
      causes: async (run, index) => {
        resultAt(latest(), run, index);
        return (await import('../core/run/causePath')).causePath(latest()?.results ?? new Map(), index);
      },
      past: async (run, index) => {
        const result = resultAt(latest(), run, index);
        return (await import('./results/readPast')).readPast(this.ports.history, chain, {
          result,
          wholeBody,
        });
      },
      ...remedyCallsFor(chain, this.ports.help),
      repair: () => this.ports.repairChain(chain),
      openRequest: (run, index, example) =>
        showWritten(root(), withExample(resultAt(latest(), run, index), example)),
      openBody: async (run, index, example) => {
        const uri = bodyUri({ subject, run, index, example }, resultAt(latest(), run, index));
        await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.Beside });
      },
      bodyTree: async (run, index, wanted, example) => {
        const body = withExample(resultAt(latest(), run, index), example).exchange?.response?.body;
        return (await import('./results/lookedAtBodies')).longTree({ body, wholeBody }, wanted);
      },
      offerExtraction: (run, index, part, example) => {
        const result = withExample(resultAt(latest(), run, index), example);
        return offers.offer({ chain: chainOfRequest(result), result }, part);
      },
      extract: async (offer, choice) => {
        const { chain: changed, requestId } = await offers.accept(offer, choice);
        await showRequest(changed, requestId);
      },
      setSecret: async (run, index, reason, example) => {
        const result = withExample(resultAt(latest(), run, index), example);
        await setMissingSecret(this.ports.help, chainOfRequest(result), result, reason);
      },
      openLog: () => showExecutionLog(subject, vscode.ViewColumn.Active),
      raiseIssue: async (run, index) => {
        resultAt(latest(), run, index);
        return (await outgoing.raiseIssue({ uri: subject, index })) ?? null;
      },
      issue: async (run, index) => (await raised(run, index))?.name ?? null,
      openIssue: async (run, index) => {
        const issue = await raised(run, index);
        // VS Code keeps a text unchanged; a Uri would encode the URL again.
        await vscode.env.openExternal((issue?.url ?? '') as unknown as vscode.Uri);
      },
      share: () => outgoing.share(subject),
      notify: () => void outgoing.notify(subject),
    };
  }

  /** What a page may ask about running; `find` leads to the request that it names. */
  #runCalls(
    chain: vscode.Uri,
    find: (run: number, index: number) => FoundRequest,
  ): Pick<Implementation<ResultsEditor>, RunCall> {
    const startAt = (run: number, index: number, select: (id: string) => RunSelection) => {
      const { uri, id, row } = find(run, index);
      const rows = row === undefined ? undefined : String(row);
      return this.#start(uri, () => Promise.resolve({ select: select(id), ...defined({ rows }) }));
    };
    return {
      runAll: () => this.runAll(chain),
      rerunFailed: () =>
        this.#start(chain, () =>
          failedRequests(chain, this.ports.last, this.ports.service.runs.latest(chain)?.view),
        ),
      runRequest: (run, index) => startAt(run, index, (id) => ({ kind: 'only', id })),
      runWithDependencies: (run, index) =>
        startAt(run, index, (id) => ({ kind: 'withDependencies', ids: [id] })),
      runFromHere: (run, index) => startAt(run, index, (id) => ({ kind: 'from', id })),
      cancel: () => this.ports.service.runs.cancel(chain),
    };
  }

  /** Starts a run for a page. */
  async #start(chain: vscode.Uri, choose: () => Promise<FailedPart>): Promise<void> {
    requireTrust();
    const place = chainPlace(chain);
    const part = await choose();
    const trigger = part.rows === undefined ? triggerOf(part.select) : 'part';
    await this.ports.service.startShown({ place, ...part, trigger }, this);
  }
}

/** A request of a run, where its chain is now, and the number of its row of data. */
interface FoundRequest {
  readonly uri: vscode.Uri;
  readonly id: string;
  readonly row?: number;
}

/** The result a page asks for. Fails when the run has been replaced by another one since. */
function resultAt(
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
