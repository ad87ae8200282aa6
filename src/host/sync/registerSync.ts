/** `Update Chains from OpenAPI…`; what it does is loaded when it is called. */
import type * as vscode from 'vscode';
import { activeChain } from '../chainDocument';
import { commandRegistrar } from '../commandRegistrar';
import { namesNoChain } from '../running/runTarget';
import { requireTrust } from '../trust';
import { targetFrom } from '../views/chainNode';
import type { UpdatePorts } from './updateChains';

/** Registers the command for as long as the returned disposable lives. */
export function registerSync({
  environments,
  log,
}: Pick<UpdatePorts, 'environments'> & { readonly log: vscode.LogOutputChannel }): vscode.Disposable {
  const register = commandRegistrar(log);
  return register('updateChains', async (line) => {
    requireTrust();
    const isOnLine = line !== undefined && line !== null;
    const target = isOnLine ? targetFrom(line) : { chain: activeChain() };
    if (target === undefined) {
      throw namesNoChain();
    }
    await (await import('./updateChains')).updateChains(target.chain, { environments });
  });
}
