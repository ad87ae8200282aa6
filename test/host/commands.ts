import * as vscode from 'vscode';
import { openLinked } from '../../src/host/sharing/openLinked';

/** Runs a command of the extension, named without its prefix, and gives what it answers: `T` is the caller's word. */
export function command<T = unknown>(name: string, ...args: unknown[]): Thenable<T | undefined> {
  return vscode.commands.executeCommand<T | undefined>(`chainwright.${name}`, ...args);
}

/** Follows a link that somebody shared, as the extension does; rejects where the extension says why it cannot. */
export function followLink(query: string): Promise<void> {
  return openLinked(query, async (file) => {
    await command('openResult', file);
  });
}
