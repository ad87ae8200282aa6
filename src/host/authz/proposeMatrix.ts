/**
 * The command that proposes a matrix for a chain: asks who uses the API and what the chain does not say, and opens the
 * proposal next to the chain.
 */
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { NewUser } from '../../core/authz/generate/generateUsers';
import { defined } from '../../core/defined';
import { chainPlace, openText } from '../chainDocument';
import { exists } from '../createFile';
import { withoutLinks } from '../fileText';
import { say } from '../say';
import { targetOf } from '../running/runTarget';
import { askQuestions } from './askQuestions';
import { matrixName } from './matrixDocument';
import { proposeMatrix } from '../../node/authz/proposeMatrix';

/** Proposes a matrix; nothing happens when the person gives up. Throws UserError when the chain cannot be read. */
export async function proposeMatrixFor(argument: unknown, log: vscode.LogOutputChannel): Promise<void> {
  const { uri, file, root } = chainPlace(targetOf(argument).chain);
  const users = await askUsers();
  if (users === undefined) {
    return;
  }
  const target = await freeName(uri);
  const text = openText(uri);
  const proposed = await askQuestions((answers) =>
    proposeMatrix(
      { file, workspace: root, ...defined({ text }) },
      { users, asking: { answers, say }, file: matrixName({ root, file: target.fsPath }) },
    ),
  );
  if (proposed === undefined) {
    return;
  }
  await openUnsaved(target, proposed.text);
  const [first, ...others] = proposed.notes;
  if (first !== undefined) {
    proposed.notes.forEach((note) => log.info(note));
    const more = others.length === 0 ? '' : ` ${vscode.l10n.t('The log has {0} more notes.', others.length)}`;
    void vscode.window.showInformationMessage(withoutLinks(`${first}${more}`));
  }
}

/** Users as they are typed: `alice=customer, bob=customer`; absent when it is none. */
function usersIn(text: string): readonly NewUser[] | undefined {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  const users = words.map((word) => /^([^=]+)=([^=]+)$/.exec(word));
  const read = users.flatMap((match) =>
    match?.[1] === undefined || match[2] === undefined ? [] : [{ name: match[1], role: match[2] }],
  );
  return read.length === 0 || read.length < words.length ? undefined : read;
}

async function askUsers(): Promise<readonly NewUser[] | undefined> {
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('Users of the API'),
    prompt: vscode.l10n.t(
      'Each with a role, two of at least one role. Somebody without credentials is added.',
    ),
    value: EXAMPLE,
    ignoreFocusOut: true,
    validateInput: (typed) =>
      usersIn(typed) === undefined ? vscode.l10n.t('Write users as {0}.', EXAMPLE) : undefined,
  });
  return text === undefined ? undefined : usersIn(text);
}

const EXAMPLE = 'alice=customer, bob=customer, mia=manager';

/** `orders.authz.json` next to `orders.chain.json`, with a number if that file exists. */
async function freeName(chain: vscode.Uri): Promise<vscode.Uri> {
  const name = path.posix.basename(chain.path, '.chain.json');
  for (let count = 1; ; count += 1) {
    const suffix = count === 1 ? '' : `-${count}`;
    const uri = vscode.Uri.joinPath(chain, '..', `${name}${suffix}.authz.json`);
    if (!(await exists(uri)) && !isUnsaved(uri)) {
      return uri;
    }
  }
}

function isUnsaved({ path: name }: vscode.Uri): boolean {
  return vscode.workspace.textDocuments.some(({ uri }) => uri.scheme === 'untitled' && uri.path === name);
}

async function openUnsaved(file: vscode.Uri, text: string): Promise<void> {
  const uri = file.with({ scheme: 'untitled' });
  const edit = new vscode.WorkspaceEdit();
  edit.insert(uri, new vscode.Position(0, 0), text);
  await vscode.workspace.applyEdit(edit);
  await vscode.window.showTextDocument(uri);
}
