/** The command that shares the result of a chain; what it does is loaded when it is called for the first time. */
import * as vscode from 'vscode';
import { activeChain } from '../chainDocument';
import { commandRegistrar } from '../commandRegistrar';
import { loadSharing } from '../lazyBundles';
import { subjectOf } from '../results/resultCommands';
import type { ResultHistory } from '../results/resultHistory';
import type { ShownRuns } from '../results/shownRuns';
import { namesNoChain } from '../running/runTarget';
import type { Machine } from '../settings';
import { isRequestTarget, targetFrom } from '../views/chainNode';
import type { ShareSubject } from './share';

/** What sharing needs of the extension. */
export interface SharingPorts {
  readonly context: vscode.ExtensionContext;
  readonly machine: () => Promise<Machine>;
  readonly log: vscode.LogOutputChannel;
}

/** Lets results of chains be shared for as long as the returned disposable lives. */
export function registerSharing(
  ports: SharingPorts & { readonly shown: ShownRuns; readonly history: ResultHistory },
): vscode.Disposable {
  const { shown, history, log } = ports;
  const register = commandRegistrar(log);
  return vscode.Disposable.from(
    register('share', async (line) => {
      const { shareResult, sharePorts } = await loadSharing();
      await shareResult(sharedBy(line), { shown, history, ...sharePorts(ports) });
    }),
    register('raiseIssue', async (line, index) => {
      const { issuePorts, raiseIssue } = await loadSharing();
      const { uri } = sharedBy(line);
      const subject = { uri, ...(typeof index === 'number' ? { index } : {}) };
      return (await raiseIssue(subject, issuePorts(ports)))?.name;
    }),
  );
}

/** What the command is about; without an argument the chain in the active editor. */
function sharedBy(line: unknown): ShareSubject {
  if (line === undefined || line === null) {
    return { uri: activeChain() };
  }
  const stored = subjectOf(line);
  const target = stored === undefined ? targetFrom(line) : undefined;
  if (stored !== undefined) {
    return { uri: stored };
  }
  if (target === undefined) {
    throw namesNoChain();
  }
  return { uri: target.chain, ...(isRequestTarget(target) ? { request: target.requestId } : {}) };
}
