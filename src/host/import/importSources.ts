/** Where an import comes from: files, folders, the clipboard; read in a thread of its own, nothing sent or run. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import { sourceText } from '../../node/files/openSource';
import { engineText } from '../engineText';
import { fileText } from '../fileText';
import type { BackgroundImport } from './backgroundImport';
import type { NamedSource } from './importOrder';
import type { ReadOverview, SourceToRead } from './importSession';

/** Asks what to import; absent when the person gives up. */
export async function askSources(): Promise<readonly NamedSource[] | undefined> {
  const kinds = [
    { label: vscode.l10n.t('$(file) Files…'), ask: () => askFiles(true) },
    { label: vscode.l10n.t('$(folder) Folder…'), ask: () => askFiles(false) },
    { label: vscode.l10n.t('$(clippy) Text from the Clipboard'), ask: askClipboard },
  ];
  const chosen = await vscode.window.showQuickPick(kinds, {
    title: vscode.l10n.t('Import'),
    placeHolder: vscode.l10n.t('Where do the requests come from?'),
  });
  return chosen?.ask();
}

/**
 * Reads sources in the thread of an import, with a word about it that cancels it.
 *
 * @param keep names of rules of recordings that are not applied
 * @throws UserError when none of them can be used
 */
export async function readNamed(
  background: BackgroundImport,
  named: readonly NamedSource[],
  keep: ReadonlySet<string>,
): Promise<ReadOverview> {
  const names = fileText(named.map(nameOf).join(', '));
  const read = await showingProgress(background, vscode.l10n.t('Reading {0}', names), async () => {
    const sources = await Promise.all(named.map(toRead));
    return background.calls.read({ sources, keep });
  });
  if (read.sound.length === 0) {
    const { refused } = read;
    throw new UserError(
      vscode.l10n.t('There is nothing to import.'),
      refused === undefined
        ? vscode.l10n.t('No file in the folder is in a format that can be imported.')
        : `${refused.source}: ${engineText(refused.reason)}`,
    );
  }
  return read;
}

/** Shows that something takes a while in the thread of an import; to cancel it ends the thread. */
export function showingProgress<Result>(
  background: BackgroundImport,
  title: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return Promise.resolve(
    vscode.window.withProgress(options, async (_progress, token) => {
      const cancelling = token.onCancellationRequested(() => background.end());
      try {
        return await work();
      } finally {
        cancelling.dispose();
      }
    }),
  );
}

async function askFiles(canSelectFiles: boolean): Promise<readonly vscode.Uri[] | undefined> {
  return vscode.window.showOpenDialog({
    canSelectFiles,
    canSelectFolders: !canSelectFiles,
    canSelectMany: true,
    title: vscode.l10n.t('Choose what to import'),
    openLabel: vscode.l10n.t('Import'),
  });
}

async function askClipboard(): Promise<readonly NamedSource[]> {
  const text = await vscode.env.clipboard.readText();
  if (text.trim() === '') {
    throw new UserError(
      vscode.l10n.t('The clipboard contains no text.'),
      vscode.l10n.t('Copy a cURL command, or the content of a file that can be imported.'),
    );
  }
  return [{ name: vscode.l10n.t('clipboard'), text }];
}

/** Files by their path in the workspace, where they have one. */
function nameOf(source: NamedSource): string {
  return source instanceof vscode.Uri ? vscode.workspace.asRelativePath(source) : source.name;
}

async function toRead(source: NamedSource): Promise<SourceToRead> {
  if (!(source instanceof vscode.Uri)) {
    return source;
  }
  if (source.scheme === 'file') {
    return { name: nameOf(source), file: source.fsPath };
  }
  const bytes = await vscode.workspace.fs.readFile(source);
  return { name: path.posix.basename(source.path), text: sourceText(bytes) };
}
