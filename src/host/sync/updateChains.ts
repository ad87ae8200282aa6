/**
 * `Update Chains from OpenAPI…`: the requests of all chains that name the description of one follow it. VS Code previews
 * every change, with a box for each request; what is left to a person is a text of its own.
 */
import * as vscode from 'vscode';
import { defined } from '../../core/defined';
import { UserError } from '../../core/errors';
import { syncLines, type ToldOperation } from '../../formats/sync/syncLines';
import { chainPlace, workspacePathOf } from '../chainDocument';
import { engineText } from '../engineText';
import { withoutLinks } from '../fileText';
import { findFiles } from '../findFiles';
import { ImportCancelled, startImport } from '../import/backgroundImport';
import { say } from '../say';
import type { Environments } from '../services';
import { toRange } from '../textEdits';
import type { SyncFindings, SyncOrder } from './findChanges';

/** What an update needs, and who is asked. */
export interface UpdatePorts {
  readonly environments: Pick<Environments, 'nameFor'>;
  readonly ask?: UpdateQuestions;
}

/** Who is asked. Nothing comes back when the person gives up. */
export interface UpdateQuestions {
  /** The description as it was, or that there is none. */
  readonly older: () => Promise<vscode.Uri | 'none' | undefined>;
  /** Shows the changes, and carries out those that the person wants. */
  readonly apply: (edit: vscode.WorkspaceEdit) => Promise<boolean>;
  /** Tells what came of it. */
  readonly done: (message: string, actions: readonly string[]) => Promise<string | undefined>;
}

/** Updates the chains with the description of one. Throws UserError when it names none, or one that cannot be used. */
export async function updateChains(
  chain: vscode.Uri,
  { environments, ask = windowQuestions }: UpdatePorts,
): Promise<void> {
  const place = chainPlace(chain);
  const older = await ask.older();
  if (older === undefined) {
    return;
  }
  const environment = await environments.nameFor(chain);
  const files = await findFiles(new vscode.RelativePattern(place.root, '**/*.chain.json'));
  const found = await findInBackground({
    chain: place.file,
    chains: [...new Set([place.file, ...files.map(({ fsPath }) => fsPath)])],
    workspace: place.root,
    unsaved: unsavedTexts(),
    ...defined({ environment, older: older === 'none' ? undefined : older.fsPath }),
  });
  if (found === 'cancelled') {
    return;
  }
  if (found === undefined) {
    throw new UserError(
      vscode.l10n.t('This chain names no OpenAPI description.'),
      vscode.l10n.t('Add "openapi" to it or to its environment.'),
    );
  }
  const edit = await previewedEdit(found);
  const isChanged = edit.size > 0 && (await ask.apply(edit));
  await showOutcome(found, isChanged, ask);
}

function unsavedTexts(): ReadonlyMap<string, string> {
  const unsaved = vscode.workspace.textDocuments.filter(
    ({ uri, isDirty }) => isDirty && uri.scheme === 'file',
  );
  return new Map(unsaved.map((document) => [document.uri.fsPath, document.getText()]));
}

async function findInBackground(order: SyncOrder): Promise<SyncFindings | 'cancelled' | undefined> {
  const title = vscode.l10n.t('Comparing chains with the OpenAPI description');
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, async (_progress, token) => {
    const { calls, end } = startImport();
    const watching = token.onCancellationRequested(end);
    try {
      return await calls.findChanges(order);
    } catch (error) {
      if (error instanceof ImportCancelled) {
        return 'cancelled';
      }
      throw error;
    } finally {
      watching.dispose();
      end();
    }
  });
}

/** All changes as one edit, in which each request is confirmed by itself. */
async function previewedEdit({
  chains,
  operations,
  description,
}: SyncFindings): Promise<vscode.WorkspaceEdit> {
  const edit = new vscode.WorkspaceEdit();
  const changes = new Map(
    operations.flatMap(({ operation, requests }) =>
      requests.map(({ place, id }) => [`${place.file} ${id}`, operation] as const),
    ),
  );
  for (const { file, text, edits } of chains) {
    const document = await vscode.workspace.openTextDocument(file);
    if (document.getText() !== text) {
      throw new UserError(
        vscode.l10n.t('{0} has changed meanwhile.', vscode.workspace.asRelativePath(document.uri)),
        vscode.l10n.t('Try again.'),
      );
    }
    for (const { request, edits: own } of edits) {
      const operation = changes.get(`${workspacePathOf(document.uri)} ${request ?? ''}`);
      const metadata = {
        needsConfirmation: true,
        label: request ?? vscode.l10n.t('Constants'),
        description: operation ?? description,
      };
      for (const { offset, length, text: written } of own) {
        const range = toRange(document, { start: offset, end: offset + length });
        edit.replace(document.uri, range, written, metadata);
      }
    }
  }
  return edit;
}

/** Says what was changed and what is left, and offers to show all of it. */
async function showOutcome(
  { description, operations, chains }: SyncFindings,
  isChanged: boolean,
  ask: UpdateQuestions,
): Promise<void> {
  const open = openPoints(operations);
  const message = isChanged
    ? vscode.l10n.t('The chains were changed as {0} says.', description)
    : chains.length === 0
      ? vscode.l10n.t('Nothing to change: the chains have what {0} requires.', description)
      : vscode.l10n.t('Nothing was changed.');
  const left =
    open === 0
      ? []
      : [
          open === 1
            ? vscode.l10n.t('One point is left for you to decide.')
            : vscode.l10n.t('{0} points are left for you to decide.', String(open)),
        ];
  const show = vscode.l10n.t('Show Changes of the API');
  const answer = await ask.done(
    withoutLinks([message, ...left].join(' ')),
    operations.length === 0 ? [] : [show],
  );
  if (answer === show) {
    const words = { paint: PLAIN, say, translate: engineText };
    const content = [description, ...syncLines(operations, undefined, words), ''].join('\n');
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content }));
  }
}

function openPoints(operations: readonly ToldOperation[]): number {
  return operations
    .flatMap(({ requests }) => requests)
    .flatMap(({ points }) => points.filter(({ kind }) => kind === 'open')).length;
}

const plain = (text: string): string => text;
const PLAIN = { green: plain, red: plain, yellow: plain, dim: plain, bold: plain };

/** The person at the keyboard. */
const windowQuestions: UpdateQuestions = {
  async older() {
    const asItIs = {
      label: vscode.l10n.t('The description alone'),
      detail: vscode.l10n.t('Adds what it requires. Nothing is removed or moved.'),
    };
    const older = {
      label: vscode.l10n.t('An older version of the description…'),
      detail: vscode.l10n.t('Also finds what was removed, renamed or moved.'),
    };
    const title = vscode.l10n.t('Update Chains from OpenAPI');
    const placeHolder = vscode.l10n.t('What are the chains compared with?');
    const choice = await vscode.window.showQuickPick([asItIs, older], { title, placeHolder });
    if (choice !== older) {
      return choice && 'none';
    }
    const chosen = await vscode.window.showOpenDialog({
      title: vscode.l10n.t('The description as it was'),
      filters: { OpenAPI: ['json', 'yaml', 'yml'] },
    });
    return chosen?.[0];
  },
  apply: async (edit) => vscode.workspace.applyEdit(edit, { isRefactoring: true }),
  done: async (message, actions) => vscode.window.showInformationMessage(message, ...actions),
};
