/**
 * The commands for secrets: set, list, delete. Values go in by a hidden input and never come out again; what
 * can be seen and changed are names and the origins they are bound to.
 */
import * as vscode from 'vscode';
import type { SecretEntry } from '../../node/secrets/secretStore';
import { openText } from '../chainDocument';
import { activeResource } from '../environments/activeResource';
import { requireTrust } from '../trust';
import { askName, askOrigins, askValue, isSecretName } from './secretQuestions';
import { suggestNames, suggestOrigins, type SurroundingPorts } from './secretSurroundings';

/** Asks for what is needed and keeps the secret; answers its name, or nothing when the person gave up. */
export async function setSecret(
  ports: SurroundingPorts,
  wanted: unknown,
  chain?: unknown,
): Promise<string | undefined> {
  requireTrust();
  const resource = chain instanceof vscode.Uri ? chain : activeResource();
  const name = isSecretName(wanted) ? wanted : await askName(await suggestNames(ports, resource));
  const value = name === undefined ? undefined : await askValue(name);
  if (name === undefined || value === undefined) {
    return undefined;
  }
  const origins = await askOrigins(name, await originChoice(ports, name, resource));
  if (origins === undefined) {
    return undefined;
  }
  await ports.secrets.set(name, { value, origins });
  void vscode.window.showInformationMessage(
    vscode.l10n.t('{0} is kept for this workspace. It may be sent to {1}.', name, origins.join(', ')),
  );
  return name;
}

/** What a secret was bound to before is most likely where it still belongs. */
async function originChoice(ports: SurroundingPorts, name: string, resource: vscode.Uri | undefined) {
  const before = ports.secrets.entries.find((entry) => entry.name === name)?.origins ?? [];
  const text = resource === undefined ? undefined : openText(resource);
  const secret = text === undefined ? undefined : { name, text };
  const { likely, possible } = await suggestOrigins(ports, resource, secret);
  return before.length === 0 ? { likely, possible } : { likely: before, possible: [...likely, ...possible] };
}

/** Shows the secrets of this workspace, and what can be done with one. */
export async function listSecrets(ports: SurroundingPorts): Promise<void> {
  const name = await pickSecret(ports, vscode.l10n.t('Choose one to change it'));
  if (name === undefined) {
    return;
  }
  const actions = [
    { label: vscode.l10n.t('Change Origins…'), act: () => changeOrigins(ports, name) },
    { label: vscode.l10n.t('Replace Value…'), act: () => setSecret(ports, name) },
    { label: vscode.l10n.t('Delete…'), act: () => deleteSecret(ports, name) },
  ];
  const chosen = await vscode.window.showQuickPick(actions, { title: name });
  await chosen?.act();
}

async function changeOrigins(ports: SurroundingPorts, name: string): Promise<void> {
  requireTrust();
  const origins = await askOrigins(name, await originChoice(ports, name, activeResource()));
  if (origins !== undefined) {
    await ports.secrets.bind(name, origins);
  }
}

/** Deletes a secret, the one that is wanted or one that the person chooses, when they confirm it. */
export async function deleteSecret(ports: SurroundingPorts, wanted: unknown): Promise<void> {
  const isKnown = ports.secrets.entries.some((entry) => entry.name === wanted);
  const name =
    isKnown && typeof wanted === 'string'
      ? wanted
      : await pickSecret(ports, vscode.l10n.t('Choose the one to delete'));
  if (name === undefined) {
    return;
  }
  const action = vscode.l10n.t('Delete');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t('Delete the secret {0}?', name),
    { modal: true, detail: vscode.l10n.t('Its value cannot be brought back.') },
    action,
  );
  if (answer === action) {
    await ports.secrets.delete(name);
  }
}

async function pickSecret({ secrets }: SurroundingPorts, placeHolder: string): Promise<string | undefined> {
  if (secrets.entries.length === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t('VS Code keeps no secret for this workspace. Use "Chainwright: Set Secret…" to add one.'),
    );
    return undefined;
  }
  const chosen = await vscode.window.showQuickPick(secrets.entries.map(asItem), {
    title: vscode.l10n.t('Secrets of This Workspace'),
    placeHolder,
    matchOnDescription: true,
  });
  return chosen?.label;
}

function asItem({ name, origins }: SecretEntry): vscode.QuickPickItem {
  return {
    label: name,
    description: origins.length === 0 ? vscode.l10n.t('may be sent nowhere') : origins.join(', '),
  };
}
