/**
 * The credentials of an import: their values are in no file any more, and are kept only when the person says so,
 * each bound to the origins that its requests go to.
 */
import * as vscode from 'vscode';
import type { ImportedSecret } from '../../formats/importers/secrets/secretOrigins';
import { askOrigins } from '../secrets/secretQuestions';
import type { WorkspaceSecrets } from '../secrets/workspaceSecrets';
import { requireTrust } from '../trust';

/** Where secrets are kept. */
export interface SecretPorts {
  readonly secrets: Pick<WorkspaceSecrets, 'entries' | 'values' | 'set'>;
}

/** Values of the secrets of this workspace by name; in Restricted Mode the names alone count. */
export async function knownSecrets({ secrets }: SecretPorts): Promise<ReadonlyMap<string, string>> {
  return vscode.workspace.isTrusted
    ? new Map([...(await secrets.values())].map(([name, { value }]) => [name, value]))
    : new Map(secrets.entries.map(({ name }) => [name, '']));
}

/** Those of an import that are not kept yet. */
export function newSecrets(
  { secrets }: SecretPorts,
  imported: readonly ImportedSecret[],
): readonly ImportedSecret[] {
  const kept = new Set(secrets.entries.map(({ name }) => name));
  return imported.filter(({ name }) => !kept.has(name));
}

/** Asks which values to keep, and where they may be sent when the import does not say; keeps them. */
export async function storeImported(
  { secrets }: SecretPorts,
  imported: readonly ImportedSecret[],
): Promise<readonly string[]> {
  requireTrust();
  const items = imported.map((secret) => ({
    label: secret.name,
    description:
      secret.origins.length === 0
        ? vscode.l10n.t('you will be asked where it may be sent')
        : vscode.l10n.t('may be sent to {0}', secret.origins.join(', ')),
    picked: true,
    secret,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Store Secrets'),
    placeHolder: vscode.l10n.t('Which values shall VS Code keep for this workspace?'),
    canPickMany: true,
    ignoreFocusOut: true,
  });
  const stored: string[] = [];
  for (const { secret } of chosen ?? []) {
    const { name, value } = secret;
    const origins = await originsFor(secret, imported);
    if (origins === undefined) {
      break;
    }
    await secrets.set(name, { value, origins });
    stored.push(name);
  }
  return stored;
}

async function originsFor(
  { name, origins }: ImportedSecret,
  all: readonly ImportedSecret[],
): Promise<readonly string[] | undefined> {
  const possible = all.flatMap((secret) => secret.origins);
  return origins.length > 0 ? origins : askOrigins(name, { likely: [], possible });
}
