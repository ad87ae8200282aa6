/**
 * Previews: read-only documents that show a request as it would be sent, kept up to date while its chain
 * is edited. Nothing is sent for them.
 */
import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import { defined } from '../../core/defined';
import type { RunMemory } from '../../core/run/runStep';
import type { PreviewSettings } from '../../node/preview/previewContext';
import { chainPlace, openText } from '../chainDocument';
import { commandRegistrar } from '../commandRegistrar';
import { requestOf, targetOf } from '../running/runTarget';
import type { InsightServices } from './insight';

/** What previews are made from. */
export interface PreviewServices extends Pick<InsightServices, 'last' | 'files' | 'environments'> {
  /** What the last run of a chain left in memory. */
  readonly memory: (chain: vscode.Uri) => RunMemory | undefined;
  /** The settings that a run of the chain would have. */
  readonly settings: (chain: vscode.Uri) => Promise<PreviewSettings>;
  readonly log: vscode.LogOutputChannel;
}

const SCHEME = 'chainwright-preview';

/** Offers previews for as long as the returned disposable lives. */
export function registerPreview(services: PreviewServices): vscode.Disposable {
  const documents = new PreviewDocuments(services);
  const register = commandRegistrar(services.log);
  return vscode.Disposable.from(
    documents,
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, documents),
    register('preview', (chain, id) => showPreview(chain, id)),
  );
}

async function showPreview(chain: unknown, id: unknown): Promise<void> {
  const target = targetOf(chain, id);
  const requestId = requestOf(target);
  chainPlace(target.chain);
  const document = await vscode.workspace.openTextDocument(previewUri(target.chain, requestId));
  await vscode.window.showTextDocument(document, {
    viewColumn: vscode.ViewColumn.Beside,
    preserveFocus: true,
    preview: true,
  });
}

/** What a preview's URI says. */
interface Previewed {
  readonly chain: vscode.Uri;
  readonly requestId: string;
}

function previewUri(chain: vscode.Uri, requestId: string): vscode.Uri {
  const query = JSON.stringify({ chain: chain.toString(), requestId });
  return vscode.Uri.from({ scheme: SCHEME, path: `/${vscode.l10n.t('Preview of {0}', requestId)}`, query });
}

/** Anybody can open a document of our scheme: what its URI says is looked at. */
function previewedBy({ query }: vscode.Uri): Previewed | undefined {
  try {
    const { chain, requestId } = JSON.parse(query) as Readonly<Record<string, unknown>>;
    return typeof chain === 'string' && typeof requestId === 'string'
      ? { chain: vscode.Uri.parse(chain, true), requestId }
      : undefined;
  } catch {
    return undefined;
  }
}

class PreviewDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #watching: vscode.Disposable;

  readonly onDidChange = this.#changed.event;

  constructor(private readonly services: PreviewServices) {
    const { files, last, environments } = services;
    this.#watching = vscode.Disposable.from(
      files.onDidChange(() => this.#refresh()),
      last.onDidChange(() => this.#refresh()),
      environments.onDidChange(() => this.#refresh()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#refresh()),
    );
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const { previewText } = await import('../../core/prepare/previewText');
    const previewed = previewedBy(uri);
    try {
      return previewed === undefined ? '' : previewText(await this.#preview(previewed));
    } catch (error) {
      if (error instanceof UserError) {
        return previewText({ remarks: error.message.split('\n').filter((line) => line !== '') });
      }
      throw error;
    }
  }

  dispose(): void {
    this.#watching.dispose();
    this.#changed.dispose();
  }

  async #preview({ chain, requestId }: Previewed) {
    const { previewRequest } = await import('../../node/preview/previewRequest');
    const { memory, settings, last, environments } = this.services;
    const place = chainPlace(chain);
    const text = openText(chain);
    const environment = await environments.nameFor(chain);
    const known = memory(chain);
    return previewRequest(
      {
        file: place.file,
        workspace: place.root,
        requestId,
        shown: new Map([...last.values(chain)].map(([name, { shown }]) => [name, shown])),
        trusted: vscode.workspace.isTrusted,
        ...defined({ text, environment, known }),
      },
      await settings(chain),
    );
  }

  #refresh(): void {
    for (const { uri } of vscode.workspace.textDocuments) {
      if (uri.scheme === SCHEME) {
        this.#changed.fire(uri);
      }
    }
  }
}
