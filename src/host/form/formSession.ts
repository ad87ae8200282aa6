/**
 * One form: a panel, the document that it shows, and the request in view. Everything else is computed from
 * the text, its surroundings and the runs, and sent to the page once for a burst of changes.
 */
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { ChainAnalysis } from '../../core/analysis/analysis';
import type { Implementation } from '../../protocol/channel';
import type { FormEditor, FormPage } from '../../protocol/formContract';
import type { FormChange, FormTarget } from '../../protocol/formEdit';
import type { FormView } from '../../protocol/formView';
import type { RunChange } from '../chainRuns';
import type { BehindPanel, Panel } from '../panels';
import { sayOrTranslate } from '../say';
import { formCalls } from './formCalls';
import { fixTitles } from './formFixes';
import type { FormPorts } from './formPorts';
import { FormResults } from './formResults';
import { FormText } from './formText';
import { brokenForm, chainForm, followTarget, rowsByRequest } from '../../protocol/chainForm';
import { syntaxProblem } from '../../core/form/partProblems';

/** How long saving waits for a page to hand over what was typed: VS Code itself waits not much longer. */
const DRAFTS_MS = 1000;

/** A form and the conversation with its page. */
export class FormSession implements BehindPanel<FormEditor> {
  readonly #text: FormText;
  readonly #results: FormResults;
  readonly #watching: vscode.Disposable;
  /** Absent until the text was read for the first time. */
  #chosen: FormTarget | undefined;
  /** What was shown when the text could be read last. */
  #whole: FormView | undefined;
  /** What the page was sent last, as text. */
  #sent = '';
  #work: Promise<void> | undefined;
  #isStale = false;

  /** What the page may ask. */
  readonly editor: Implementation<FormEditor>;

  constructor(
    readonly document: vscode.TextDocument,
    private readonly panel: Panel<FormPage>,
    private readonly ports: FormPorts,
  ) {
    this.#text = new FormText(document, ports.analyses);
    this.#results = new FormResults(document.uri, ports);
    this.editor = formCalls(ports, {
      text: this.#text,
      results: this.#results,
      isInView: () => panel.isVisible,
      ready: () => this.#ready(),
      choose: (target) => this.#choose(target),
      chosen: () => this.#chosen ?? null,
      showAgain: () => this.#showAgain(),
    });
    this.#watching = this.#watch();
  }

  /**
   * What was typed in the page and did not reach the text; nothing when it does not answer in time: then it goes to
   * the text when it comes, because the page counts it as handed over.
   */
  async drafts(): Promise<readonly FormChange[]> {
    await this.#text.inTurn(() => Promise.resolve());
    if (!this.panel.isVisible) {
      return [];
    }
    const answer = this.panel.page.drafts().catch((error: unknown) => {
      this.ports.log.debug(String(error));
      return [];
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<readonly FormChange[]>((resolve) => {
      timer = setTimeout(() => {
        resolve([]);
        void answer.then((changes) => this.#takeLate(changes));
      }, DRAFTS_MS);
    });
    try {
      return await Promise.race([answer, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  dispose(): void {
    this.#watching.dispose();
  }

  async #takeLate(changes: readonly FormChange[]): Promise<void> {
    try {
      for (const change of changes) {
        await this.#text.inTurn(() => this.#text.change(change));
      }
    } catch (error) {
      this.ports.log.warn(String(error));
    }
  }

  #watch(): vscode.Disposable {
    const { analyses, environments, last, service } = this.ports;
    const own = this.document.uri.toString();
    const whenOwn = (chains: readonly vscode.Uri[]): void => {
      if (chains.some((chain) => chain.toString() === own)) {
        this.#refresh();
      }
    };
    return vscode.Disposable.from(
      analyses.onDidChange(whenOwn),
      last.onDidChange(whenOwn),
      // A secret that has its value now changes no view, but what is previewed with it.
      environments.onDidChange(() => this.#showAgain()),
      service.runs.onDidChange((change) => this.#follow(change)),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#refresh()),
    );
  }

  async #ready(): Promise<FormView> {
    const view = await this.#view();
    this.#sent = JSON.stringify(view);
    return view;
  }

  #choose(target: FormTarget): void {
    this.#chosen = target;
    this.#refresh();
  }

  #showAgain(): void {
    this.#sent = '';
    this.#refresh();
  }

  /** Shows the page what has changed; while that is worked out further changes are only noted. */
  #refresh(): void {
    this.#isStale = true;
    this.#work ??= this.#show().finally(() => {
      this.#work = undefined;
    });
  }

  async #show(): Promise<void> {
    while (this.#isStale && this.panel.isVisible) {
      this.#isStale = false;
      try {
        const view = await this.#view();
        const text = JSON.stringify(view);
        if (text !== this.#sent) {
          this.#sent = text;
          this.panel.notify('show', view);
        }
      } catch (error) {
        // A file that is gone is left as it was last seen.
        this.ports.log.debug(String(error));
      }
    }
  }

  async #view(): Promise<FormView> {
    const { analysis, revision } = await this.#text.analysed();
    const file = path.posix.basename(this.document.uri.path);
    const about = {
      revision,
      file,
      trusted: vscode.workspace.isTrusted,
      isSample: this.ports.isSample(),
    };
    const problem = syntaxProblem(analysis.source);
    if (problem !== undefined) {
      return brokenForm(problem, about, this.#whole);
    }
    this.#chosen = followTarget(
      analysis.source,
      this.#chosen === undefined ? { index: 0, id: '' } : this.#chosen,
    );
    this.#whole = await this.#wholeView(analysis, about);
    return this.#whole;
  }

  async #wholeView(
    analysis: ChainAnalysis,
    about: Pick<FormView, 'revision' | 'file' | 'trusted' | 'isSample'>,
  ): Promise<FormView> {
    const { uri } = this.document;
    const { environments, last, service } = this.ports;
    const [fixes, available, environment] = await Promise.all([
      fixTitles(this.ports, uri, analysis),
      environments.available(uri),
      environments.nameFor(uri),
    ]);
    const chosen = this.#chosen ?? undefined;
    const result = chosen === undefined ? undefined : last.answered(uri, chosen.id);
    const run = service.runs.latest(uri)?.view;
    return chainForm(analysis, {
      ...about,
      environments: available.map(({ name }) => name),
      environment,
      chosen: chosen?.index,
      exchange: result === undefined ? undefined : this.#results.give(result),
      running: run?.outcome === 'running' ? run : undefined,
      of: (id) => last.of(uri, id),
      values: last.values(uri),
      say: sayOrTranslate,
      fixes,
    });
  }

  #follow(change: RunChange): void {
    if (change.run.place.uri.toString() !== this.document.uri.toString()) {
      return;
    }
    if (change.type === 'started' || change.update.type === 'run-finished') {
      this.#refresh();
    } else {
      // A deleted file has no rows to report.
      this.#sendProgress(change.run, change.update.index).catch((error: unknown) =>
        this.ports.log.debug(String(error)),
      );
    }
  }

  async #sendProgress({ view }: RunChange['run'], index: number): Promise<void> {
    const { analysis } = await this.#text.analysed();
    const row = view.requests[index];
    const place = row === undefined ? undefined : rowsByRequest(analysis.source)(row.planned.request);
    if (row !== undefined && place !== undefined) {
      this.panel.notify('progress', place, row.progress);
    }
  }
}
