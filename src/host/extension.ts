/**
 * The extension's composition root. Nothing heavy is imported here: the engine is a bundle of its own
 * and is loaded at the first run.
 */
import * as vscode from 'vscode';
import { registerChainCodeLens } from './chainCodeLens';
import { ChainRuns } from './chainRuns';
import { registerResponseBodies } from './responseBodies';
import { ResultsPanels } from './resultsPanels';
import { registerRunCommands } from './runCommands';
import { thisMachine } from './settings';

/** Called by VS Code when a chain file comes into view. */
export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('Chainwright', { log: true });
  const runs = new ChainRuns(() => thisMachine(context));
  const panels = new ResultsPanels(context.extensionUri, runs, log);
  context.subscriptions.push(
    log,
    runs,
    panels,
    registerResponseBodies(runs),
    registerChainCodeLens(),
    registerRunCommands({ runs, showResults: (chain) => panels.show(chain), log }),
  );
}
