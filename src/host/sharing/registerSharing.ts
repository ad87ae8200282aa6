/** The commands that let results leave the editor; what they do is loaded when one is called for the first time. */
import * as vscode from 'vscode';
import type { MatrixRunSource } from '../authz/registerAuthorization';
import { commandRegistrar } from '../commandRegistrar';
import { loadSharing } from '../lazyBundles';
import type { ResultHistory } from '../results/resultHistory';
import type { ShownRuns } from '../results/shownRuns';
import type { Machine } from '../settings';

/** What sharing needs of the extension. */
export interface SharingPorts {
  readonly context: vscode.ExtensionContext;
  readonly machine: () => Promise<Machine>;
  readonly log: vscode.LogOutputChannel;
}

/** The same, and where results are found. */
export interface SharedPorts extends SharingPorts, MatrixRunSource {
  readonly shown: ShownRuns;
  readonly history: ResultHistory;
}

/** Lets results be shared, and issues be raised about them, for as long as the returned disposable lives. */
export function registerSharing(ports: SharedPorts): vscode.Disposable {
  const register = commandRegistrar(ports.log);
  return vscode.Disposable.from(
    register('share', async (line) => (await loadSharing()).share(line, ports)),
    register('raiseIssue', async (line, which) => (await loadSharing()).raise({ line, which }, ports)),
  );
}
