/**
 * The execution log in the output channel: a line for each request, details for who raises the channel's
 * level. Everything in it is masked, as events are.
 */
import type * as vscode from 'vscode';
import type { RunEvent } from '../../core/result/result';
import type { ChainRuns } from '../chainRuns';
import type { logLines as linesOf } from '../../core/run/executionLog';

/** Writes the log of every run into the channel for as long as the returned disposable lives. */
export function followRunsInLog(runs: ChainRuns, channel: vscode.LogOutputChannel): vscode.Disposable {
  return runs.onDidChange(({ event, run }) => {
    const plannedAt = (index: number) => run.view.requests[index]?.planned;
    void write(event, plannedAt, channel);
  });
}

/** The engine is loaded by the time a run says something, so lines come in their order. */
async function write(
  event: RunEvent,
  plannedAt: Parameters<typeof linesOf>[1],
  channel: vscode.LogOutputChannel,
): Promise<void> {
  const { logLines } = await import('../../core/run/executionLog');
  for (const { level, text } of logLines(event, plannedAt)) {
    channel[level](text);
  }
}
