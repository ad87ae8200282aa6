/**
 * The setting `chainwright.notifications`, from the user's own settings alone: those of a workspace are a file in it,
 * which must not decide who hears of runs.
 */
import * as vscode from 'vscode';

/** The user's setting, unchanged; absent when nothing is set. */
export function ownNotifications(): unknown {
  return vscode.workspace.getConfiguration('chainwright').inspect('notifications')?.globalValue;
}

/** Adds a rule to what the person set. */
export async function addNotification(rule: object): Promise<void> {
  const own = ownNotifications();
  const rules: readonly unknown[] = Array.isArray(own) ? own : [];
  await vscode.workspace
    .getConfiguration('chainwright')
    .update('notifications', [...rules, rule], vscode.ConfigurationTarget.Global);
}
