/** Addresses of the editor's own scheme that lead to this extension: of sign-ins, and links that somebody shared. */
import * as vscode from 'vscode';
import { OPEN_PATH } from '../sharing/openLink';
import { orShowFailure } from './commandRegistrar';

/** Who takes what such an address names. */
export interface UriPorts {
  /** The sign-in that an address leads back to. */
  readonly signIn: vscode.UriHandler;
  /** Shows a result from disk. */
  readonly openResult: (file: vscode.Uri) => Promise<void>;
  readonly log: vscode.LogOutputChannel;
}

/** Follows them for as long as the returned disposable lives; an extension can have one handler only. */
export function registerUris({ signIn, openResult, log }: UriPorts): vscode.Disposable {
  return vscode.window.registerUriHandler({
    handleUri: async (uri) => {
      if (uri.path !== OPEN_PATH) {
        return signIn.handleUri(uri);
      }
      await orShowFailure(log, async () =>
        (await import('./sharing/openLinked')).openLinked(uri.query, openResult),
      );
    },
  });
}
