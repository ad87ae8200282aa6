/** How commands are registered and carried out: what goes wrong is shown to the person, and nothing comes of it. */
import * as vscode from 'vscode';
import { showFailure } from './userMessage';

/** Registers `chainwright.<name>` for as long as the returned disposable lives. */
export type Register = (name: string, run: (...args: unknown[]) => unknown) => vscode.Disposable;

/** A way to register commands, faults of which are in the log. */
export function commandRegistrar(log: vscode.LogOutputChannel): Register {
  return (name, run) =>
    vscode.commands.registerCommand(`chainwright.${name}`, (...args: unknown[]) =>
      orShowFailure(log, () => run(...args)),
    );
}

/**
 * What `act` gives. What goes wrong in it is shown to the person, relative places below `root`, and nothing comes of
 * it.
 */
export async function orShowFailure<Result>(
  log: vscode.LogOutputChannel,
  act: () => Result | Promise<Result>,
  root?: string,
): Promise<Result | undefined> {
  try {
    return await act();
  } catch (error) {
    showFailure(error, root, log);
    return undefined;
  }
}
