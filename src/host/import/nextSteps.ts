/**
 * What a person does after an import, as the buttons of its message: what a run needs first, the run last. What is left
 * to do is offered again after each of them, for VS Code closes a message with its first button.
 */
import * as vscode from 'vscode';
import type { ImportedSecret } from '../../formats/importers/secrets/secretOrigins';
import type { ImportedRun } from '../../formats/importers/write/composeImport';
import { withoutValue } from '../../formats/importers/write/missingVariables';
import { isRecording } from '../../node/results/mostTelling';
import { createResultStore } from '../../node/results/resultStore';
import { isChainFile, rootOf, workspacePathOf } from '../chainDocument';
import { withoutLinks } from '../fileText';
import type { MappingDisplay } from '../mapping/registerMapping';
import type { Environments, RunHelp } from '../services';
import { showFailure } from '../userMessage';
import { newSecrets, storeImported, type SecretPorts } from './importedSecrets';

/** How the steps are carried out. */
export interface StepPorts extends SecretPorts, Pick<MappingDisplay, 'autoMap'> {
  readonly environments: Pick<Environments, 'nameFor'>;
  readonly help: Pick<RunHelp, 'chooseEnvironment'>;
  /** Runs a whole chain, or shows what is in the way. */
  readonly startAll: (chain: vscode.Uri) => Promise<void>;
  readonly log: vscode.LogOutputChannel;
}

/** What was imported, and what there is to do for it. */
export interface ImportedFiles {
  /** The chain or environment that is shown. */
  readonly shown: vscode.Uri;
  readonly secrets: readonly ImportedSecret[];
  /** What new chains need for a run, and the folder that they are in; absent when a chain that was there got requests. */
  readonly created?: {
    readonly folder: vscode.Uri;
    readonly run: ImportedRun;
    readonly environments: readonly string[];
  };
  /** Shows the report, and whether it is shown already. */
  readonly report: { readonly show: () => Promise<void>; readonly isShown: boolean };
}

/** A button. */
interface Step {
  readonly label: string;
  /** Resolves to a sentence for the message with what is left; absent when nothing is offered after it. */
  readonly take: () => Promise<string | undefined>;
  /** Whether it can be taken again. */
  readonly isLeft?: () => boolean;
}

/** VS Code has room for so many buttons. */
const MOST_STEPS = 4;

/** Says what was done and offers what to do next; does not wait for an answer. */
export async function offerNextSteps(ports: StepPorts, message: string, files: ImportedFiles): Promise<void> {
  const steps = await stepsFor(ports, message, files);
  offer(message, steps).catch((error: unknown) => showFailure(error, undefined, ports.log));
}

async function offer(message: string, steps: readonly Step[]): Promise<void> {
  const labels = steps.map(({ label }) => label);
  const chosen = await vscode.window.showInformationMessage(withoutLinks(message), ...labels);
  const step = steps.find(({ label }) => label === chosen);
  const next = await step?.take();
  if (next !== undefined) {
    await offer(
      next,
      steps.filter((one) => one !== step || one.isLeft?.() === true),
    );
  }
}

async function stepsFor(
  ports: StepPorts,
  message: string,
  { shown, secrets, created, report }: ImportedFiles,
): Promise<readonly Step[]> {
  const { isTrusted } = vscode.workspace;
  const toFillIn = created?.run.toFillIn;
  const steps: readonly Step[] = [
    ...(created === undefined || toFillIn === undefined
      ? []
      : [fillIn(vscode.Uri.joinPath(created.folder, toFillIn.path), toFillIn.missing)]),
    ...(isTrusted && newSecrets(ports, secrets).length > 0 ? [storeSecrets(ports, secrets, message)] : []),
    ...((await hasRecordedResponses(shown)) ? [autoMap(ports, shown, message)] : []),
  ];
  const run = isTrusted && isChainFile(shown) ? [runChain(ports, shown, created)] : [];
  const hasRoom = steps.length + run.length < MOST_STEPS;
  return [...steps, ...(hasRoom || !report.isShown ? [showReport(report, message)] : []), ...run];
}

function fillIn(environment: vscode.Uri, [first = '']: readonly string[]): Step {
  return {
    label: vscode.l10n.t('Fill In Variables'),
    take: async () => {
      const document = await vscode.workspace.openTextDocument(environment);
      const at = document.positionAt(Math.max(document.getText().indexOf(withoutValue(first)), 0));
      await vscode.window.showTextDocument(document, {
        selection: new vscode.Range(at, at),
        viewColumn: vscode.ViewColumn.One,
        preview: false,
      });
      return vscode.l10n.t('Remove the // in front of each variable, give it a value, and save the file.');
    },
  };
}

function storeSecrets(ports: StepPorts, secrets: readonly ImportedSecret[], message: string): Step {
  return {
    label: vscode.l10n.t('Store Secrets…'),
    take: async () => {
      const stored = await storeImported(ports, newSecrets(ports, secrets));
      return stored.length === 0
        ? message
        : vscode.l10n.t('Kept for this workspace: {0}.', stored.join(', '));
    },
    isLeft: () => newSecrets(ports, secrets).length > 0,
  };
}

function autoMap({ autoMap: map }: StepPorts, chain: vscode.Uri, message: string): Step {
  return {
    label: vscode.l10n.t('Auto Map'),
    take: async () => {
      await map(chain);
      return message;
    },
  };
}

function showReport({ show }: ImportedFiles['report'], message: string): Step {
  return {
    label: vscode.l10n.t('Show Report'),
    take: async () => {
      await show();
      return message;
    },
  };
}

/**
 * Runs the chain in an environment of the import. A person is asked where none of them would be used: several came, and
 * the chain names none, or another one is chosen for the workspace.
 */
function runChain(
  { environments, help, startAll }: StepPorts,
  chain: vscode.Uri,
  created: ImportedFiles['created'],
): Step {
  return {
    label: vscode.l10n.t('Run'),
    take: async () => {
      const imported = created?.environments ?? [];
      const name = await environments.nameFor(chain);
      const isMeant = imported.length === 0 || (name !== undefined && imported.includes(name));
      if (isMeant || (await help.chooseEnvironment(chain))) {
        await startAll(chain);
      }
      return undefined;
    },
  };
}

/** Whether a chain has responses that were recorded elsewhere: then it can be said at once which values came from where. */
async function hasRecordedResponses(chain: vscode.Uri): Promise<boolean> {
  if (chain.scheme !== 'file' || !isChainFile(chain)) {
    return false;
  }
  const store = createResultStore(rootOf(chain).fsPath, Number.MAX_SAFE_INTEGER);
  const stored = await store.list(workspacePathOf(chain)).catch(() => []);
  return stored.some(isRecording);
}
