/**
 * How the editor reports that something did not work: what the user can fix as a message with the
 * next step as a button, everything else as a fault whose details are in the log.
 */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { defined } from '../core/defined';
import {
  MissingEnvironmentError,
  UntrustedError,
  UserError,
  formatPlace,
  type FilePlace,
  type InvalidFileError,
} from '../core/errors';
import type { Implementation } from '../protocol/channel';
import type { FunctionsOf } from '../protocol/contract';
import type { remedyCalls } from '../protocol/remedyCalls';
import { engineText } from './engineText';
import { withoutLinks } from './fileText';
import type { RunHelp } from './services';

/** Thrown by commands that send, in a workspace that is not trusted. */
export class UntrustedWorkspace extends UntrustedError {
  constructor() {
    super(
      vscode.l10n.t('This workspace is not trusted, so nothing is sent.'),
      vscode.l10n.t('Trust it to run its chains.'),
    );
  }
}

/** Opens the page of the editor where the person decides whether to trust the workspace. */
async function manageTrust(): Promise<void> {
  await vscode.commands.executeCommand('workbench.trust.manage');
}

/** Asks for the environment of the file that is worked on: any message may offer that, so it goes by the command. */
async function selectEnvironment(): Promise<void> {
  await vscode.commands.executeCommand('chainwright.selectEnvironment');
}

/** What a page about a file leads to when something is in the way of a run. */
export function remedyCallsFor(
  file: vscode.Uri,
  { chooseEnvironment, startSampleApi }: RunHelp,
): Implementation<FunctionsOf<typeof remedyCalls>> {
  return {
    manageTrust,
    selectEnvironment: async () => void (await chooseEnvironment(file)),
    startSampleApi,
  };
}

/** Shows why something did not work; relative places are files below `root`. Does not wait for an answer. */
export function showFailure(error: unknown, root: string | undefined, log: vscode.LogOutputChannel): void {
  if (error instanceof UntrustedWorkspace) {
    offer(`${error.what} ${error.todo}`, vscode.l10n.t('Manage Workspace Trust'), manageTrust);
    return;
  }
  if (error instanceof MissingEnvironmentError) {
    offer(engineText(error.message), vscode.l10n.t('Select Environment…'), selectEnvironment);
    return;
  }
  if (!(error instanceof UserError)) {
    log.error(error instanceof Error ? error : String(error));
    offer(
      vscode.l10n.t('This did not work because of a fault in Chainwright. Its log says more.'),
      vscode.l10n.t('Show Log'),
      () => log.show(),
    );
    return;
  }
  log.warn(error.message);
  const { message, place } = firstFault(error);
  if (place === undefined) {
    void vscode.window.showErrorMessage(withoutLinks(message));
  } else {
    offer(message, vscode.l10n.t('Show in File'), () => showPlace(place, root));
  }
}

/** A message is one paragraph: of a file's faults it tells the first, and the log has them all. */
function firstFault(error: UserError): { readonly message: string; readonly place?: FilePlace } {
  const faults = 'faults' in error ? (error as InvalidFileError).faults : [];
  const [first] = faults;
  if (first === undefined) {
    return { message: engineText(error.message), ...defined({ place: error.place }) };
  }
  return {
    message: `${engineText(error.what)} ${formatPlace(first.place)}: ${engineText(first.message)}`,
    place: first.place,
  };
}

function offer(message: string, button: string, act: () => unknown): void {
  void vscode.window.showErrorMessage(withoutLinks(message), button).then((chosen) => {
    if (chosen === button) {
      act();
    }
  });
}

async function showPlace({ file, line = 1, column = 1 }: FilePlace, root: string | undefined): Promise<void> {
  const at = new vscode.Position(line - 1, column - 1);
  const uri = vscode.Uri.file(root === undefined ? file : path.resolve(root, file));
  await vscode.window.showTextDocument(uri, { selection: new vscode.Range(at, at) });
}
