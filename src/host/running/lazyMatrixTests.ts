/**
 * The matrices of a test controller. Nothing of authorization tests is loaded before somebody asks for tests, and
 * nothing at all in a workspace that has no matrix.
 */
import type * as vscode from 'vscode';
import { isMatrixFile } from '../authz/matrixDocument';
import type { MatrixTests } from '../authz/matrixTests';
import type { MatrixTestSource } from '../authz/registerAuthorization';
import type { ChainFiles } from '../services';

/** What the matrices of a controller come from. */
export interface LazyMatrixPorts {
  readonly files: ChainFiles;
  readonly matrices: MatrixTestSource;
}

/** Owner of the matrices of a controller. */
export class LazyMatrixTests implements vscode.Disposable {
  readonly #watching: vscode.Disposable;
  #tests: MatrixTests | undefined;
  #loading: Promise<MatrixTests | undefined> | undefined;
  #isWanted = false;

  constructor(
    private readonly controller: vscode.TestController,
    private readonly ports: LazyMatrixPorts,
  ) {
    this.#watching = ports.files.onDidChange((changed) => {
      if (this.#isWanted && this.#tests === undefined && changed.some(isMatrixFile)) {
        void this.refresh();
      }
    });
  }

  /** Makes the matrices of the tree those of the workspace. */
  async refresh(): Promise<void> {
    this.#isWanted = true;
    this.#loading ??= this.ports.matrices.tests(this.controller);
    const tests = await this.#loading;
    this.#tests = tests;
    if (tests === undefined) {
      // Somebody may write the first matrix later.
      this.#loading = undefined;
    }
    await tests?.refresh();
  }

  /** Plans the matrix of an item, so that its cells are below it; items of chains are left alone. */
  async resolve(item: vscode.TestItem): Promise<void> {
    await this.#tests?.resolve(item);
  }

  /** Runs the matrices and cells among what was chosen. Never rejects. */
  async run(
    chosen: readonly vscode.TestItem[],
    excluded: ReadonlySet<vscode.TestItem>,
    run: vscode.TestRun,
    environment?: string,
  ): Promise<void> {
    await this.#tests?.run(chosen, excluded, run, environment);
  }

  dispose(): void {
    this.#tests?.dispose();
    this.#watching.dispose();
  }
}
