/**
 * Following a link: shows the chain, matrix or result that it names in a folder of this workspace. Nothing is run
 * and nothing is asked, so it works in Restricted Mode as well.
 */
import * as vscode from 'vscode';
import { defined } from '../../core/defined';
import { UserError } from '../../core/errors';
import { linkedFile } from '../../node/files/linkedFile';
import { isOpenable, readOpenLink, type OpenTarget } from '../../sharing/openLink';
import { showRequest } from '../chainDocument';
import { fileText, withoutLinks } from '../fileText';
import { chainOf } from '../results/shownRuns';

/**
 * Follows a link.
 *
 * @param query of the link, as the editor hands it over
 * @param openResult shows a result from disk
 * @throws UserError when it is none of ours, or what it names is not here
 */
export async function openLinked(
  query: string,
  openResult: (file: vscode.Uri) => Promise<void>,
): Promise<void> {
  const target = readOpenLink(query);
  if (target === undefined) {
    throw new UserError(
      vscode.l10n.t('This link does not name a chain, a matrix or a result of a workspace.'),
      vscode.l10n.t('Ask the sender for a link that Chainwright created.'),
    );
  }
  const found = await findTarget(target);
  if (found !== undefined && target.kind === 'result') {
    await openResult(found);
  } else if (found !== undefined) {
    await show(target, found);
  } else if (target.kind !== 'result' || !(await offerChain(target))) {
    throw notHere(target);
  }
}

/** The file that a target names, in the folder of its name first; in another one if that has none. */
async function findTarget({ kind, path, folder }: OpenTarget): Promise<vscode.Uri | undefined> {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  const inOrder = [
    ...folders.filter(({ name }) => name === folder),
    ...folders.filter(({ name }) => name !== folder),
  ];
  for (const { uri } of inOrder) {
    const found = await linkedFile(path, uri.fsPath);
    if (found !== undefined && isOpenable(kind, found.realName)) {
      return vscode.Uri.file(found.file);
    }
  }
  return undefined;
}

async function show({ request }: OpenTarget, file: vscode.Uri): Promise<void> {
  if (request === undefined) {
    await vscode.window.showTextDocument(file);
  } else {
    await showRequest(file, request);
  }
}

/** Results stay where they were made; what a colleague has is the chain. */
async function offerChain({ path, folder }: OpenTarget): Promise<boolean> {
  const name = chainOf(vscode.Uri.file(`/${path}`)).path.slice(1);
  const target: OpenTarget = { kind: 'chain', path: name, ...defined({ folder }) };
  const chain = isOpenable('chain', name) ? await findTarget(target) : undefined;
  if (chain === undefined) {
    return false;
  }
  const open = vscode.l10n.t('Open Chain');
  const message = vscode.l10n.t(
    'The result "{0}" is not in this workspace: results stay on the machine that made them. Its chain is here.',
    fileText(path),
  );
  void vscode.window.showInformationMessage(withoutLinks(message), open).then(async (answer) => {
    if (answer === open) {
      await show(target, chain);
    }
  });
  return true;
}

function notHere({ path, folder }: OpenTarget): UserError {
  const where = folder === undefined ? '' : ` (${fileText(folder)})`;
  return (vscode.workspace.workspaceFolders ?? []).length === 0
    ? new UserError(
        vscode.l10n.t('No folder is open, and this link leads to "{0}" in one{1}.', fileText(path), where),
        vscode.l10n.t('Open the folder of the project, and follow the link again.'),
      )
    : new UserError(
        vscode.l10n.t('No folder that is open here has "{0}"{1}.', fileText(path), where),
        vscode.l10n.t('Open the folder of the project, bring it up to date, and follow the link again.'),
      );
}
