/** Addresses of the editor's own scheme that lead to this extension: of sign-ins, and links that somebody shared. */
import * as vscode from 'vscode';
import { OPEN_PATH } from '../sharing/openLink';
import { loadSharing } from './lazyBundles';
import { showFailure } from './userMessage';

/** Follows them for as long as the returned disposable lives; an extension can have one handler only. */
export function registerUris(signIn: vscode.UriHandler, log: vscode.LogOutputChannel): vscode.Disposable {
  return vscode.window.registerUriHandler({
    handleUri: async (uri) => {
      if (uri.path !== OPEN_PATH) {
        return signIn.handleUri(uri);
      }
      try {
        await (await loadSharing()).openLinked(uri.query);
      } catch (error) {
        showFailure(error, undefined, log);
      }
    },
  });
}
