/** A test run that tests can look into, in place of one that the Test Explorer shows. */
import * as vscode from 'vscode';

/** What a test run received, in short, and how to cancel it. */
export interface RecordedRun {
  readonly run: vscode.TestRun;
  readonly calls: readonly string[];
  readonly messages: readonly vscode.TestMessage[];
  readonly coverage: readonly vscode.FileCoverage[];
  readonly output: () => string;
  readonly cancel: () => void;
}

/** A test run that only takes notes. */
export function recordRun(): RecordedRun {
  const calls: string[] = [];
  const messages: vscode.TestMessage[] = [];
  const coverage: vscode.FileCoverage[] = [];
  const cancellation = new vscode.CancellationTokenSource();
  let output = '';
  const note =
    (name: string) =>
    (item: vscode.TestItem, message?: vscode.TestMessage | readonly vscode.TestMessage[] | number): void => {
      calls.push(`${name} ${item.label}`);
      if (message !== undefined && typeof message !== 'number') {
        messages.push(...[message].flat());
      }
    };
  const run: vscode.TestRun = {
    name: undefined,
    token: cancellation.token,
    isPersisted: false,
    enqueued: note('enqueued'),
    started: note('started'),
    skipped: note('skipped'),
    failed: note('failed'),
    errored: note('errored'),
    passed: note('passed'),
    appendOutput: (text) => {
      output += text;
    },
    end: () => calls.push('end'),
    addCoverage: (file) => coverage.push(file),
    onDidDispose: () => new vscode.Disposable(() => undefined),
  };
  return { run, calls, messages, coverage, output: () => output, cancel: () => cancellation.cancel() };
}

/** The text of a message that is not Markdown. */
export function textOf(message: vscode.TestMessage | undefined): string {
  return typeof message?.message === 'string' ? message.message : '';
}
