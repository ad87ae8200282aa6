/**
 * The Test Explorer's view of chains and matrices: a controller with the trees of both, a profile that runs them in
 * the environment that is chosen, and one profile for each environment there is.
 */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { defined } from '../../core/defined';
import type { MatrixTestSource } from '../authz/registerAuthorization';
import type { ChainFiles, Environments, RunHelp } from '../services';
import { requireTrust } from '../trust';
import { showFailure } from '../userMessage';
import { LazyMatrixTests } from './lazyMatrixTests';
import type { RunService } from './runService';
import { jobsFor } from './testJobs';
import { runJobs } from './testRun';
import { TestTree } from './testTree';

/** What the Test Explorer works with. */
export interface TestExplorerPorts {
  readonly service: RunService;
  readonly files: ChainFiles;
  readonly environments: Environments;
  readonly matrices: MatrixTestSource;
  readonly help: Pick<RunHelp, 'chooseEnvironment'>;
  readonly log: vscode.LogOutputChannel;
}

/** Shows chains and matrices in the Test Explorer for as long as the returned disposable lives. */
export function registerTestExplorer(ports: TestExplorerPorts): vscode.Disposable {
  const controller = vscode.tests.createTestController('chainwright', 'Chainwright');
  const tree = new TestTree(controller, ports.files);
  const matrices = new LazyMatrixTests(controller, ports);
  const tests = { controller, tree, matrices };
  const run = (request: vscode.TestRunRequest, environment?: string) =>
    runTests(ports, tests, request, defined({ environment }));
  const profile = controller.createRunProfile(
    vscode.l10n.t('Run'),
    vscode.TestRunProfileKind.Run,
    (request) => run(request),
    true,
  );
  profile.configureHandler = () => {
    void ports.help.chooseEnvironment();
  };
  const coverage = createCoverageProfile(controller, (request) =>
    runTests(ports, tests, request, { isMeasured: true }),
  );
  const profiles = new EnvironmentProfiles(ports, controller, run);
  const refresh = (): Promise<unknown> =>
    Promise.all([tree.refresh(), matrices.refresh(), profiles.refresh()]);
  controller.resolveHandler = async (item) => {
    await (item === undefined ? refresh() : Promise.all([tree.resolve(item), matrices.resolve(item)]));
  };
  controller.refreshHandler = async () => {
    await refresh();
    await Promise.all([...controller.items].map(([, item]) => tree.resolveAgain(item)));
  };
  return vscode.Disposable.from(controller, tree, matrices, profile, coverage, profiles);
}

/** A profile that shows afterwards which operations of their descriptions chains called. */
function createCoverageProfile(
  controller: vscode.TestController,
  run: (request: vscode.TestRunRequest) => Promise<void>,
): vscode.TestRunProfile {
  const label = vscode.l10n.t('Run with API Coverage');
  const profile = controller.createRunProfile(label, vscode.TestRunProfileKind.Coverage, run);
  profile.loadDetailedCoverage = async (_run, file) => (await import('./apiCoverage')).detailsOf(file);
  return profile;
}

/** How tests are run. */
interface RunMode {
  /** Absent is the one that is chosen for each chain. */
  readonly environment?: string;
  /** Whether the coverage of descriptions is shown. */
  readonly isMeasured?: true;
}

/** The tests of a controller. */
interface Tests {
  readonly controller: vscode.TestController;
  readonly tree: TestTree;
  readonly matrices: LazyMatrixTests;
}

/** Runs what was chosen in one test run: chains first, then matrices. */
async function runTests(
  { service, log }: TestExplorerPorts,
  { controller, tree, matrices }: Tests,
  request: vscode.TestRunRequest,
  { environment, isMeasured }: RunMode,
): Promise<void> {
  try {
    requireTrust();
    await Promise.all([tree.refresh(), matrices.refresh()]);
    const jobs = await jobsFor(request, controller.items, tree);
    const run = controller.createTestRun(request);
    try {
      const work = (): Promise<void> => runJobs({ service, log, ...defined({ environment }) }, jobs, run);
      await (isMeasured === true
        ? (await import('./apiCoverage')).measure({ runs: service.runs, jobs, run, log }, work)
        : work());
      const chosen = request.include ?? [...controller.items].map(([, item]) => item);
      await matrices.run(chosen, new Set(request.exclude ?? []), run, environment);
    } finally {
      run.end();
    }
  } catch (error) {
    showFailure(error, undefined, log);
  }
}

/** A profile for each environment of the workspace, made and taken away as they come and go. */
class EnvironmentProfiles implements vscode.Disposable {
  readonly #profiles = new Map<string, vscode.TestRunProfile>();
  readonly #watching: vscode.Disposable;
  /** Nobody has asked for tests yet, so nobody needs profiles. */
  #isWanted = false;

  constructor(
    private readonly ports: TestExplorerPorts,
    private readonly controller: vscode.TestController,
    private readonly run: (request: vscode.TestRunRequest, environment: string) => Promise<void>,
  ) {
    this.#watching = ports.environments.onDidChange(() => {
      if (this.#isWanted) {
        void this.refresh();
      }
    });
  }

  async refresh(): Promise<void> {
    this.#isWanted = true;
    const names = await this.#names();
    for (const [name, profile] of this.#profiles) {
      if (!names.has(name)) {
        profile.dispose();
        this.#profiles.delete(name);
      }
    }
    for (const name of names) {
      if (!this.#profiles.has(name)) {
        this.#profiles.set(name, this.#create(name));
      }
    }
  }

  dispose(): void {
    vscode.Disposable.from(this.#watching, ...this.#profiles.values()).dispose();
  }

  #create(name: string): vscode.TestRunProfile {
    const kind = vscode.TestRunProfileKind.Run;
    const label = vscode.l10n.t('Run in {0}', name);
    return this.controller.createRunProfile(label, kind, (request) => this.run(request, name));
  }

  /** Environments are found from a chain's folder upwards, so one chain of each folder is asked. */
  async #names(): Promise<ReadonlySet<string>> {
    const { files, environments } = this.ports;
    const folders = new Map((await files.list()).map((uri) => [path.posix.dirname(uri.path), uri]));
    const found = await Promise.all([...folders.values()].map((chain) => environments.available(chain)));
    return new Set(found.flat().map(({ name }) => name));
  }
}
