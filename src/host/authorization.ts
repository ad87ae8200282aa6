/**
 * The way into the bundle of authorization tests, `dist/authorization.js`: everything the editor shows of them,
 * loaded when the first matrix comes into view. It is a part of the extension, so it sees VS Code's API and gets
 * the owners of the extension's state handed over.
 */
import * as vscode from 'vscode';
import { AuthzPanels } from './authz/authzPanels';
import { DryRunDocuments } from './authz/dryRunDocuments';
import { registerFlawActions } from './authz/flawActions';
import { FlawDiagnostics } from './authz/flawDiagnostics';
import { matrixCommands, type MatrixCommands } from './authz/matrixCommands';
import { registerMatrixCompletion } from './authz/matrixCompletion';
import { isMatrixFile, matrixPlace, type MatrixPlace } from './authz/matrixDocument';
import { MatrixHistory } from './authz/matrixHistory';
import { registerMatrixLenses } from './authz/matrixLenses';
import { followInStatusBar, runMatrixShown } from './authz/matrixProgress';
import { MatrixRuns, type FinishedMatrix, type MatrixRun } from './authz/matrixRuns';
import { MatrixService } from './authz/matrixService';
import { MatrixTests } from './authz/matrixTests';
import { loadSharing } from './lazyBundles';
import type { AskPermission } from './secrets/permission';
import type { ChainFiles, Environments, LastResults } from './services';
import type { SharingPorts } from './sharing/registerSharing';

export { followInMatrices } from './views/matrixNames';

/** What authorization tests need of the extension. */
export interface AuthorizationPorts extends SharingPorts {
  /** Folder of the extension. */
  readonly extension: vscode.Uri;
  readonly files: ChainFiles;
  readonly environments: Environments;
  readonly last: LastResults;
  readonly ask: AskPermission;
  /** Hears of runs that have just ended. */
  readonly matrixEnded: (finished: FinishedMatrix) => void;
}

/** Authorization tests of this window. */
export class Authorization implements vscode.Disposable {
  readonly #runs: MatrixRuns;
  readonly #service: MatrixService;
  readonly #panels: AuthzPanels;
  readonly #all: vscode.Disposable;

  /** What commands do; each checks its arguments and the trust itself. */
  readonly commands: MatrixCommands;

  constructor(private readonly ports: AuthorizationPorts) {
    const { files, log } = ports;
    this.#runs = new MatrixRuns(new MatrixHistory(log));
    this.#service = new MatrixService({ ...ports, runs: this.#runs });
    this.#panels = new AuthzPanels({
      ...ports,
      runs: this.#runs,
      start: (place, only) =>
        runMatrixShown(this.#service, this.#panels, { place, ...(only === undefined ? {} : { only }) }),
    });
    const dryRuns = new DryRunDocuments(this.#service);
    const [runs, service, panels] = [this.#runs, this.#service, this.#panels];
    this.commands = matrixCommands({
      service,
      panels,
      dryRuns,
      share: async (place, shared) => {
        const { shareMatrix, sharePorts } = await loadSharing();
        await shareMatrix(place, shared, sharePorts(ports));
      },
      log,
    });
    const flaws = new FlawDiagnostics(runs, files, log);
    this.#all = vscode.Disposable.from(
      runs,
      panels,
      dryRuns,
      flaws,
      registerFlawActions(flaws),
      followInStatusBar(runs),
      runs.onDidFinish(ports.matrixEnded),
      registerMatrixLenses(runs),
      registerMatrixCompletion(ports),
      vscode.workspace.onDidOpenTextDocument(({ uri }) => this.#recall(uri)),
    );
    vscode.workspace.textDocuments.forEach(({ uri }) => this.#recall(uri));
  }

  /** Takes back a panel that was open when the window closed. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    this.#panels.restore(panel, state);
  }

  /** The last or current run of a matrix, from the disk when this window has none. */
  recall(place: MatrixPlace): Promise<MatrixRun | undefined> {
    return this.#runs.recall(place);
  }

  /** Shows matrices beside the chains of a test controller. */
  tests(controller: vscode.TestController): MatrixTests {
    const { files, log } = this.ports;
    return new MatrixTests(controller, { service: this.#service, files, log });
  }

  dispose(): void {
    this.#all.dispose();
  }

  /** Whoever opens a matrix sees what its last run found. */
  #recall(uri: vscode.Uri): void {
    if (uri.scheme === 'file' && isMatrixFile(uri)) {
      void this.#runs.recall(matrixPlace(uri));
    }
  }
}
