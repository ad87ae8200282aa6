/** The commands about secrets; what each of them does is loaded when it is called for the first time. */
import * as vscode from 'vscode';
import type { TextRange } from '../../core/problem';
import { commandRegistrar, orShowFailure } from '../commandRegistrar';
import type { RunHelp } from '../services';
import type { SurroundingPorts } from './secretSurroundings';

/** What is done with secrets, as other parts of the extension ask for it. */
export interface SecretActions extends vscode.Disposable, Pick<RunHelp, 'setSecret'> {
  /** Moves a value of a chain into VS Code's keychain, or shows why that does not work. */
  readonly storeAsSecret: (chain: vscode.Uri, range: TextRange) => Promise<void>;
}

/** Registers the commands for as long as what is returned lives. */
export function registerSecrets(ports: SurroundingPorts, log: vscode.LogOutputChannel): SecretActions {
  const storeAsSecret = async (chain: unknown, range: unknown): Promise<string | undefined> =>
    (await import('./storeAsSecret')).storeAsSecret(ports, chain, range);
  const setSecret = async (name: unknown, file: unknown): Promise<string | undefined> =>
    (await import('./secretCommands')).setSecret(ports, name, file);
  const register = commandRegistrar(log);
  const commands = vscode.Disposable.from(
    register('setSecret', setSecret),
    register('listSecrets', async () => {
      const { listSecrets } = await import('./secretCommands');
      return listSecrets(ports);
    }),
    register('deleteSecret', async (name) => {
      const { deleteSecret } = await import('./secretCommands');
      return deleteSecret(ports, name);
    }),
    register('storeAsSecret', storeAsSecret),
  );
  return {
    setSecret: async (name, file) => {
      await orShowFailure(log, () => setSecret(name, file));
    },
    storeAsSecret: async (chain, range) => {
      await orShowFailure(log, () => storeAsSecret(chain, range));
    },
    dispose: () => void commands.dispose(),
  };
}
