/** The Parameter Dashboard in its window, and the commands that lead to it and from it. */
import * as vscode from 'vscode';
import { defined } from '../../core/defined';
import { UserError } from '../../core/errors';
import { troubledCount } from '../../core/analysis/parameter';
import { activeChain, isChainFile, workspacePathOf } from '../chainDocument';
import type { Register } from '../commandRegistrar';
import { placesAround } from '../providers/linkedDocuments';
import type { ChainFiles } from '../services';
import { isTextRange } from '../textEdits';
import type { ParametersNode } from './parameterItem';
import { ParametersTree, type ParametersSources } from './parametersView';

/** What the view and its commands work on. */
export interface ParametersPorts extends ParametersSources {
  readonly files: ChainFiles;
  readonly register: Register;
}

/** Shows the view for as long as the returned disposable lives. */
export function registerParametersView(ports: ParametersPorts): vscode.Disposable {
  const { register } = ports;
  const tree = new ParametersTree(ports);
  const view = vscode.window.createTreeView('chainwright.parameters', {
    treeDataProvider: tree,
    showCollapseAll: true,
  });
  const follow = (): void => void tree.followEditor();
  follow();
  return vscode.Disposable.from(
    tree,
    view,
    tree.onDidChangeTreeData(() => dress(view, tree)),
    vscode.window.tabGroups.onDidChangeTabs(follow),
    vscode.window.onDidChangeActiveTextEditor(follow),
    register('pinParameters', () => pin(view, tree, true)),
    register('unpinParameters', () => pin(view, tree, false)),
    register('revealParameter', (name, chain) => reveal(ports, { view, tree }, name, chain)),
    register('showVariablePlace', (place) => showPlace(ports, place)),
  );
}

/** What the view says around its lines: whose variables they are, and how many need attention. */
function dress(view: vscode.TreeView<ParametersNode>, tree: ParametersTree): void {
  const { chain, groups } = tree;
  void vscode.commands.executeCommand('setContext', 'chainwright.parametersShown', chain !== undefined);
  void vscode.commands.executeCommand('setContext', 'chainwright.parametersPinned', tree.pinned);
  const count = troubledCount(groups);
  view.description = chain === undefined ? '' : vscode.workspace.asRelativePath(chain);
  view.message =
    chain !== undefined && groups.length === 0
      ? vscode.l10n.t('This chain has no variables. Click a value in a response to extract the first one.')
      : '';
  view.badge =
    count === 0
      ? undefined
      : {
          value: count,
          tooltip:
            count === 1
              ? vscode.l10n.t('1 variable is broken or unused')
              : vscode.l10n.t('{0} variables are broken or unused', count),
        };
}

async function pin(
  view: vscode.TreeView<ParametersNode>,
  tree: ParametersTree,
  pinned: boolean,
): Promise<void> {
  await tree.pin(pinned);
  dress(view, tree);
}

interface Shown {
  readonly view: vscode.TreeView<ParametersNode>;
  readonly tree: ParametersTree;
}

/** Shows a variable in the view: the one that is named, or the one under the cursor. */
async function reveal(
  { analyses }: ParametersPorts,
  { view, tree }: Shown,
  wanted: unknown,
  of: unknown,
): Promise<void> {
  const chain = of instanceof vscode.Uri && isChainFile(of) ? of : activeChain();
  const name = typeof wanted === 'string' ? wanted : await variableAtCursor({ analyses });
  await tree.show(chain);
  const node = tree.find(name);
  if (node === undefined) {
    throw new UserError(
      vscode.l10n.t('The chain has no variable "{0}".', name),
      vscode.l10n.t('Place the cursor on a variable of the chain.'),
    );
  }
  await view.reveal(node, { select: true, focus: true, expand: true });
}

/** @throws UserError when the cursor is not on a variable */
async function variableAtCursor({ analyses }: Pick<ParametersPorts, 'analyses'>): Promise<string> {
  const editor = vscode.window.activeTextEditor;
  if (editor !== undefined && isChainFile(editor.document.uri)) {
    const { document, selection } = editor;
    const { subjectAt } = await import('../../core/language/navigation');
    const chains = [await analyses.of(document.uri)];
    const at = { file: workspacePathOf(document.uri), offset: document.offsetAt(selection.active) };
    const subject = subjectAt({ chains, environments: [], authz: [] }, at);
    if (subject?.kind === 'variable') {
      return subject.name;
    }
  }
  throw new UserError(
    vscode.l10n.t('The cursor is not on a variable.'),
    vscode.l10n.t('Place it on a reference or on the variable of an extraction.'),
  );
}

async function showPlace({ files }: ParametersPorts, argument: unknown): Promise<void> {
  const place = placeFrom(argument);
  if (place === undefined) {
    return;
  }
  const places = placesAround(place.chain, files);
  const [selection] = await places.rangesIn(place.file, [place]);
  await vscode.window.showTextDocument(places.uriOf(place.file), {
    preserveFocus: true,
    preview: true,
    ...defined({ selection }),
  });
}

interface FilePart {
  readonly chain: vscode.Uri;
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/** The place in a line of the view, if the argument is one. */
function placeFrom(argument: unknown): FilePart | undefined {
  if (typeof argument !== 'object' || argument === null || !('chain' in argument) || !('place' in argument)) {
    return undefined;
  }
  const { chain, place } = argument;
  const isPlace = typeof place === 'object' && place !== null && 'file' in place && 'range' in place;
  if (!(chain instanceof vscode.Uri) || !isPlace || typeof place.file !== 'string') {
    return undefined;
  }
  const { range } = place;
  return isTextRange(range) ? { chain, file: place.file, start: range.start, end: range.end } : undefined;
}
