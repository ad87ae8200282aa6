/** Ending the sessions that were opened in the browser. */
import * as vscode from 'vscode';
import type { EndableSessions } from '../../node/secrets/sessionStore';
import { commandRegistrar } from '../commandRegistrar';
import { fileText } from '../fileText';

/** Registers the command for as long as the returned disposable lives. */
export function registerSignOut(sessions: EndableSessions, log: vscode.LogOutputChannel): vscode.Disposable {
  const register = commandRegistrar(log);
  return register('signOut', async () => {
    const open = sessions.shown();
    if (open.length === 0) {
      void vscode.window.showInformationMessage(vscode.l10n.t('No session is open for this workspace.'));
      return;
    }
    const action = vscode.l10n.t('Sign Out');
    const answer = await vscode.window.showWarningMessage(
      vscode.l10n.t('Sign out of the OAuth sessions of this workspace?'),
      { modal: true, detail: open.map(fileText).join('\n') },
      action,
    );
    if (answer === action) {
      await sessions.endAll();
    }
  });
}
