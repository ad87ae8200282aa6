/** `Import Requests…`: its command and its reports; everything else is loaded when it is called. */
import * as vscode from 'vscode';
import { commandRegistrar, orShowFailure } from '../commandRegistrar';
import type { ChainsNode } from '../views/chainNode';
import type { NamedSource } from './importOrder';
import { registerImportReports, type ImportReports } from './importReports';
import type { ImportPorts } from './importRequests';

/** Imports, as other parts of the extension ask for them. */
export interface Imports extends vscode.Disposable {
  /** Imports sources to the line of the Chains view that they were dropped on, or shows why that does not work. */
  readonly importTo: (sources: readonly NamedSource[], onto: ChainsNode | undefined) => Promise<void>;
  /** Asks for sources and imports them into a chain, or shows why that does not work. */
  readonly importInto: (chain: vscode.Uri) => Promise<void>;
}

/** Registers the command for as long as what is returned lives. */
export function registerImport(ports: Omit<ImportPorts, 'reports'>): Imports {
  const register = commandRegistrar(ports.log);
  const reports: ImportReports = new Map();
  const run = async (args: readonly unknown[]): Promise<vscode.Uri | undefined> => {
    const { importRequests } = await import('./importRequests');
    return importRequests({ ...ports, reports }, args);
  };
  const runShown = async (...args: readonly unknown[]): Promise<void> => {
    await orShowFailure(ports.log, () => run(args));
  };
  const all = vscode.Disposable.from(
    registerImportReports(reports),
    register('import', (...args) => run(args)),
  );
  return {
    importTo: (sources, onto) => runShown(sources, onto),
    importInto: (chain) => runShown(chain),
    dispose: () => void all.dispose(),
  };
}
