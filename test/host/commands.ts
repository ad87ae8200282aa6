import * as vscode from 'vscode';

/** Runs a command of the extension, named without its prefix, and gives what it answers: `T` is the caller's word. */
export function command<T = unknown>(name: string, ...args: unknown[]): Thenable<T | undefined> {
  return vscode.commands.executeCommand<T | undefined>(`chainwright.${name}`, ...args);
}
