/**
 * The last repair of one chain. It proposes and changes nothing by itself: what it found is applied in one step when the
 * person says so, as long as the chain is still the text that was repaired.
 */
import * as vscode from 'vscode';
import { editBetween } from '../../../core/edit/textEdit';
import { UserError } from '../../../core/errors';
import { outlineChain } from '../../../core/files/outline';
import type { NameOf } from '../../../core/mapping/repair/explainRepair';
import { CallFailure } from '../../../protocol/channel';
import type { DoneRepair, RepairView } from '../../../protocol/repairContract';
import { fileTitle } from '../../chainDocument';
import { line } from '../../../protocol/shownLine';
import { sayOrTranslate } from '../../say';
import { toWorkspaceEdit, tryEdit } from '../../textEdits';
import { showIfHidden } from '../showIfHidden';
import type { RepairDocuments } from './repairDocuments';
import type { FoundRepair, RepairSources } from './repairRun';

/** What a repair of one chain works with. */
export interface RepairPorts extends RepairSources {
  readonly documents: Pick<RepairDocuments, 'compare'>;
  /** Brings the review of the chain into view. */
  readonly show: () => void;
  /** The state of the repair has changed. */
  readonly changed: () => void;
}

type State =
  | { readonly kind: 'none' }
  | { readonly kind: 'asking' }
  | (Extract<RepairView, { kind: 'running' }> & { readonly stopping: AbortController })
  | { readonly kind: 'done'; readonly found: FoundRepair };

/** Owner of the last repair of a chain. */
export class ChainRepair implements vscode.Disposable {
  #state: State = { kind: 'none' };

  constructor(
    private readonly chain: vscode.Uri,
    private readonly ports: RepairPorts,
  ) {}

  /** What the review shows of it; absent when there is none. */
  async view(): Promise<RepairView | undefined> {
    const state = this.#state;
    if (state.kind === 'running') {
      return { kind: 'running', ...(state.trial === undefined ? {} : { trial: state.trial }) };
    }
    return state.kind === 'done' ? this.#viewOf(state.found) : undefined;
  }

  /**
   * Asks, runs and repairs; gives whether there is an outcome, which there is not when the person does not want it or
   * stops it. Rejects with a UserError where nothing may be sent, and when a repair is under way.
   */
  async run(): Promise<boolean> {
    if (this.#state.kind === 'asking' || this.#state.kind === 'running') {
      throw new UserError(
        vscode.l10n.t('This chain is being repaired already.'),
        vscode.l10n.t('Wait until that is over, or cancel it.'),
      );
    }
    const before = this.#state;
    this.#state = { kind: 'asking' };
    let found: FoundRepair | undefined;
    try {
      found = await this.#carryOut();
      return found !== undefined;
    } finally {
      // Without a new outcome the last one stays.
      this.#become(found === undefined ? before : { kind: 'done', found });
    }
  }

  /** Ends the repair that is under way, if any. */
  cancel(): void {
    if (this.#state.kind === 'running') {
      this.#state.stopping.abort();
    }
  }

  /** Changes the chain as proposed, in one step that can be undone. Rejects with a CallFailure when it has changed. */
  async apply(): Promise<void> {
    const { before, report } = this.#found();
    const document = await this.#document();
    const isSame = document.getText() === before;
    const edits = editBetween(before, report.text);
    if (!isSame || !(await tryEdit(toWorkspaceEdit(document, edits)))) {
      throw new CallFailure(
        vscode.l10n.t(
          'The chain has changed since it was repaired, so nothing was applied. Run and repair it again.',
        ),
      );
    }
    await showIfHidden(document);
  }

  /** Compares the chain with what is proposed. */
  compare(): Promise<void> {
    return this.ports.documents.compare(this.chain, this.#found().report.text);
  }

  /** Forgets what was found. */
  discard(): void {
    if (this.#state.kind === 'done') {
      this.#become({ kind: 'none' });
    }
  }

  dispose(): void {
    this.cancel();
  }

  async #carryOut(): Promise<FoundRepair | undefined> {
    const { runRepair, withRepairProgress, MAX_TRIALS } = await import('./repairRun');
    const stopping = new AbortController();
    let report: (message: string) => void = () => undefined;
    let ended: () => void = () => undefined;
    const nameOf = namesIn(await this.#text());
    const onBegin = (): void => {
      this.#become({ kind: 'running', stopping });
      this.ports.show();
      const over = new Promise<void>((resolve) => (ended = resolve));
      void withRepairProgress(this.chain, stopping, (tell) => {
        report = tell;
        return over;
      });
    };
    const onTrial = (number: number, text: string): void => {
      const words = line(text);
      this.#become({ kind: 'running', stopping, trial: { number, words } });
      report(vscode.l10n.t('Trial {0} of {1}: {2}', number, MAX_TRIALS, words));
    };
    try {
      return await runRepair(this.chain, this.ports, { signal: stopping.signal, onBegin, onTrial }, nameOf);
    } finally {
      ended();
    }
  }

  async #viewOf(found: FoundRepair): Promise<DoneRepair> {
    const [{ doneRepair }, text] = await Promise.all([import('../../../protocol/repairView'), this.#text()]);
    const { before, report, comparedWith } = found;
    const chain = text === before ? 'before' : text === report.text ? 'applied' : 'changed';
    const remedies = {
      moreTime: vscode.l10n.t('give it more time by the setting chainwright.timeout'),
      giveValue: vscode.l10n.t('give the variable a value in the environment or by an extraction'),
    };
    return doneRepair(
      { ...found, nameOf: namesIn(before), say: sayOrTranslate, remedies },
      { outcome: report.outcome, comparedWith, chain },
    );
  }

  /** The chain, if its file is still there: VS Code keeps the text of a file that was deleted for a while. */
  async #document(): Promise<vscode.TextDocument> {
    try {
      await vscode.workspace.fs.stat(this.chain);
      return await vscode.workspace.openTextDocument(this.chain);
    } catch {
      // Whatever VS Code says, the person needs to know what it means here.
      throw new CallFailure(
        vscode.l10n.t('{0} cannot be opened. It may have been renamed or deleted.', fileTitle(this.chain)),
      );
    }
  }

  async #text(): Promise<string> {
    return (await vscode.workspace.openTextDocument(this.chain)).getText();
  }

  #found(): FoundRepair {
    if (this.#state.kind !== 'done') {
      throw new CallFailure(vscode.l10n.t('This repair is no longer there. Run and repair the chain again.'));
    }
    return this.#state.found;
  }

  #become(state: State): void {
    this.#state = state;
    this.ports.changed();
  }
}

/** Requests by their name, or by their id where they have none. */
function namesIn(text: string): NameOf {
  const names = new Map(outlineChain(text).requests.map(({ id, name }) => [id, name]));
  return (id) => {
    const name = names.get(id) ?? '';
    return name === '' ? id : name;
  };
}
