/**
 * `New Chain…`: asks for what a chain is and where its file goes, writes the file and opens it.
 */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import type { ChainStatus } from '../../core/model';
import { newChainText, chainFileName, chainFilePath, isPlainPath, readTags } from '../../core/edit/newChain';
import type { Environments } from '../services';
import { createFile, exists } from '../createFile';
import { askInSteps, type AskStep, type Choice, type Step } from './quickSteps';

/** What a new chain needs to know of its surroundings, and who is asked. */
export interface NewChainPorts {
  readonly environments: Pick<Environments, 'available'>;
  readonly ask?: AskStep;
}

const STATUSES: readonly ChainStatus[] = ['draft', 'active', 'archived'];
const NO_ENVIRONMENT = '';

/**
 * Makes a chain below a folder; without one the person chooses among those of the workspace.
 *
 * @returns the file, or nothing when the person gave up
 * @throws UserError when no folder is open or the file cannot be written
 */
export async function newChain(
  { environments, ask }: NewChainPorts,
  wanted?: vscode.Uri,
): Promise<vscode.Uri | undefined> {
  const folder = wanted ?? (await chooseFolder());
  if (folder === undefined) {
    return undefined;
  }
  const available = await environments.available(vscode.Uri.joinPath(folder, chainFileName('')));
  const steps = stepsFor(
    folder,
    available.map(({ name }) => name),
  );
  const answers = await askInSteps(vscode.l10n.t('New Chain'), steps, ask);
  if (answers === undefined) {
    return undefined;
  }
  const [name = '', description = '', status = '', environment = NO_ENVIRONMENT, tags = '', place = ''] =
    answers;
  const file = vscode.Uri.joinPath(folder, chainFilePath(place));
  const text = newChainText({
    name: name.trim(),
    description: description.trim(),
    status: STATUSES.find((one) => one === status) ?? 'draft',
    ...(environment === NO_ENVIRONMENT ? {} : { environment }),
    tags: readTags(tags),
  });
  await createFile(file, text);
  await vscode.window.showTextDocument(file, { preview: false });
  return file;
}

/** The folder that a new file goes below when nothing says which; absent when the person gives up. */
export async function chooseFolder(): Promise<vscode.Uri | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) {
    throw new UserError(
      vscode.l10n.t('A chain needs a folder, and no folder is open.'),
      vscode.l10n.t('Open a folder first.'),
    );
  }
  const chosen = folders.length === 1 ? folders[0] : await vscode.window.showWorkspaceFolderPick();
  return chosen?.uri;
}

function stepsFor(folder: vscode.Uri, environments: readonly string[]): readonly Step[] {
  return [
    {
      kind: 'text',
      prompt: vscode.l10n.t('What is the chain called?'),
      placeholder: vscode.l10n.t('Order lifecycle'),
      fault: (text) => (text.trim() === '' ? vscode.l10n.t('A name cannot be empty.') : undefined),
    },
    {
      kind: 'text',
      prompt: vscode.l10n.t('What does it show or check? May be left empty.'),
      placeholder: vscode.l10n.t('Create, read and cancel an order'),
    },
    { kind: 'choice', prompt: vscode.l10n.t('Which status does it have?'), choices: statusChoices() },
    {
      kind: 'choice',
      prompt: vscode.l10n.t('Which environment is it meant for?'),
      choices: [
        ...environments.map((name) => ({ label: name, value: name })),
        { label: vscode.l10n.t('No Environment'), value: NO_ENVIRONMENT },
      ],
    },
    {
      kind: 'text',
      prompt: vscode.l10n.t('Tags, with commas in between. May be left empty.'),
      placeholder: vscode.l10n.t('orders, smoke'),
    },
    {
      kind: 'text',
      prompt: vscode.l10n.t('File below {0}. Missing folders are created.', folderName(folder)),
      value: ([name = '']) => chainFileName(name),
      fault: (text) => pathFault(folder, text),
    },
  ];
}

function statusChoices(): readonly Choice[] {
  return [
    {
      label: vscode.l10n.t('Draft'),
      description: vscode.l10n.t('Draft: can be run, but not executed'),
      value: 'draft',
    },
    {
      label: vscode.l10n.t('Active'),
      description: vscode.l10n.t('in use: can be executed for the record'),
      value: 'active',
    },
    {
      label: vscode.l10n.t('Archived'),
      description: vscode.l10n.t('out of use, kept for reading'),
      value: 'archived',
    },
  ];
}

async function pathFault(folder: vscode.Uri, text: string): Promise<string | undefined> {
  const place = chainFilePath(text);
  if (text.trim() === '' || !isPlainPath(place)) {
    return vscode.l10n.t('Write a file name such as orders.chain.json, with folders before it if you like.');
  }
  return (await exists(vscode.Uri.joinPath(folder, place)))
    ? vscode.l10n.t('There is a file "{0}" already.', place)
    : undefined;
}

function folderName(folder: vscode.Uri): string {
  return path.posix.basename(folder.path);
}
