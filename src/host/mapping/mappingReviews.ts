/**
 * The reviews of this window: one for each chain that is being mapped. A review reads results and the text as the
 * editor shows it, and edits that text; it sends nothing, so it works in Restricted Mode as well.
 */
import * as vscode from 'vscode';
import type { Implementation } from '../../protocol/channel';
import {
  mappingEditorGuards,
  mappingPageGuards,
  type MappingEditor,
  type MappingPage,
} from '../../protocol/mappingContract';
import { showRequest } from '../chainDocument';
import { PanelsByChain, type ChainPanelKind, type ChainSubject } from '../panelsByChain';
import { inPage } from '../inPage';
import type { ChainAnalyses, LastResults } from '../services';
import { ChainMapping } from './chainMapping';
import { chooseRecording } from './chooseRecording';
import { lastRun, lastSession, type SessionSources } from './lastSession';
import { MAPPING_VIEW } from './mappingView';
import { RejectedMappings } from './rejectedMappings';

/** What the reviews work with. */
export interface MappingPorts extends SessionSources {
  /** Folder of the extension. */
  readonly extension: vscode.Uri;
  readonly analyses: ChainAnalyses;
  readonly last: Pick<LastResults, 'onDidChange'>;
  /** What is kept with the workspace. */
  readonly state: vscode.Memento;
  readonly log: vscode.LogOutputChannel;
}

const MAPPING_PANEL: ChainPanelKind<MappingEditor, MappingPage> = {
  bundle: 'mapping',
  viewType: MAPPING_VIEW,
  titleOf: (chain) => vscode.l10n.t('Auto Map: {0}', chain),
  preserveFocus: false,
  editor: mappingEditorGuards,
  panel: mappingPageGuards,
};

/** A mapping under review. */
interface Review extends ChainSubject<MappingEditor, MappingPage> {
  readonly mapping: ChainMapping;
  /** Whether it waits for the first result of its chain. */
  awaitsResult: boolean;
}

/** Owner of all reviews. */
export class MappingReviews implements vscode.Disposable {
  readonly #panels: PanelsByChain<MappingEditor, MappingPage, Review>;
  readonly #rejected: RejectedMappings;
  readonly #watching: vscode.Disposable;

  constructor(private readonly ports: MappingPorts) {
    this.#rejected = new RejectedMappings(ports.state);
    this.#panels = new PanelsByChain(MAPPING_PANEL, ports, (chain) => this.#reviewOf(chain));
    this.#watching = vscode.Disposable.from(
      ports.analyses.onDidChange((chains) => this.#panels.refresh(chains)),
      ports.last.onDidChange((chains) => this.#takeResult(chains)),
      vscode.workspace.onDidGrantWorkspaceTrust(() =>
        this.#panels.refresh(this.#panels.subjects.map(({ chain }) => chain)),
      ),
    );
  }

  /** Maps a chain by its last responses, and shows the result next to the editor. */
  show(chain: vscode.Uri): void {
    const shown = this.#panels.of(chain);
    if (shown === undefined) {
      this.#panels.open(chain);
      return;
    }
    shown.subject.mapping.again();
    this.#panels.refresh([chain]);
    shown.panel.reveal();
  }

  /** Whether the person sees a review that a run of the chain tells something. */
  awaitsResult(chain: vscode.Uri): boolean {
    const review = this.#panels.of(chain)?.subject;
    return (
      this.#panels.isInView(chain) && (review?.awaitsResult === true || review?.mapping.isTried === true)
    );
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

  #reviewOf(chain: vscode.Uri): Review {
    const mapping = new ChainMapping(chain, {
      lastSession: () => lastSession(chain, this.ports),
      lastRun: () => lastRun(chain, this.ports),
      analyses: this.ports.analyses,
      rejected: this.#rejected,
    });
    const view = async () => {
      const now = await mapping.view();
      review.awaitsResult = now.kind === 'no-result';
      return now;
    };
    const review: Review = {
      chain,
      mapping,
      awaitsResult: false,
      editor: {
        ready: () => inPage(async () => ({ subject: chain.toString(), view: await view() })),
        ...this.#actionsOn(mapping),
      },
      tell: async (panel) => panel.tell('show', await view()),
      dispose: () => mapping.dispose(),
    };
    return review;
  }

  /** The result that a review waited for, or that judges what was applied; others leave alone what is decided. */
  #takeResult(chains: readonly vscode.Uri[]): void {
    const waiting = chains.filter((chain) => this.#panels.of(chain)?.subject.awaitsResult === true);
    for (const chain of waiting) {
      this.#panels.of(chain)?.subject.mapping.again();
    }
    const tried = chains.filter((chain) => this.#panels.of(chain)?.subject.mapping.isTried === true);
    this.#panels.refresh([...new Set([...waiting, ...tried])]);
  }

  /** Holds a mapping against a recording; one that cannot be read is left again, and the page says why. */
  async #verify(mapping: ChainMapping, recording: vscode.Uri): Promise<void> {
    mapping.verifyBy(recording);
    try {
      await inPage(() => mapping.view());
    } catch (error) {
      mapping.verifyBy(undefined);
      throw error;
    } finally {
      this.#panels.refresh([mapping.chain]);
    }
  }

  /** What a page may do; it names proposals by their keys. */
  #actionsOn(mapping: ChainMapping): Omit<Implementation<MappingEditor>, 'ready'> {
    const { chain } = mapping;
    const refresh = (): void => this.#panels.refresh([chain]);
    return {
      apply: (picks) => inPage(() => mapping.apply(picks)).finally(refresh),
      applyGuesses: (variables) => inPage(() => mapping.applyGuesses(variables)).finally(refresh),
      takeInstead: (pick) => inPage(() => mapping.takeInstead(pick)).finally(refresh),
      applyCopy: (key) => inPage(() => mapping.applyCopy(key)).finally(refresh),
      reject: (keys) => this.#rejected.add(chain, keys).finally(refresh),
      restore: (keys) => this.#rejected.remove(chain, keys).finally(refresh),
      reveal: (request) => showRequest(chain, request),
      runAll: async () => {
        await vscode.commands.executeCommand('chainwright.runAll', chain);
      },
      again: () => {
        mapping.again();
        refresh();
      },
      verify: async () => {
        const recording = await chooseRecording(chain);
        if (recording !== undefined) {
          await this.#verify(mapping, recording);
        }
      },
      unverify: () => {
        mapping.verifyBy(undefined);
        refresh();
      },
    };
  }
}
