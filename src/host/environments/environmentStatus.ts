/**
 * The environment in the status bar, while a file of Chainwright is shown: its name, in warning
 * colours when it is protected, and details in the tooltip.
 */
import * as vscode from 'vscode';
import { oneLine, shorten } from '../../core/shownText';
import type { EnvironmentSummary } from '../../node/files/environmentList';
import { fileText, withoutIcons } from '../fileText';
import { activeResource, followActiveResource } from './activeResource';
import type { WorkspaceEnvironments } from './workspaceEnvironments';

const PRIORITY = 90;

/** Shows the environment for as long as the returned disposable lives. */
export function registerEnvironmentStatus(
  environments: WorkspaceEnvironments,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const item = vscode.window.createStatusBarItem(
    'chainwright.environment',
    vscode.StatusBarAlignment.Right,
    PRIORITY,
  );
  item.name = vscode.l10n.t('Chainwright Environment');
  item.command = 'chainwright.selectEnvironment';
  let turn = 0;
  const refresh = async (): Promise<void> => {
    turn += 1;
    const own = turn;
    const resource = activeResource();
    if (resource === undefined) {
      item.hide();
      return;
    }
    const name = await environments.nameFor(resource);
    const summaries = await environments.summaries(resource);
    if (own === turn) {
      show(item, name, summaries);
    }
  };
  const soon = (): void => {
    refresh().catch((error: unknown) => log.error(error instanceof Error ? error : String(error)));
  };
  soon();
  return vscode.Disposable.from(
    item,
    environments.onDidChange(soon),
    followActiveResource(soon),
    vscode.workspace.onDidSaveTextDocument(soon),
  );
}

/** What the status bar says. */
export interface EnvironmentStatus {
  readonly text: string;
  readonly tooltip: string;
  readonly warning: boolean;
}

/** What the status bar says about the environment of that name, or about there being none. */
export function statusOf(
  name: string | undefined,
  summaries: readonly EnvironmentSummary[],
): EnvironmentStatus {
  if (name === undefined) {
    return {
      text: `$(server-environment) ${vscode.l10n.t('No Environment')}`,
      tooltip: vscode.l10n.t('The chain names no environment, and none is chosen.'),
      warning: false,
    };
  }
  const found = summaries.find((summary) => summary.name === name);
  return found === undefined
    ? {
        text: `$(warning) ${plain(name)}`,
        tooltip: vscode.l10n.t('The environment "{0}" does not exist. Choose another one.', fileText(name)),
        warning: true,
      }
    : {
        text: `$(server-environment) ${plain(name)}`,
        tooltip: describe(found),
        warning: found.protected,
      };
}

function show(
  item: vscode.StatusBarItem,
  name: string | undefined,
  summaries: readonly EnvironmentSummary[],
): void {
  const { text, tooltip, warning } = statusOf(name, summaries);
  item.text = text;
  item.tooltip = tooltip;
  item.backgroundColor = warning ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
  item.accessibilityInformation = { label: vscode.l10n.t('Environment: {0}', tooltip), role: 'button' };
  item.show();
}

function describe({ file, name, protected: isProtected, variables, secrets }: EnvironmentSummary): string {
  const missing = secrets.filter(({ hasValue }) => !hasValue).map((secret) => fileText(secret.name));
  return [
    isProtected ? vscode.l10n.t('{0} (protected)', fileText(name)) : fileText(name),
    vscode.workspace.asRelativePath(file),
    vscode.l10n.t('Variables: {0}', variables),
    vscode.l10n.t('Secrets with a value: {0} of {1}', secrets.length - missing.length, secrets.length),
    ...(missing.length === 0 ? [] : [vscode.l10n.t('Without a value: {0}', missing.join(', '))]),
  ].join('\n');
}

/** A name from a file as status bar text. */
function plain(name: string): string {
  return withoutIcons(shorten(oneLine(name), MAX_NAME));
}

const MAX_NAME = 40;
