/** Dry runs as read-only documents in the editor: with its search and its folding, and to be saved or compared. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { dryRunText } from '../../core/authz/plan/dryRunText';
import { matrixName, type MatrixPlace } from './matrixDocument';
import type { MatrixService } from './matrixService';

const SCHEME = 'chainwright-dry-run';

/** The last dry run of each matrix. */
export class DryRunDocuments implements vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #provider: vscode.Disposable;

  constructor(private readonly service: MatrixService) {
    this.#provider = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      onDidChange: this.#changed.event,
      provideTextDocumentContent: (uri) =>
        this.#texts.get(uri.query) ??
        vscode.l10n.t('This dry run is no longer there. Use Dry Run in the matrix again.'),
    });
  }

  /** Works out what a run would send and shows it. Throws UserError when the matrix cannot be run. */
  async show(place: MatrixPlace): Promise<void> {
    const dry = await this.service.dryRun({ place });
    const name = path.posix.basename(place.uri.path, '.authz.json');
    const uri = vscode.Uri.from({
      scheme: SCHEME,
      path: `/${vscode.l10n.t('Dry run of {0}', name)}`,
      query: place.uri.toString(),
    });
    this.#texts.set(uri.query, dryRunText({ file: matrixName(place), ...dry }));
    this.#changed.fire(uri);
    await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.Beside });
  }

  dispose(): void {
    vscode.Disposable.from(this.#provider, this.#changed).dispose();
  }
}
