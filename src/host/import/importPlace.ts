/** Where an import goes: a folder for new files, or a place in a chain that is there. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { outlineChain } from '../../core/files/outline';
import { fileText, withoutIcons } from '../fileText';
import { requestsIn } from '../views/chainEdits';
import { isRequestTarget, type ChainTarget, type RequestTarget } from '../views/chainNode';
import { chooseFolder } from '../views/newChain';
import type { ChainFiles } from '../services';
import type { ImportOrder } from './importOrder';

/** Where an import goes. */
export type ImportPlace =
  | { readonly kind: 'folder'; readonly folder: vscode.Uri }
  | {
      readonly kind: 'chain';
      readonly chain: vscode.Uri;
      /** Index of the request in front of which it comes; beyond the list for the end. */
      readonly before: number;
    };

/** Asks for what the order does not say; absent when the person gives up. */
export async function askPlace(
  files: Pick<ChainFiles, 'list'>,
  { into, folder, sources }: ImportOrder,
): Promise<ImportPlace | undefined> {
  if (into !== undefined) {
    return isRequestTarget(into) ? afterRequest(into) : askPosition(into);
  }
  const proposed = folder ?? folderBeside(sources);
  return chooseDestination(files, proposed ?? (await chooseFolder()));
}

/** Where environments go that come without requests; absent when the person gives up. */
export async function askFolder({ into, folder, sources }: ImportOrder): Promise<vscode.Uri | undefined> {
  const proposed = into === undefined ? (folder ?? folderBeside(sources)) : folderOf(into.chain);
  return proposed ?? chooseFolder();
}

interface Destination extends vscode.QuickPickItem {
  readonly go?: () => Promise<ImportPlace | undefined>;
}

async function chooseDestination(
  files: Pick<ChainFiles, 'list'>,
  folder: vscode.Uri | undefined,
): Promise<ImportPlace | undefined> {
  if (folder === undefined) {
    return undefined;
  }
  const chains = (await files.list()).map((chain): Destination => ({
    label: withoutIcons(fileText(path.posix.basename(chain.path))),
    description: folderName(folderOf(chain)),
    go: () => askPosition({ chain }),
  }));
  const items: readonly Destination[] = [
    {
      label: vscode.l10n.t('$(new-file) New Chain'),
      description: vscode.l10n.t('in {0}', folderName(folder)),
      go: () => Promise.resolve({ kind: 'folder', folder }),
    },
    { label: vscode.l10n.t('$(folder) New Chain in Another Folder…'), go: () => askOtherFolder(folder) },
    ...(chains.length === 0
      ? []
      : [{ label: vscode.l10n.t('Into a chain'), kind: vscode.QuickPickItemKind.Separator }]),
    ...chains,
  ];
  const chosen = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Import'),
    placeHolder: vscode.l10n.t('Where do the requests go?'),
    ignoreFocusOut: true,
  });
  return chosen?.go?.();
}

async function askOtherFolder(defaultUri: vscode.Uri): Promise<ImportPlace | undefined> {
  const [folder] =
    (await vscode.window.showOpenDialog({
      canSelectFiles: false,
      canSelectFolders: true,
      defaultUri,
      title: vscode.l10n.t('Choose a folder for the new chain'),
      openLabel: vscode.l10n.t('Import Here'),
    })) ?? [];
  return folder === undefined ? undefined : { kind: 'folder', folder };
}

/** Asks behind which request of a chain; not where there is none yet. */
async function askPosition({ chain }: ChainTarget): Promise<ImportPlace | undefined> {
  const document = await vscode.workspace.openTextDocument(chain);
  const { requests } = outlineChain(document.getText());
  if (requests.length === 0) {
    return { kind: 'chain', chain, before: AT_END };
  }
  const items = [
    { label: vscode.l10n.t('At the End'), before: AT_END },
    { label: vscode.l10n.t('At the Beginning'), before: 0 },
    ...requests.slice(0, -1).map(({ id, name, index }) => ({
      label: vscode.l10n.t('After {0}', withoutIcons(fileText(name === '' ? id : name))),
      before: index + 1,
    })),
  ];
  const chosen = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Import into {0}', fileText(path.posix.basename(chain.path))),
    placeHolder: vscode.l10n.t('Where in the order of the requests?'),
    ignoreFocusOut: true,
  });
  return chosen === undefined ? undefined : { kind: 'chain', chain, before: chosen.before };
}

const AT_END = Number.MAX_SAFE_INTEGER;

async function afterRequest(target: RequestTarget): Promise<ImportPlace> {
  const document = await vscode.workspace.openTextDocument(target.chain);
  const [request] = requestsIn(document.getText(), [target]);
  return { kind: 'chain', chain: target.chain, before: request === undefined ? AT_END : request.index + 1 };
}

/** The folder in which something of the workspace lies. */
function folderBeside([source]: NonNullable<ImportOrder['sources']> = []): vscode.Uri | undefined {
  const folder = source instanceof vscode.Uri ? folderOf(source) : undefined;
  return folder === undefined || vscode.workspace.getWorkspaceFolder(folder) === undefined
    ? undefined
    : folder;
}

/** A folder by its path in the workspace; the workspace itself, which has none, by its name. */
function folderName(folder: vscode.Uri): string {
  const workspace = vscode.workspace.getWorkspaceFolder(folder);
  const isWhole = workspace?.uri.toString() === folder.toString();
  return fileText(isWhole ? workspace.name : vscode.workspace.asRelativePath(folder));
}

function folderOf(file: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(file, '..');
}
