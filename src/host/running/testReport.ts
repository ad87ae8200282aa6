/**
 * Results of requests as results of tests: what was expected against what came, shown where the file says
 * it; and the output, masked like everything that is shown.
 */
import * as vscode from 'vscode';
import type { LogLine } from '../../core/run/executionLog';
import type { TextRange } from '../../core/problem';
import type { ExpectationResult, Reason, RequestResult } from '../../core/result/result';
import { reasonText } from '../../core/result/resultViews';
import { engineText } from '../engineText';

/** The places of a request's parts in its file. */
export interface RequestPlaces {
  /** The request as a whole. */
  readonly request: vscode.Location | undefined;
  /** Its conditions, in the order in which they are checked. */
  readonly conditions: readonly vscode.Location[];
}

/** Reports the outcome of a request in a test run. */
export function reportResult(
  run: vscode.TestRun,
  item: vscode.TestItem,
  result: RequestResult,
  places: RequestPlaces,
): void {
  const { outcome, durationMs } = result;
  switch (outcome) {
    case 'passed':
      run.passed(item, durationMs);
      return;
    case 'failed':
      run.failed(item, messagesOf(result, places), durationMs);
      return;
    case 'blocked':
      run.errored(item, messagesOf(result, places), durationMs);
      return;
    case 'skipped':
      run.skipped(item);
  }
}

/** Lines of the execution log as output of a test run, which is a terminal's; those of level `trace` are left out. */
export function outputOf(lines: readonly LogLine[]): string {
  return lines
    .filter(({ level }) => level !== 'trace')
    .map(({ text }) => `${text}\r\n`)
    .join('');
}

/** Places of ranges that count from the beginning of a request's text. */
export function locationsIn(
  document: vscode.TextDocument,
  start: number,
  ranges: readonly TextRange[],
): readonly vscode.Location[] {
  return ranges.map(
    (range) =>
      new vscode.Location(
        document.uri,
        new vscode.Range(document.positionAt(start + range.start), document.positionAt(start + range.end)),
      ),
  );
}

/** A message for each reason; of conditions that did not hold one with both sides. */
function messagesOf({ reasons, expectations }: RequestResult, places: RequestPlaces): vscode.TestMessage[] {
  const broken = expectations.flatMap((expectation, index) =>
    expectation.passed ? [] : [{ expectation, location: places.conditions[index] ?? places.request }],
  );
  const others = reasons.filter(({ kind }) => kind !== 'expectation');
  return [
    ...broken.map(({ expectation, location }) => at(conditionMessage(expectation), location)),
    ...others.map((reason: Reason) =>
      at(new vscode.TestMessage(engineText(reasonText(reason))), places.request),
    ),
  ];
}

function conditionMessage({ condition, actual }: ExpectationResult): vscode.TestMessage {
  const found = actual === undefined || actual === 'absent' ? vscode.l10n.t('absent') : actual;
  const status = /^status is (.+)$/.exec(condition)?.[1];
  const message = vscode.l10n.t('Expected {0}, but it was {1}.', engineText(condition), found);
  return vscode.TestMessage.diff(message, status ?? engineText(condition), found);
}

function at(message: vscode.TestMessage, location: vscode.Location | undefined): vscode.TestMessage {
  if (location !== undefined) {
    message.location = location;
  }
  return message;
}
