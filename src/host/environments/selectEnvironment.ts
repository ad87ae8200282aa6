/** Choosing the environment of this workspace, making a new one, and opening the file of the current one. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import type { EnvironmentSummary } from '../../node/files/environmentList';
import { createFile, exists } from '../createFile';
import { fileText, withoutIcons } from '../fileText';
import { activeResource } from './activeResource';
import type { WorkspaceEnvironments } from './workspaceEnvironments';
import { newEnvironmentText } from '../../core/edit/environmentEdit';

interface Choice extends vscode.QuickPickItem {
  readonly act?: () => Promise<unknown>;
  /** Whether it says which of the environments that are there is used. */
  readonly isAnswer?: boolean;
}

/**
 * Asks for the environment that the chains of this workspace run in: one that `file` can have, by default the one
 * that a person works on. Resolves to whether the person said which one.
 *
 * @throws UserError when no folder is open
 */
export async function selectEnvironment(
  environments: WorkspaceEnvironments,
  file?: vscode.Uri,
): Promise<boolean> {
  const resource = file ?? activeResource() ?? anywhere();
  const named = await environments.namedBy(resource);
  const summaries = await environments.summaries(resource);
  const current = environments.chosen ?? named;
  const currentFile = summaries.find(({ name }) => name === current)?.file;
  const choices: readonly Choice[] = [
    {
      label: ticked(vscode.l10n.t("Use Each Chain's Environment"), environments.chosen === undefined),
      description: named === undefined ? vscode.l10n.t('none') : withoutIcons(fileText(named)),
      act: () => environments.choose(undefined),
      isAnswer: true,
    },
    { label: vscode.l10n.t('Environments'), kind: vscode.QuickPickItemKind.Separator },
    ...summaries.map((summary) => asChoice(summary, environments)),
    { label: '', kind: vscode.QuickPickItemKind.Separator },
    {
      label: `$(add) ${vscode.l10n.t('New Environment…')}`,
      act: () => newEnvironment(environments, resource),
    },
    ...(currentFile === undefined
      ? []
      : [
          {
            label: `$(go-to-file) ${vscode.l10n.t('Open Environment File')}`,
            act: async () => vscode.window.showTextDocument(vscode.Uri.file(currentFile)),
          },
        ]),
  ];
  const chosen = await vscode.window.showQuickPick(choices, {
    title: vscode.l10n.t('Environment of This Workspace'),
    placeHolder: vscode.l10n.t('Which environment do chains run in?'),
    matchOnDescription: true,
  });
  await chosen?.act?.();
  return chosen?.isAnswer === true;
}

function asChoice(
  { name, file, protected: isProtected }: EnvironmentSummary,
  environments: WorkspaceEnvironments,
): Choice {
  return {
    label: ticked(withoutIcons(fileText(name)), environments.chosen === name),
    description: isProtected ? vscode.l10n.t('protected') : '',
    detail: vscode.workspace.asRelativePath(file),
    act: () => environments.choose(name),
    isAnswer: true,
  };
}

function ticked(label: string, isCurrent: boolean): string {
  return isCurrent ? `$(check) ${label}` : label;
}

/** Writes a small environment file next to the chain, opens it and chooses it. */
async function newEnvironment(environments: WorkspaceEnvironments, resource: vscode.Uri): Promise<void> {
  const folder = vscode.Uri.joinPath(resource, '..');
  const name = await vscode.window.showInputBox({
    title: vscode.l10n.t('Name of the New Environment'),
    value: 'local',
    ignoreFocusOut: true,
    validateInput: async (text) => nameFault(text, folder),
  });
  if (name === undefined) {
    return;
  }
  const file = fileFor(name, folder);
  await createFile(file, newEnvironmentText(name));
  await environments.choose(name);
  await vscode.window.showTextDocument(file);
}

async function nameFault(name: string, folder: vscode.Uri): Promise<string | undefined> {
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,60}$/u.test(name) || DEVICES.test(name)) {
    return vscode.l10n.t('Start with a letter or digit, followed by letters, digits, spaces, ., _ or -.');
  }
  const file = fileFor(name, folder);
  return (await exists(file))
    ? vscode.l10n.t('{0} already exists. Choose another name.', path.posix.basename(file.path))
    : undefined;
}

/** Names that Windows keeps for devices, whatever their ending. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

function fileFor(name: string, folder: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(folder, `${name.replace(/ +/g, '-')}.environment.json`);
}

/** A place in the workspace when no file of a chain is shown. */
function anywhere(): vscode.Uri {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder === undefined) {
    throw new UserError(
      vscode.l10n.t('Environments belong to folders, and no folder is open.'),
      vscode.l10n.t('Open a folder with chains.'),
    );
  }
  return vscode.Uri.joinPath(folder.uri, 'workspace');
}
