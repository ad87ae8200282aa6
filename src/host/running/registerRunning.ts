/** Everything about running, put together: service, commands, results panels, status bar, tests, logs. */
import * as vscode from 'vscode';
import type { MatrixTestSource } from '../authz/registerAuthorization';
import type { ChainRuns } from '../chainRuns';
import { registerResponseBodies } from '../responseBodies';
import { registerResults } from '../results/registerResults';
import type { ResultHistory } from '../results/resultHistory';
import type { ShownRuns } from '../results/shownRuns';
import { ResultsPanels } from '../resultsPanels';
import type { ChainAnalyses, ChainFiles, Environments, LastResults } from '../services';
import { followRunsInLog } from './executionLogChannel';
import { registerExecutionLogDocuments } from './executionLogDocument';
import { registerRunCommands } from './runCommands';
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
  /** Whether the person watches a chain in another view than its results. */
  readonly isWatched: (chain: vscode.Uri) => boolean;
  readonly log: vscode.LogOutputChannel;
}

/** Lets chains be run for as long as the returned disposable lives. */
export function registerRunning(ports: RunningPorts): vscode.Disposable {
  const { extension, runs, service, history, shown, last, log } = ports;
  const results = new ResultsPanels(extension, ports);
  return vscode.Disposable.from(
    results,
    registerResults({ history, shown, show: (subject) => results.show(subject), log }),
    registerResponseBodies(shown),
    registerExecutionLogDocuments(shown),
    followRunsInLog(runs, log),
    registerRunCommands({ service, shown, results, last, log }),
    new RunStatusBar(runs),
    registerTestExplorer(ports),
  );
}
