/**
 * The commands that run chains. Their arguments may come from anywhere (a link, another extension), so
 * they are checked; without arguments a command means the active editor and its cursor.
 */
import * as vscode from 'vscode';
import { UserError } from '../core/errors';
import type { RunSelection } from '../core/plan';
import type { RunOutcome } from '../core/result';
import { activeChain, chainPlace, requestAtCursor } from './chainDocument';
import type { ChainPlace } from './chainDocument';
import type { ChainRuns } from './chainRuns';
import { requireTrust } from './trust';
import { showFailure } from './userMessage';

/** What the commands work on. */
export interface CommandContext {
  readonly runs: ChainRuns;
  /** Shows the results of a chain, beside the editor and without taking the focus. */
  readonly showResults: (chain: vscode.Uri) => void;
  readonly log: vscode.LogOutputChannel;
}

/** Registers the commands for as long as the returned disposable lives. */
export function registerRunCommands(context: CommandContext): vscode.Disposable {
  const register = (name: string, run: (...args: unknown[]) => unknown): vscode.Disposable =>
    vscode.commands.registerCommand(`chainwright.${name}`, (...args: unknown[]) =>
      attempt(context, () => run(...args)),
    );
  return vscode.Disposable.from(
    register('runAll', (chain) => runChainCommand(context, chainArgument(chain), { kind: 'all' })),
    register('runRequest', (chain, id) => {
      const uri = chainArgument(chain);
      return runChainCommand(context, uri, { kind: 'only', id: requestArgument(id) });
    }),
    register('cancelRun', (chain) => context.runs.cancel(chain instanceof vscode.Uri ? chain : undefined)),
    register('showLastResult', (chain) => showLastResult(context, chainArgument(chain))),
  );
}

/**
 * Runs a chain with progress and a way to cancel it, and shows its results as they come.
 *
 * @returns how it ended
 * @throws UserError when it cannot be run
 */
export async function runWithProgress(
  { runs, showResults }: Pick<CommandContext, 'runs' | 'showResults'>,
  place: ChainPlace,
  select: RunSelection,
): Promise<RunOutcome> {
  requireTrust();
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: vscode.l10n.t('Running {0}', vscode.workspace.asRelativePath(place.uri)),
    cancellable: true,
  };
  return vscode.window.withProgress(options, async (progress, token) => {
    const watching = vscode.Disposable.from(
      token.onCancellationRequested(() => runs.cancel(place.uri)),
      runs.onDidChange((change) => {
        if (change.run.place.uri.toString() !== place.uri.toString()) {
          return;
        }
        if (change.type === 'started') {
          showResults(place.uri);
        } else if (change.update.type === 'request-started') {
          progress.report(stepOf(change.run.view.requests, change.update.index));
        }
      }),
    );
    try {
      return await runs.run(place, select);
    } finally {
      watching.dispose();
    }
  });
}

async function runChainCommand(
  context: CommandContext,
  chain: vscode.Uri,
  select: RunSelection,
): Promise<RunOutcome | undefined> {
  requireTrust();
  const place = chainPlace(chain);
  try {
    return await runWithProgress(context, place, select);
  } catch (error) {
    showFailure(error, place.root, context.log);
    return undefined;
  }
}

function showLastResult({ runs, showResults }: CommandContext, chain: vscode.Uri): void {
  if (runs.latest(chain) === undefined) {
    throw new UserError(
      vscode.l10n.t('This chain has not been run in this window.'),
      vscode.l10n.t('Use Run All above it.'),
    );
  }
  showResults(chain);
}

function stepOf(
  rows: readonly { readonly planned: { readonly name: string } }[],
  index: number,
): { message: string; increment: number } {
  const name = rows[index]?.planned.name ?? '';
  return {
    message: vscode.l10n.t('{0} of {1}: {2}', index + 1, rows.length, name),
    increment: 100 / rows.length,
  };
}

/** A command never rejects: what went wrong is shown, and it answers nothing. */
async function attempt(context: CommandContext, run: () => unknown): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    showFailure(error, undefined, context.log);
    return undefined;
  }
}

function chainArgument(value: unknown): vscode.Uri {
  return value instanceof vscode.Uri ? value : activeChain();
}

function requestArgument(value: unknown): string {
  return typeof value === 'string' ? value : requestAtCursor().id;
}
