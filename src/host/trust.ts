/**
 * Workspace Trust, checked in code: a chain file is a stranger's program until the person at the
 * keyboard says otherwise, and a hidden menu item does not stop a command from being called.
 */
import * as vscode from 'vscode';
import { UntrustedWorkspace } from './userMessage';

/** Every command that sends begins with this. Throws {@link UntrustedWorkspace} in Restricted Mode. */
export function requireTrust(): void {
  if (!vscode.workspace.isTrusted) {
    throw new UntrustedWorkspace();
  }
}
