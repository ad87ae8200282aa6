/** The commands about secrets; what each of them does is loaded when it is called for the first time. */
import * as vscode from 'vscode';
import { commandRegistrar } from '../commandRegistrar';
import { loadCommands } from '../lazyBundles';
import type { SurroundingPorts } from './secretSurroundings';

/** Registers the commands for as long as the returned disposable lives. */
export function registerSecrets(ports: SurroundingPorts, log: vscode.LogOutputChannel): vscode.Disposable {
  const register = commandRegistrar(log);
  return vscode.Disposable.from(
    register('setSecret', async (name, chain) => {
      const { setSecret } = await loadCommands();
      return setSecret(ports, name, chain);
    }),
    register('listSecrets', async () => {
      const { listSecrets } = await loadCommands();
      return listSecrets(ports);
    }),
    register('deleteSecret', async (name) => {
      const { deleteSecret } = await loadCommands();
      return deleteSecret(ports, name);
    }),
    register('storeAsSecret', async (chain, range) => {
      const { storeAsSecret } = await loadCommands();
      return storeAsSecret(ports, chain, range);
    }),
  );
}
