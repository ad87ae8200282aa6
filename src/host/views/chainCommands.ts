/**
 * The Chains view in its window, and what its menus and keys do. What a command does is loaded when it is
 * called for the first time.
 */
import * as vscode from 'vscode';
import { debounce } from '../bursts';
import { activeChain, isChainFile, requestAtCursor } from '../chainDocument';
import type { Register } from '../commandRegistrar';
import type { Imports } from '../import/registerImport';
import { namesNoChain, requestOf } from '../running/runTarget';
import type { ChainFiles } from '../services';
import type { DeletionPorts } from './chainDeletion';
import {
  isRequestTarget,
  targetFrom,
  type ChainTarget,
  type ChainsNode,
  type RequestTarget,
} from './chainNode';
import { ChainsDragAndDrop } from './chainsDragAndDrop';
import { ChainsTree, type ChainsSources } from './chainsView';
import { windowDialogs } from './dialogs';
import { oneByOne } from '../../core/oneByOne';

/** What the view and its commands work on. */
export interface ChainsPorts extends ChainsSources, Pick<Imports, 'importTo'> {
  readonly register: Register;
  /** Called with the reason when something fails that nobody waits for. */
  readonly failed: (error: unknown) => void;
}

/** What the keys of the view give the commands that the palette has, too: they mean the selected lines. */
const SELECTION = 'selection';

/** A view without a pause would be scrolled by every step of the cursor. */
const FOLLOWING_MS = 150;

/** Shows the view for as long as the returned disposable lives. */
export function registerChainsView(ports: ChainsPorts): vscode.Disposable {
  const { files, analyses, failed, importTo } = ports;
  const moves = { files, analyses, dialogs: windowDialogs, failed };
  const tree = new ChainsTree(ports);
  const view = vscode.window.createTreeView('chainwright.chains', {
    treeDataProvider: tree,
    dragAndDropController: new ChainsDragAndDrop({ ...moves, importTo }),
    canSelectMany: true,
    showCollapseAll: true,
  });
  const sayWhatWorks = async (): Promise<void> => {
    // Until the view is seen, no files are searched for it.
    const message = view.visible ? await chainsMessage(files) : undefined;
    // A message that is set again lays the view out again, which scrolls it.
    if (message !== undefined && message !== (view.message ?? '')) {
      view.message = message;
    }
  };
  void sayWhatWorks();
  return vscode.Disposable.from(
    tree,
    view,
    view.onDidChangeVisibility(sayWhatWorks),
    files.onDidChange(sayWhatWorks),
    vscode.workspace.onDidGrantWorkspaceTrust(sayWhatWorks),
    followEditor(view, tree),
    registerCommands(ports, moves, { view, tree }),
  );
}

/** What is said above the chains. Nothing above an empty view: a message would take the place of its ways on. */
export async function chainsMessage(files: Pick<ChainFiles, 'list'>): Promise<string> {
  return vscode.workspace.isTrusted || (await files.list()).length === 0
    ? ''
    : vscode.l10n.t('Restricted Mode: chains can be read and edited, nothing is sent.');
}

interface ShownChains {
  readonly view: vscode.TreeView<ChainsNode>;
  readonly tree: ChainsTree;
}

function registerCommands(
  { register }: ChainsPorts,
  moves: DeletionPorts,
  { view, tree }: ShownChains,
): vscode.Disposable {
  const inTurn = oneByOne();
  const all = (args: readonly unknown[]): readonly Target[] => targetsOf(args, view.selection);
  const first = (args: readonly unknown[]): Target => all(args)[0] ?? targetAtCursor();
  const requests = (args: readonly unknown[]): readonly RequestTarget[] => all(args).filter(isRequestTarget);
  const move = (args: readonly unknown[], by: 1 | -1): Promise<void> => {
    const targets = movedRequests(args, view.selection);
    return inTurn(async () => (await import('./chainMoves')).shiftRequests(moves, targets, by));
  };
  return vscode.Disposable.from(
    register('newChain', async (folder) => {
      const parent = folderOf(folder);
      return (await import('./newChain')).newChain(parent);
    }),
    register('addRequest', async (line) => {
      const target = targetFrom(line) ?? targetAtCursor();
      return (await import('./newRequest')).addRequest(target);
    }),
    register('refreshChains', () => tree.refresh()),
    register('showRequest', async (...args) => {
      const target = first(args);
      return (await import('./chainActions')).showInText(target);
    }),
    register('openCalledChain', async (...args) => {
      const target = first(args);
      return (await import('./chainActions')).openCalledChain(target);
    }),
    register('duplicateItem', (...args) => {
      const target = first(args);
      return inTurn(async () => (await import('./chainActions')).duplicate(target));
    }),
    register('renameItem', async (...args) => {
      const target = first(args);
      return (await import('./chainActions')).rename(windowDialogs, target);
    }),
    register('deleteItem', async (...args) => {
      const targets = all(args);
      return (await import('./chainDeletion')).deleteTargets(moves, targets);
    }),
    register('moveRequestUp', (...args) => move(args, -1)),
    register('moveRequestDown', (...args) => move(args, 1)),
    register('copyRequestId', (...args) => {
      const ids = requests(args).map(({ requestId }) => requestId);
      return ids.length === 0 ? undefined : vscode.env.clipboard.writeText(ids.join('\n'));
    }),
  );
}

type Target = ChainTarget | RequestTarget;

/**
 * What a command is about: the lines it was called on, else those that are selected in the view, else the
 * request under the cursor of the active editor.
 *
 * @throws UserError when nothing says it
 */
function targetsOf(
  [clicked, selected]: readonly unknown[],
  selection: readonly ChainsNode[],
): readonly Target[] {
  const isCalledOnLines = clicked !== undefined && clicked !== null;
  const lines: readonly unknown[] = Array.isArray(selected)
    ? selected
    : isCalledOnLines
      ? [clicked]
      : selection;
  const targets = lines.map(targetFrom).filter((target) => target !== undefined);
  if (targets.length === 0 && isCalledOnLines) {
    throw namesNoChain();
  }
  return targets.length > 0 ? targets : [targetAtCursor()];
}

/**
 * The requests that a command moves: those of the lines it was called on, those that are selected in the view when a
 * key of the view says so, else the one under the cursor, whatever is selected in the view.
 *
 * @throws UserError when the cursor is not in a request
 */
function movedRequests(args: readonly unknown[], selection: readonly ChainsNode[]): readonly RequestTarget[] {
  if (args[0] === undefined) {
    const target = targetAtCursor();
    requestOf(target);
    return [target].filter(isRequestTarget);
  }
  return targetsOf(args[0] === SELECTION ? [] : args, selection).filter(isRequestTarget);
}

/**
 * The request under the cursor, or the chain when it is in none.
 *
 * @throws UserError when no chain is open
 */
function targetAtCursor(): Target {
  const chain = activeChain();
  const request = requestAtCursor();
  return request === undefined ? { chain } : { chain, requestId: request.id, index: request.index };
}

/** The folder that a new chain goes to: that of a line of the view. */
function folderOf(argument: unknown): vscode.Uri | undefined {
  if (typeof argument === 'object' && argument !== null && 'folder' in argument) {
    const { folder } = argument;
    return vscode.workspace.workspaceFolders?.find((known) => known === folder)?.uri;
  }
  const target = targetFrom(argument);
  return target === undefined ? undefined : vscode.Uri.joinPath(target.chain, '..');
}

/** Shows in the view where the cursor is, as the setting says. */
function followEditor(view: vscode.TreeView<ChainsNode>, tree: ChainsTree): vscode.Disposable {
  const follow = debounce(FOLLOWING_MS, () => void revealCursor(view, tree));
  return vscode.Disposable.from(
    follow,
    vscode.window.onDidChangeActiveTextEditor(follow),
    // Without a kind it was no person but an edit that moved the cursor.
    vscode.window.onDidChangeTextEditorSelection(({ textEditor, kind }) =>
      kind !== undefined && isChainFile(textEditor.document.uri) ? follow() : undefined,
    ),
    view.onDidChangeVisibility(follow),
  );
}

async function revealCursor(view: vscode.TreeView<ChainsNode>, tree: ChainsTree): Promise<void> {
  const uri = vscode.window.activeTextEditor?.document.uri;
  const settings = vscode.workspace.getConfiguration('chainwright', uri);
  if (
    uri === undefined ||
    !isChainFile(uri) ||
    !view.visible ||
    !settings.get('chainsView.followEditor', true)
  ) {
    return;
  }
  const request = requestAtCursor();
  const node =
    request === undefined
      ? tree.chainNode(uri)
      : await tree.requestNode({ chain: uri, requestId: request.id, index: request.index });
  // A view that is no longer shown would be opened by it.
  if (node !== undefined && view.visible) {
    await view.reveal(node, { select: true, focus: false, expand: false });
  }
}
