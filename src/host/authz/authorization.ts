/**
 * The way into the bundle of authorization tests, `dist/authorization.js`: everything the editor shows of them,
 * loaded when the first matrix comes into view. It is a part of the extension, so it sees VS Code's API and gets
 * the owners of the extension's state handed over.
 */
import * as vscode from 'vscode';
import type { AuthzResult } from '../../core/authz/model/authzResult';
import { defined } from '../../core/defined';
import { AuthzPanels } from './authzPanels';
import { DryRunDocuments } from './dryRunDocuments';
import { registerFlawActions } from './flawActions';
import { FlawDiagnostics } from './flawDiagnostics';
import { matrixCommands, shareLast, type MatrixCommandPorts, type MatrixCommands } from './matrixCommands';
import { MatrixCoverages } from './matrixCoverages';
import { registerMatrixCompletion } from './matrixCompletion';
import { isMatrixFile, matrixPlace, type MatrixPlace } from './matrixDocument';
import { MatrixHistory } from './matrixHistory';
import { registerMatrixLenses } from './matrixLenses';
import { followInStatusBar, runMatrixShown } from './matrixProgress';
import { MatrixRuns, type FinishedMatrix, type MatrixRun } from './matrixRuns';
import { MatrixService, type WantedMatrixRun } from './matrixService';
import { MatrixTests } from './matrixTests';
import { PolicyEditors } from './policyEditors';
import { openProposal } from './proposal/proposalPanels';
import type { AskPermission } from '../secrets/permission';
import type { ChainFiles, Environments, LastResults, Outgoing, RunHelp } from '../services';
import { shareMatrix } from '../sharing/share';
import { sharePorts, type SharingPorts } from '../sharing/sharePorts';
import { orShowFailure } from '../commandRegistrar';

/** What authorization tests need of the extension. */
export interface AuthorizationPorts extends SharingPorts {
  /** Folder of the extension. */
  readonly extension: vscode.Uri;
  readonly files: ChainFiles;
  readonly environments: Environments;
  readonly last: LastResults;
  readonly ask: AskPermission;
  readonly outgoing: Pick<Outgoing, 'raiseIssue' | 'notify'>;
  readonly help: RunHelp;
  /** Whether the sample is open. */
  readonly isSample: () => boolean;
  /** Hears of runs that have just ended. */
  readonly matrixEnded: (finished: FinishedMatrix) => void;
}

/** Runs of matrices for somebody in the place of a person; shown as those of a person are. */
export interface MatrixRunner {
  readonly service: MatrixService;
  /** Resolves to nothing when the person did not agree. Rejects with UserError when it cannot be run. */
  readonly run: (wanted: WantedMatrixRun, agreed: () => Promise<boolean>) => Promise<AuthzResult | undefined>;
}

/** Authorization tests of this window. */
export class Authorization implements vscode.Disposable {
  readonly #runs: MatrixRuns;
  readonly #service: MatrixService;
  readonly #panels: AuthzPanels;
  readonly #policies: PolicyEditors;
  readonly #all: vscode.Disposable;

  /** What commands do; each checks its arguments and the trust itself. */
  readonly commands: MatrixCommands;

  constructor(private readonly ports: AuthorizationPorts) {
    const { files, log } = ports;
    this.#runs = new MatrixRuns(new MatrixHistory(log));
    this.#service = new MatrixService({ ...ports, runs: this.#runs });
    const coverages = new MatrixCoverages(ports.context.workspaceState);
    const share: MatrixCommandPorts['share'] = (place, shared) =>
      shareMatrix(place, shared, sharePorts(ports));
    this.#panels = new AuthzPanels({
      ...ports,
      runs: this.#runs,
      coverages,
      start: (place, only) => runMatrixShown(this.#service, this.#panels, { place, ...defined({ only }) }),
      share: (place) =>
        orShowFailure(log, () => shareLast({ service: this.#service, coverages, share }, place)),
    });
    this.#policies = new PolicyEditors(ports);
    const dryRuns = new DryRunDocuments(this.#service);
    const dryRun = async (matrix: vscode.Uri): Promise<void> => {
      await orShowFailure(log, () => this.commands.dryRunMatrix(matrix));
    };
    const [runs, service, panels] = [this.#runs, this.#service, this.#panels];
    this.commands = matrixCommands({
      service,
      panels,
      coverages,
      dryRuns,
      share,
      propose: (source) => openProposal(source, { ...ports, dryRun }),
      log,
    });
    const flaws = new FlawDiagnostics(runs, files, log);
    this.#all = vscode.Disposable.from(
      runs,
      panels,
      this.#policies,
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

  /** Shows the policy of a matrix as a grid, in a panel that VS Code has made for it. */
  openPolicy(matrix: vscode.TextDocument, panel: vscode.WebviewPanel): void {
    this.#policies.open(matrix, panel);
  }

  /** The last or current run of a matrix, from the disk when this window has none. */
  recall(place: MatrixPlace): Promise<MatrixRun | undefined> {
    return this.#runs.recall(place);
  }

  /** What runs matrices for a model. */
  get runner(): MatrixRunner {
    const [service, panels] = [this.#service, this.#panels];
    return { service, run: (wanted, agreed) => runMatrixShown(service, panels, wanted, agreed) };
  }

  /** Shows matrices next to the chains of a test controller. */
  tests(controller: vscode.TestController): MatrixTests {
    const { files, log } = this.ports;
    return new MatrixTests(controller, { service: this.#service, files, log });
  }

  dispose(): void {
    this.#all.dispose();
  }

  /** Opening a matrix shows what its last run found. */
  #recall(uri: vscode.Uri): void {
    if (uri.scheme === 'file' && isMatrixFile(uri)) {
      void this.#runs.recall(matrixPlace(uri));
    }
  }
}
