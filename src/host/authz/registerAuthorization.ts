/**
 * Authorization tests as the extension has them at its start: commands, restored panels and tests that load their
 * bundle when somebody uses them, or a matrix comes into view.
 */
import * as vscode from 'vscode';
import type { Authorization, AuthorizationPorts, MatrixRunner } from './authorization';
import { commandRegistrar } from '../commandRegistrar';
import { findFiles } from '../findFiles';
import type { MatrixCommands } from './matrixCommands';
import { AUTHZ_VIEW, MATRIX_FILES, POLICY_VIEW, isMatrixFile, matrixOf } from './matrixDocument';
import type { MatrixRunSource } from './matrixRuns';
import type { MatrixTests } from './matrixTests';

/** The matrices of a test controller, as far as there are any. */
export interface MatrixTestSource {
  /** The tests of this workspace's matrices; absent when it has none. */
  readonly tests: (controller: vscode.TestController) => Promise<MatrixTests | undefined>;
}

/** Lets matrices be run for as long as the returned disposable lives. */
export function registerAuthorization(
  ports: AuthorizationPorts,
): vscode.Disposable & MatrixTestSource & MatrixRunSource & { readonly runner: () => Promise<MatrixRunner> } {
  const lazy = new LazyAuthorization(ports);
  const register = commandRegistrar(ports.log);
  const all = vscode.Disposable.from(
    lazy,
    register('runMatrix', lazy.command('runMatrix')),
    register('runMatrixCells', lazy.command('runMatrixCells')),
    register('dryRunMatrix', lazy.command('dryRunMatrix')),
    register('showAuthzResults', lazy.command('showAuthzResults')),
    register('shareMatrix', lazy.command('shareMatrix')),
    register('generateMatrix', lazy.command('generateMatrix')),
    register('cleanUpMatrix', lazy.command('cleanUpMatrix')),
    register('cancelMatrix', lazy.command('cancelMatrix')),
    register('openPolicyGrid', async (matrix) => {
      await vscode.commands.executeCommand('vscode.openWith', matrixOf(matrix).uri, POLICY_VIEW);
    }),
    vscode.window.registerCustomEditorProvider(
      POLICY_VIEW,
      {
        resolveCustomTextEditor: async (matrix, panel) => (await lazy.load()).openPolicy(matrix, panel),
      },
      { supportsMultipleEditorsPerDocument: true },
    ),
    vscode.window.registerWebviewPanelSerializer(AUTHZ_VIEW, {
      deserializeWebviewPanel: async (panel, state) => (await lazy.load()).restore(panel, state),
    }),
    vscode.workspace.onDidOpenTextDocument(({ uri }) => lazy.see(uri)),
  );
  vscode.workspace.textDocuments.forEach(({ uri }) => lazy.see(uri));
  return {
    tests: async (controller) => ((await hasMatrices()) ? (await lazy.load()).tests(controller) : undefined),
    runner: async () => (await lazy.load()).runner,
    recall: async (place) => (await lazy.load()).recall(place),
    dispose: () => void all.dispose(),
  };
}

async function hasMatrices(): Promise<boolean> {
  return (await findFiles(MATRIX_FILES)).length > 0;
}

/** The bundle, loaded once. */
class LazyAuthorization implements vscode.Disposable {
  #loading: Promise<Authorization> | undefined;

  constructor(private readonly ports: AuthorizationPorts) {}

  load(): Promise<Authorization> {
    this.#loading ??= import('./authorization').then(({ Authorization: Loaded }) => new Loaded(this.ports));
    return this.#loading;
  }

  /** A command that is carried out there. */
  command(name: keyof MatrixCommands): MatrixCommands[keyof MatrixCommands] {
    return async (subject, patterns) => (await this.load()).commands[name](subject, patterns);
  }

  /** Loads it for a matrix that comes into view: its last run is shown on its lines, and completion is offered. */
  see(uri: vscode.Uri): void {
    if (isMatrixFile(uri)) {
      void this.load();
    }
  }

  dispose(): void {
    void this.#loading?.then((loaded) => loaded.dispose());
  }
}
