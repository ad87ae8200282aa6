/** The commands that export. What they do is loaded when one is called for the first time. */
import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import { activeChain } from '../chainDocument';
import { commandRegistrar } from '../commandRegistrar';
import { subjectOf } from '../results/resultCommands';
import { namesNoChain } from '../running/runTarget';
import type { Environments } from '../services';
import { requireTrust } from '../trust';
import { targetFrom } from '../views/chainNode';

/** What the commands work with. */
export interface ExportCommandPorts {
  readonly environments: Pick<Environments, 'nameFor'>;
  readonly context: vscode.ExtensionContext;
  readonly log: vscode.LogOutputChannel;
}

/** Registers the commands for as long as the returned disposable lives. */
export function registerExport({ environments, context, log }: ExportCommandPorts): vscode.Disposable {
  const register = commandRegistrar(log);
  const { version } = context.extension.packageJSON as { readonly version: string };
  return vscode.Disposable.from(
    register('exportChain', async (line) => {
      requireTrust();
      const isOnLine = line !== undefined && line !== null;
      const target = isOnLine ? targetFrom(line) : { chain: activeChain() };
      if (target === undefined) {
        throw namesNoChain();
      }
      return (await import('./exportChainFile')).exportChainFile(target.chain, { environments, version });
    }),
    register('exportResult', async (line) => {
      requireTrust();
      const subject = subjectOf(line);
      if (subject === undefined) {
        throw new UserError(
          vscode.l10n.t('No result is selected.'),
          vscode.l10n.t('Select one in the Results view.'),
        );
      }
      return (await import('./exportChainFile')).exportResult(subject, { version });
    }),
  );
}
