/** How commands are registered: what goes wrong in one is shown to the person, and the command answers nothing. */
import * as vscode from 'vscode';
import { orShowFailure } from './userMessage';

/** Registers `chainwright.<name>` for as long as the returned disposable lives. */
export type Register = (name: string, run: (...args: unknown[]) => unknown) => vscode.Disposable;

/** A way to register commands, faults of which are in the log. */
export function commandRegistrar(log: vscode.LogOutputChannel): Register {
  return (name, run) =>
    vscode.commands.registerCommand(`chainwright.${name}`, (...args: unknown[]) =>
      orShowFailure(log, () => run(...args)),
    );
}
