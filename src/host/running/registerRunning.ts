/** Everything about running, put together: service, commands, results panels, status bar, tests, logs. */
import * as vscode from 'vscode';
import type { MatrixTestSource } from '../authz/registerAuthorization';
import type { ChainRuns } from '../chainRuns';
import { registerResponseBodies } from '../responseBodies';
import { registerResults } from '../results/registerResults';
import { openResult, subjectOf } from '../results/resultCommands';
import type { ResultHistory } from '../results/resultHistory';
import type { ShownRuns } from '../results/shownRuns';
import { ResultsPanels } from '../resultsPanels';
import type { ChainAnalyses, ChainFiles, Environments, LastResults, Outgoing, RunHelp } from '../services';
import { followRunsInLog } from './executionLogChannel';
import { registerExecutionLogDocuments } from './executionLogDocument';
import { orShowFailure } from '../commandRegistrar';
import { executeChain, registerRunCommands, runAll, showLastResult } from './runCommands';
import type { RunService } from './runService';
import { RunStatusBar } from './runStatusBar';
import { registerTestExplorer } from './testExplorer';

/** What running works with. */
export interface RunningPorts {
  /** Folder of the extension. */
  readonly extension: vscode.Uri;
  readonly runs: ChainRuns;
  readonly service: RunService;
  readonly history: ResultHistory;
  readonly shown: ShownRuns;
  readonly files: ChainFiles;
  readonly analyses: ChainAnalyses;
  readonly environments: Environments;
  readonly last: LastResults;
  readonly matrices: MatrixTestSource;
  readonly outgoing: Outgoing;
  readonly help: RunHelp;
  /** Whether the sample is open. */
  readonly isSample: () => boolean;
  /** Runs and repairs a chain, and shows the outcome in its review. */
  readonly repairChain: (chain: vscode.Uri) => Promise<void>;
  /** Whether the person watches a chain in another view than its results. */
  readonly isWatched: (chain: vscode.Uri) => boolean;
  readonly log: vscode.LogOutputChannel;
}

/** Running, as other parts of the extension ask for it. */
export interface Running extends vscode.Disposable {
  /** Runs a whole chain for a page; rejects with a UserError, which the page shows. */
  readonly runAll: (chain: vscode.Uri) => Promise<void>;
  /** Runs a whole chain, or shows what is in the way. */
  readonly startAll: (chain: vscode.Uri) => Promise<void>;
  /** Shows what the last run of a chain left, or that it was never run. */
  readonly showLastResult: (chain: vscode.Uri) => Promise<void>;
  /** Runs a chain for the record, or shows what is in the way. */
  readonly execute: (chain: vscode.Uri) => Promise<void>;
  /** Shows a result from disk, or why that does not work. */
  readonly openResult: (file: vscode.Uri) => Promise<void>;
}

/** Lets chains be run for as long as what is returned lives. */
export function registerRunning(ports: RunningPorts): Running {
  const { extension, runs, service, history, shown, last, log } = ports;
  const results = new ResultsPanels(extension, ports);
  const commands = { service, shown, results, last, log };
  const show = (subject: vscode.Uri): void => results.show(subject);
  const all = vscode.Disposable.from(
    results,
    registerResults({ history, shown, show, log }),
    registerResponseBodies(shown),
    registerExecutionLogDocuments(shown),
    followRunsInLog(runs, log),
    registerRunCommands(commands),
    new RunStatusBar(runs),
    registerTestExplorer(ports),
  );
  return {
    runAll: (chain) => results.runAll(chain),
    startAll: async (chain) => {
      await orShowFailure(log, () => runAll(commands, chain));
    },
    showLastResult: (chain) => orShowFailure(log, () => showLastResult(commands, chain)),
    execute: async (chain) => {
      await orShowFailure(log, () => executeChain(commands, chain));
    },
    openResult: (file) => orShowFailure(log, () => openResult({ shown, show }, subjectOf(file))),
    dispose: () => void all.dispose(),
  };
}
