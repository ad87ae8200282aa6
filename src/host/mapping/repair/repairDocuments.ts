/** What repairs propose, as read-only documents that VS Code compares with the chains. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { fileTitle } from '../../chainDocument';

const SCHEME = 'chainwright-repair';

/** The last proposal for each chain. */
export class RepairDocuments implements vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #provider: vscode.Disposable;

  constructor() {
    this.#provider = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      onDidChange: this.#changed.event,
      provideTextDocumentContent: (uri) =>
        this.#texts.get(uri.query) ??
        vscode.l10n.t('This proposal is no longer there. Use Run and Repair in the chain again.'),
    });
  }

  /** Compares a chain as its editor has it with what is proposed for it. */
  async compare(chain: vscode.Uri, proposed: string): Promise<void> {
    const uri = vscode.Uri.from({
      scheme: SCHEME,
      path: `/${path.posix.basename(chain.path)}`,
      query: chain.toString(),
    });
    this.#texts.set(uri.query, proposed);
    this.#changed.fire(uri);
    const title = vscode.l10n.t('{0}: Run and Repair', fileTitle(chain));
    await vscode.commands.executeCommand('vscode.diff', chain, uri, title);
  }

  dispose(): void {
    vscode.Disposable.from(this.#provider, this.#changed).dispose();
  }
}
