/** The commands that let results leave the editor; what they do is loaded when one is called for the first time. */
import * as vscode from 'vscode';
import { commandRegistrar, orShowFailure } from '../commandRegistrar';
import type { Outgoing } from '../services';
import type { SharedPorts } from './issues/issuePorts';

/** Sharing, as other parts of the extension ask for it. */
export type Sharing = vscode.Disposable & Pick<Outgoing, 'share' | 'raiseIssue'>;

/** Lets results be shared, and issues be raised about them, for as long as the returned disposable lives. */
export function registerSharing(ports: SharedPorts): Sharing {
  const { log } = ports;
  const register = commandRegistrar(log);
  const commands = vscode.Disposable.from(
    register('share', async (line) => {
      const { share, sharedBy } = await import('./sharingCommands');
      await share(sharedBy(line), ports);
    }),
    register('raiseIssue', async (line, which) => {
      const { raise, raisedBy } = await import('./sharingCommands');
      return raise(raisedBy(line, which), ports);
    }),
  );
  return {
    share: (uri) => orShowFailure(log, async () => (await import('./sharingCommands')).share({ uri }, ports)),
    raiseIssue: (subject) =>
      orShowFailure(log, async () => (await import('./sharingCommands')).raise(subject, ports)),
    dispose: () => void commands.dispose(),
  };
}
