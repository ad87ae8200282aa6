/** `Import…`: its command and its reports; everything else is loaded when it is called. */
import * as vscode from 'vscode';
import { commandRegistrar } from '../commandRegistrar';
import { loadCommands } from '../lazyBundles';
import type { ImportPorts } from './importRequests';

/** The reports of this window's imports are documents of this scheme. */
export const REPORT_SCHEME = 'chainwright-import';

/** Registers the command for as long as the returned disposable lives. */
export function registerImport(ports: Omit<ImportPorts, 'reports'>): vscode.Disposable {
  const register = commandRegistrar(ports.log);
  const reports = new Map<string, string>();
  return vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(REPORT_SCHEME, {
      provideTextDocumentContent: ({ query }) =>
        reports.get(query) ?? vscode.l10n.t('This report is no longer there. Import again to see it.'),
    }),
    register('import', async (...args) => {
      const { importRequests } = await loadCommands();
      return importRequests({ ...ports, reports }, args);
    }),
  );
}
