/**
 * The commands that run chains and show the outcome. Without arguments they mean the active editor
 * and its cursor. A command never rejects: what went wrong is shown, and it answers nothing.
 */
import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import type { RunSelection } from '../../core/run/plan';
import type { RunOutcome } from '../../core/result/result';
import type { RunTrigger } from '../../core/result/resultFile';
import { chainPlace } from '../chainDocument';
import { commandRegistrar, orShowFailure } from '../commandRegistrar';
import type { ShownRuns } from '../results/shownRuns';
import type { LastResults } from '../services';
import { requireTrust } from '../trust';
import { showFailure } from '../userMessage';
import { explainObstacle, obstacleOf } from './execution';
import { showExecutionLog } from './executionLogDocument';
import { failedRequests } from './failedRequests';
import { triggerOf, type ResultsDisplay, type RunService, type WantedRun } from './runService';
import { requestOf, targetOf, type RunTarget } from './runTarget';

/** What the commands work on. */
export interface RunCommandPorts {
  readonly service: RunService;
  readonly shown: ShownRuns;
  readonly results: ResultsDisplay;
  readonly last: Pick<LastResults, 'of'>;
  readonly log: vscode.LogOutputChannel;
}

/** Registers the commands for as long as the returned disposable lives. */
export function registerRunCommands(ports: RunCommandPorts): vscode.Disposable {
  const register = commandRegistrar(ports.log);
  const chainOf = (argument: unknown): vscode.Uri => targetOf(argument).chain;
  const runRequest = (target: RunTarget, select: (id: string) => RunSelection) => {
    requireTrust();
    return runChain(ports, target.chain, select(requestOf(target)));
  };
  return vscode.Disposable.from(
    register('runAll', (argument) => runAll(ports, chainOf(argument))),
    register('execute', (argument) => executeChain(ports, chainOf(argument))),
    register('runRequest', (argument, request) =>
      runRequest(targetOf(argument, request), (id) => ({ kind: 'only', id })),
    ),
    register('runWithDependencies', (argument, request) =>
      runRequest(targetOf(argument, request), (id) => ({ kind: 'withDependencies', ids: [id] })),
    ),
    register('runFromHere', (argument, request) =>
      runRequest(targetOf(argument, request), (id) => ({ kind: 'from', id })),
    ),
    register('runToHere', (argument, request) =>
      runRequest(targetOf(argument, request), (id) => ({ kind: 'to', id })),
    ),
    register('rerunFailed', (argument) => rerunFailed(ports, chainOf(argument))),
    register('rerunLast', () => rerunLast(ports)),
    register('cancelRun', (argument) => cancelRun(ports, argument)),
    register('showLastResult', (argument) => showLastResult(ports, chainOf(argument))),
    register('showExecutionLog', (argument) => showLastLog(ports, chainOf(argument))),
  );
}

/** Runs a whole chain. Throws UserError when the workspace is not trusted. */
export function runAll(ports: RunCommandPorts, chain: vscode.Uri): Promise<RunOutcome | undefined> {
  return runChain(ports, chain, { kind: 'all' });
}

async function runChain(
  ports: RunCommandPorts,
  chain: vscode.Uri,
  select: RunSelection,
  trigger: RunTrigger = triggerOf(select),
): Promise<RunOutcome | undefined> {
  requireTrust();
  return runWanted(ports, { place: chainPlace(chain), select, trigger });
}

/** Runs, and says so when that is not possible; the message leads to places in the chain's files. */
function runWanted(
  { service, results, log }: RunCommandPorts,
  wanted: WantedRun,
): Promise<RunOutcome | undefined> {
  return orShowFailure(log, () => service.startShown(wanted, results), wanted.place.root);
}

/** Runs a chain for the record, or says what is in the way. Throws UserError when the workspace is not trusted. */
export async function executeChain(
  ports: RunCommandPorts,
  chain: vscode.Uri,
): Promise<RunOutcome | undefined> {
  requireTrust();
  const place = chainPlace(chain);
  const document = await vscode.workspace.openTextDocument(place.uri);
  const obstacle = obstacleOf(document);
  if (obstacle === undefined) {
    return runChain(ports, chain, { kind: 'all' }, 'execute');
  }
  explainObstacle(document, obstacle, {
    execute: () => executeChain(ports, chain),
    runAll: () => runAll(ports, chain),
    fail: (error) => showFailure(error, place.root, ports.log),
  });
  return undefined;
}

async function rerunFailed(ports: RunCommandPorts, chain: vscode.Uri): Promise<RunOutcome | undefined> {
  requireTrust();
  const place = chainPlace(chain);
  const { view } = ports.service.runs.latest(place.uri) ?? {};
  const part = await failedRequests(place.uri, ports.last, view);
  return runWanted(ports, { place, ...part, trigger: 'part' });
}

/** Runs again what was run last, in the environment that is chosen now unless a test profile named one. */
async function rerunLast(ports: RunCommandPorts): Promise<RunOutcome | undefined> {
  requireTrust();
  const { last } = ports.service;
  if (last === undefined) {
    throw new UserError(
      vscode.l10n.t('Nothing has been run in this window.'),
      vscode.l10n.t('Use Run All or Run in a chain file first.'),
    );
  }
  return last.trigger === 'execute' ? executeChain(ports, last.place.uri) : runWanted(ports, last);
}

/** Without a chain every run is cancelled: who wants one to stop should not have to find its file. */
function cancelRun({ service }: RunCommandPorts, chain: unknown): void {
  service.runs.cancel(chain === undefined || chain === null ? undefined : targetOf(chain).chain);
}

/** Shows what the last run of a chain left. Throws UserError when there is nothing. */
export async function showLastResult({ shown, results }: RunCommandPorts, chain: vscode.Uri): Promise<void> {
  results.show(await shown.latest(chain));
}

async function showLastLog({ shown }: RunCommandPorts, chain: vscode.Uri): Promise<void> {
  await showExecutionLog(await shown.latest(chain));
}
