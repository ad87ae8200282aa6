/**
 * The responses that came with an import, kept where previews and completion look for them before the first run:
 * as recorded results of the chains, masked before anything is written.
 */
import * as vscode from 'vscode';
import { rootOf } from '../chainDocument';
import { engineText } from '../engineText';
import { withoutLinks } from '../fileText';
import { keptResults } from '../results/keptResults';
import type { Machine } from '../settings';
import { ImportCancelled, type BackgroundImport } from './backgroundImport';
import { showingProgress } from './importSources';

/** What keeping responses needs of the extension. */
export interface ResponsePorts {
  readonly machine: () => Promise<Pick<Machine, 'maskingKey'>>;
  readonly last: {
    /** Looks again at what is kept of a chain. */
    readonly reread: (chain: vscode.Uri) => void;
  };
  readonly log: vscode.LogOutputChannel;
}

/** Whether responses of chains in a folder are kept: on this disk, and unless the person wants no results. */
export function canKeepResponses(folder: vscode.Uri): boolean {
  return folder.scheme === 'file' && keptResults(folder) > 0;
}

/**
 * Keeps the responses of what an import has composed; resolves to how many. The chains are written by then: when
 * the disk refuses, or the person cancels, the import is still kept.
 */
export async function keepResponses(
  { background, machine, last, log }: ResponsePorts & { readonly background: BackgroundImport },
  folder: vscode.Uri,
): Promise<number> {
  if (!canKeepResponses(folder)) {
    return 0;
  }
  const { maskingKey } = await machine();
  const place = { folder: folder.fsPath, workspace: rootOf(vscode.Uri.joinPath(folder, 'x')).fsPath };
  try {
    const { count, chains } = await showingProgress(background, vscode.l10n.t('Keeping responses'), () =>
      background.calls.keepResponses({ ...place, maskingKey, keep: keptResults(folder) }),
    );
    chains.forEach((chain) => last.reread(vscode.Uri.joinPath(folder, chain)));
    return count;
  } catch (error) {
    if (!(error instanceof ImportCancelled)) {
      const why = error instanceof Error ? error.message : String(error);
      log.warn(why);
      const message = vscode.l10n.t('The responses could not be kept on disk: {0}', engineText(why));
      void vscode.window.showWarningMessage(withoutLinks(message));
    }
    return 0;
  }
}
