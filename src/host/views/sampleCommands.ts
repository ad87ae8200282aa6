/**
 * The sample from end to end: the command that copies and opens it, and its API with the passwords of its
 * users, which are public and good for nothing else.
 */
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { StoredSecret } from '../../node/secrets/secretValues';
import type { Register } from '../commandRegistrar';
import { requireTrust } from '../trust';
import { changeFile } from './chainEdits';
import { exists } from '../createFile';
import { windowDialogs } from './dialogs';
import { SampleServer } from './sampleServer';
import { copySample, openSampleFolder, packagedSample, rememberSample } from './sampleWorkspace';

/** What the sample needs of the extension. */
export interface SamplePorts {
  readonly context: Pick<vscode.ExtensionContext, 'extensionUri' | 'globalState' | 'workspaceState'>;
  readonly secrets: { set(name: string, secret: StoredSecret): Promise<void> };
  readonly register: Register;
  /** Called with the reason when the sample could not be started automatically. */
  readonly failed: (error: unknown) => void;
}

const ENVIRONMENT_FILE = 'local.environment.json';
const FIRST_CHAIN = 'orders.chain.json';
const DEFAULT_PORT = 4010;
const SHOWN_ONCE = 'sampleShown';

/** The sample, as other parts of the extension ask for it. */
export interface Sample extends vscode.Disposable {
  /** Starts its API. Rejects with a UserError when the workspace is not trusted or the port cannot be had. */
  readonly startApi: () => Promise<string>;
}

/** Offers the sample, and starts its API when a sample of ours is open, for as long as what is returned lives. */
export function registerSample(ports: SamplePorts): Sample {
  const { register } = ports;
  const server = new SampleServer();
  const startByItself = (): void => {
    if (vscode.workspace.isTrusted && openSampleFolder(ports.context.globalState) !== undefined) {
      welcome(ports, server).catch(ports.failed);
    }
  };
  startByItself();
  const start = (): Promise<string> => startApi(ports, server);
  const all = vscode.Disposable.from(
    server,
    vscode.workspace.onDidGrantWorkspaceTrust(startByItself),
    register('openSample', () => openSample(ports)),
    register('startSampleApi', start),
    register('stopSampleApi', () => server.stop()),
  );
  return { startApi: start, dispose: () => void all.dispose() };
}

/** Copies the sample to a folder that the person chooses, and opens it as they like. */
async function openSample({ context }: SamplePorts): Promise<void> {
  const [parent] =
    (await vscode.window.showOpenDialog({
      canSelectFiles: false,
      canSelectFolders: true,
      title: vscode.l10n.t('Choose where to create the sample folder'),
      openLabel: vscode.l10n.t('Make Sample Here'),
    })) ?? [];
  if (parent === undefined) {
    return;
  }
  const folder = await copySample(packagedSample(context.extensionUri), parent);
  await rememberSample(context.globalState, folder);
  const forceNewWindow = await wantsNewWindow(folder);
  if (forceNewWindow !== undefined) {
    await vscode.commands.executeCommand('vscode.openFolder', folder, { forceNewWindow });
  }
}

/** Where to open the sample; absent when the person wants it to stay closed. */
async function wantsNewWindow(folder: vscode.Uri): Promise<boolean | undefined> {
  if (vscode.workspace.workspaceFolders === undefined) {
    return false;
  }
  const [here, inNewWindow] = [vscode.l10n.t('Open'), vscode.l10n.t('Open in New Window')];
  const chosen = await vscode.window.showInformationMessage(
    vscode.l10n.t('The sample is in {0}.', folder.fsPath),
    { modal: true },
    here,
    inNewWindow,
  );
  return chosen === undefined ? undefined : chosen === inNewWindow;
}

/** Starts the API of an open sample, and the first time shows the chain to begin with. */
async function welcome(ports: SamplePorts, server: SampleServer): Promise<void> {
  await startApi(ports, server);
  const { workspaceState, globalState } = ports.context;
  const folder = openSampleFolder(globalState);
  if (folder === undefined || workspaceState.get(SHOWN_ONCE, false)) {
    return;
  }
  await workspaceState.update(SHOWN_ONCE, true);
  const chain = vscode.Uri.joinPath(folder, FIRST_CHAIN);
  if (await exists(chain)) {
    await vscode.window.showTextDocument(chain);
  }
}

/** Starts the API and, in a sample of ours, gives its chains what they need to reach it. */
async function startApi(ports: SamplePorts, server: SampleServer): Promise<string> {
  requireTrust();
  const folder = openSampleFolder(ports.context.globalState);
  const authored = folder === undefined ? undefined : await authoredOrigin(folder);
  const origin = await server.start(authored === undefined ? DEFAULT_PORT : Number(authored.port));
  if (folder !== undefined) {
    await keepSecrets(ports, origin);
    if (origin !== authored?.origin) {
      offerOrigin(folder, origin).catch(ports.failed);
    }
  }
  return origin;
}

/** Where the sample's environment expects the API on this machine; absent when it names another place. */
async function authoredOrigin(folder: vscode.Uri): Promise<URL | undefined> {
  const file = vscode.Uri.joinPath(folder, ENVIRONMENT_FILE);
  if (!(await exists(file))) {
    return undefined;
  }
  const document = await vscode.workspace.openTextDocument(file);
  const { readEnvironmentSources } = await import('../../core/language/environmentSources');
  const [source] = readEnvironmentSources(document.getText(), ENVIRONMENT_FILE);
  const url = URL.parse(source?.values.get('baseUrl') ?? '');
  return url?.hostname === '127.0.0.1' && url.port !== '' ? url : undefined;
}

/** The passwords of the sample's users, kept as a person would have entered them. */
async function keepSecrets({ secrets }: SamplePorts, origin: string): Promise<void> {
  const { DEMO_SECRETS } = await import('../../../examples/orders-api/data/seed');
  for (const [name, value] of Object.entries(DEMO_SECRETS)) {
    await secrets.set(name, { value, origins: [origin] });
  }
}

async function offerOrigin(folder: vscode.Uri, origin: string): Promise<void> {
  const file = vscode.Uri.joinPath(folder, ENVIRONMENT_FILE);
  const action = vscode.l10n.t('Write It into {0}', path.posix.basename(file.path));
  const chosen = await windowDialogs.warn(
    vscode.l10n.t('The port of the sample API is taken. It listens at {0} instead.', origin),
    [action],
  );
  if (chosen === action) {
    await writeOrigin(file, origin);
  }
}

/**
 * Makes the sample's environment name the address where its API listens.
 *
 * @throws UserError when the file is not JSON
 */
export async function writeOrigin(file: vscode.Uri, origin: string): Promise<void> {
  const { setMember } = await import('../../core/edit/jsonEdit');
  await changeFile(file, (text) => setMember(text, ['variables', 'baseUrl'], origin));
  const document = await vscode.workspace.openTextDocument(file);
  await document.save();
}
