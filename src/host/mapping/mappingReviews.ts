/**
 * The reviews of this window: one for each chain that is being mapped. A review reads results and the text as the
 * editor shows it, and edits that text; it sends nothing, so it works in Restricted Mode as well.
 */
import * as vscode from 'vscode';
import { defined } from '../../core/defined';
import type { Implementation } from '../../protocol/channel';
import { mappingContract, type MappingEditor, type MappingPage } from '../../protocol/mappingContract';
import { fileTitle, isChainFile, showRequest } from '../chainDocument';
import { remedyCallsFor } from '../userMessage';
import { definePanel, fileNames, type BehindPanel, type Panel, type Panels } from '../panels';
import type { ChainAnalyses, ChainFiles, LastResults, RunHelp } from '../services';
import { ChainMapping } from './chainMapping';
import { chainUsers } from './chainUsers';
import { chooseRecording } from './chooseRecording';
import { lastRun, lastSession } from './lastSession';
import { MAPPING_VIEW } from './mappingView';
import { RejectedMappings } from './rejectedMappings';
import { ChainRepair } from './repair/chainRepair';
import { RepairDocuments } from './repair/repairDocuments';
import type { RepairSources } from './repair/repairRun';

/** What the reviews work with. */
export interface MappingPorts extends RepairSources {
  /** Folder of the extension. */
  readonly extension: vscode.Uri;
  readonly files: Pick<ChainFiles, 'list' | 'text'>;
  readonly analyses: ChainAnalyses;
  readonly last: Pick<LastResults, 'onDidChange'>;
  /** What is kept with the workspace. */
  readonly state: vscode.Memento;
  /** Runs a whole chain; rejects with a UserError when it cannot be run. */
  readonly runAll: (chain: vscode.Uri) => Promise<void>;
  /** Shows what the last run of a chain left, or that it was never run. */
  readonly showLastResult: (chain: vscode.Uri) => Promise<void>;
  readonly help: RunHelp;
  readonly log: vscode.LogOutputChannel;
}

/** A mapping under review. */
interface Review extends BehindPanel<MappingEditor> {
  readonly mapping: ChainMapping;
  /** Whether it waits for the first result of its chain. */
  awaitsResult: boolean;
}

/** Owner of all reviews. */
export class MappingReviews implements vscode.Disposable {
  readonly #panels: Panels<MappingEditor, MappingPage, vscode.Uri, Review>;
  readonly #rejected: RejectedMappings;
  readonly #repairs = new Map<string, ChainRepair>();
  readonly #documents = new RepairDocuments();
  readonly #watching: vscode.Disposable;

  constructor(private readonly ports: MappingPorts) {
    this.#rejected = new RejectedMappings(ports.state);
    const { extension, log } = ports;
    this.#panels = definePanel({
      contract: mappingContract,
      page: 'mapping',
      viewType: MAPPING_VIEW,
      title: (chain) => vscode.l10n.t('Auto Map: {0}', fileTitle(chain)),
      column: { viewColumn: vscode.ViewColumn.Beside },
      names: fileNames(isChainFile),
      behind: (chain, panel) => this.#reviewOf(chain, panel),
      extension,
      log,
    });
    this.#watching = vscode.Disposable.from(
      ports.analyses.onDidChange((chains) => this.#panels.refresh(chains)),
      ports.last.onDidChange((chains) => this.#takeResult(chains)),
      vscode.workspace.onDidGrantWorkspaceTrust(() =>
        this.#panels.refresh(this.#panels.open.map(({ subject }) => subject)),
      ),
    );
  }

  /** Maps a chain by its last responses, and shows the result next to the editor. */
  show(chain: vscode.Uri): void {
    this.#panels.of(chain)?.behind.mapping.again();
    this.#panels.refresh([chain]);
    this.#panels.show(chain);
  }

  /** Runs and repairs a chain, and shows the outcome in its review. Rejects with a UserError where nothing may be sent. */
  async repair(chain: vscode.Uri): Promise<void> {
    if (await this.#repairOf(chain).run()) {
      this.#panels.show(chain);
    }
  }

  /** Whether the person sees a review that a run of the chain tells something. */
  awaitsResult(chain: vscode.Uri): boolean {
    const review = this.#panels.of(chain)?.behind;
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
    vscode.Disposable.from(this.#watching, this.#documents, ...this.#repairs.values()).dispose();
    this.#panels.dispose();
  }

  #repairOf(chain: vscode.Uri): ChainRepair {
    const name = chain.toString();
    const known = this.#repairs.get(name);
    const repair =
      known ??
      new ChainRepair(chain, {
        ...this.ports,
        documents: this.#documents,
        show: () => this.#panels.show(chain),
        changed: () => this.#panels.refresh([chain]),
      });
    this.#repairs.set(name, repair);
    return repair;
  }

  #reviewOf(chain: vscode.Uri, panel: Panel<MappingPage>): Review {
    const mapping = new ChainMapping(chain, {
      lastSession: () => lastSession(chain, this.ports),
      lastRun: () => lastRun(chain, this.ports),
      analyses: this.ports.analyses,
      rejected: this.#rejected,
      users: () => chainUsers(chain, this.ports),
    });
    const view = async () => {
      const now = await mapping.view();
      review.awaitsResult = now.kind === 'no-result';
      return { ...now, ...defined({ repair: await this.#repairOf(chain).view() }) };
    };
    const review: Review = {
      mapping,
      awaitsResult: false,
      editor: {
        ready: async () => ({ subject: chain.toString(), view: await view() }),
        ...this.#actionsOn(mapping),
      },
      refresh: async () => panel.notify('show', await view()),
      dispose: () => mapping.dispose(),
    };
    return review;
  }

  /** The result that a review waited for, or that judges what was applied; others leave alone what is decided. */
  #takeResult(chains: readonly vscode.Uri[]): void {
    const waiting = chains.filter((chain) => this.#panels.of(chain)?.behind.awaitsResult === true);
    for (const chain of waiting) {
      this.#panels.of(chain)?.behind.mapping.again();
    }
    const tried = chains.filter((chain) => this.#panels.of(chain)?.behind.mapping.isTried === true);
    this.#panels.refresh([...new Set([...waiting, ...tried])]);
  }

  /** Holds a mapping against a recording; one that cannot be read is left again, and the page says why. */
  async #verify(mapping: ChainMapping, recording: vscode.Uri): Promise<void> {
    mapping.verifyBy(recording);
    try {
      await mapping.view();
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
    const repair = this.#repairOf(chain);
    return {
      repair: () => this.repair(chain),
      cancelRepair: () => repair.cancel(),
      applyRepair: () => repair.apply().finally(refresh),
      compareRepair: () => repair.compare(),
      discardRepair: () => repair.discard(),
      apply: (picks) => mapping.apply(picks).finally(refresh),
      applyGuesses: (variables) => mapping.applyGuesses(variables).finally(refresh),
      takeInstead: (pick) => mapping.takeInstead(pick).finally(refresh),
      applyCopy: (key) => mapping.applyCopy(key).finally(refresh),
      applyColumn: (key) => mapping.applyColumn(key).finally(refresh),
      applyLoop: (key) => mapping.applyLoop(key).finally(refresh),
      reject: (keys) => this.#rejected.add(chain, keys).finally(refresh),
      restore: (keys) => this.#rejected.remove(chain, keys).finally(refresh),
      reveal: (request) => showRequest(chain, request),
      runAll: () => this.ports.runAll(chain),
      ...remedyCallsFor(chain, this.ports.help),
      showResults: () => this.ports.showLastResult(chain),
      again: () => {
        mapping.again();
        refresh();
      },
      verify: async () => {
        const recording = await chooseRecording(chain, {
          openLabel: vscode.l10n.t('Verify by This Recording'),
          title: vscode.l10n.t('A second recording of the same requests, with other users and inputs'),
        });
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
